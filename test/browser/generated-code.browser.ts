import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { useBrowser } from "../support/browser.ts";
import { articleOf } from "../support/codegen/articles.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

/** A page that contains only the generated files and calls the ledger. */
const program = `
  import { Article, Receipt } from "./shop/Shop.js";
  import * as schemas from "./shop/Shop.schemas.js";

  const post = async (path, body) => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" } };
    return (await fetch(path, { ...init, body: JSON.stringify(body) })).json();
  };
  const allocate = async (partyIdHint) =>
    (await post("/v2/parties", { partyIdHint, identityProviderId: "" })).partyDetails.party;
  const [seller, buyer] = [await allocate("seller"), await allocate("buyer")];
  const article = { ...${JSON.stringify(articleOf("somebody"))}, seller };
  const submit = async (command) => {
    const commands = { commandId: command.id, userId: "participant_admin", actAs: [seller], commands: [command.of] };
    const effects = { filtersByParty: { [seller]: {} }, verbose: false };
    const transactionFormat = { eventFormat: effects, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" };
    return (await post("/v2/commands/submit-and-wait-for-transaction", { commands, transactionFormat })).transaction;
  };
  const [made] = Article.createdIn(await submit({ id: "make", of: Article.create(article) }));
  const sold = await submit({ id: "sell", of: made.exercise(Article.Sell, { buyer }) });
  window.found = {
    payload: made.payload,
    left: Article.Sell.exercisedIn(sold)[0].exerciseResult.left,
    receipts: Receipt.createdIn(sold).length,
    issues: schemas.Article["~standard"].validate({ ...article, stock: 7 }).issues.map(({ path }) => path),
    sent: article,
  };
`;

describe("generated code in a browser", () => {
  const open = useBrowser();
  let folder: string;
  let ledger: RunningCommand;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "page-"));
    const dar = join(folder, "shop.dar");
    await writeFile(dar, shopDar());
    ledger = await startCommand(["--dar", dar, "--auth", "disabled"]);
  });
  after(async () => {
    await ledger.stop();
    await rm(folder, { recursive: true });
  });

  it("sends commands, reads events and validates values, as modules that import only each other", async () => {
    const { page, errors } = await open();
    const files = generate(packagesOfDars([shopDar()]), { schemas: true, emit: "js" });
    const asked = new Set<string>();
    await page.route("**/generated/**", (route) => {
      const path = new URL(route.request().url()).pathname.replace("/generated/", "");
      asked.add(path);
      const javascript = path === "program.js" ? program : files.get(path);
      const html = '<!doctype html><script type="module" src="program.js"></script>';
      return path === "page.html"
        ? route.fulfill({ body: html, contentType: "text/html" })
        : route.fulfill(
            javascript === undefined
              ? { status: 404 }
              : { body: javascript, contentType: "text/javascript" },
          );
    });
    await page.goto(`${ledger.baseUrl}/generated/page.html`);
    await page.waitForFunction("window.found !== undefined");
    const found = await page.evaluate<{ readonly payload: object; readonly sent: object }>("found");
    expect(found).to.deep.include({ left: "6", receipts: 1, issues: [["stock"]] });
    expect(found.payload).to.deep.equal(found.sent);
    expect(errors).to.deep.equal([]);
    expect(
      [...asked].filter((path) => path !== "page.html" && path !== "program.js"),
    ).to.have.members([...asked].filter((path) => files.has(path)));
    expect([...asked]).to.include("shop/Shop.schemas.js");
  });
});
