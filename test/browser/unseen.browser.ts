import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import {
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  Party,
} from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

const Try = defineTemplate("Main:Try", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: { Fail: { consuming: false, controllers: ({ owner }) => [owner] } },
});
Try.implement({
  Fail: (transaction, { owner }, _, self) => {
    transaction.fetch(Try, self);
    transaction.attempt(
      () => {
        transaction.create(Try, { owner });
        transaction.assert(false, "no");
      },
      () => undefined,
    );
  },
});
const tries = definePackage({ name: "tries", version: "1.0.0", templates: { Try } });

describe("explorer, for a transaction with steps that have no event", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [tries], protocolVersion: 34, seed: 1 });
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  /** Exercises the choice, and resolves to its update and the party that exercised it. */
  const tried = async (): Promise<{ readonly owner: string; readonly updateId: string }> => {
    const { party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    const sent = await ledger.submit({ actAs: owner, commands: Try.create({ owner }) });
    const commands = sent.created(Try)[0]?.exercise(Try.Fail) ?? [];
    const { transaction } = await ledger.submit({ actAs: owner, commands });
    return { owner, updateId: transaction.updateId };
  };

  it("draws fetches, rollbacks and rolled-back steps, though no event describes them", async () => {
    const { updateId } = await tried();
    const { page, errors } = await open();
    await page.goto(`${place.url}#/updates/${updateId}`);
    const picture = page.getByRole("group", { name: "Steps of the transaction" });
    const steps = picture.getByRole("button");
    await steps.nth(3).waitFor();
    const told = (await steps.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
    expect(told[0]).to.include("non-consuming Fail on Try");
    expect(told[1]).to.include("fetch Try").and.include("seen by owner");
    expect(told[2]).to.include("rollback");
    expect(told[3]).to.include("create, rolled back Try");
    expect(told).to.have.length(4);
    await steps.nth(1).click();
    await page.getByText("The ledger API has no event for this step").waitFor();
    expect(page.url()).to.include("node=1");
    expect(errors).to.deep.equal([]);
  });

  it("neither draws nor requests these steps for a user who reads as a party", async () => {
    const { owner, updateId } = await tried();
    const { page, errors } = await open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${place.url}#/updates/${updateId}?as=${owner}`);
    const picture = page.getByRole("group", { name: "Steps of the transaction" });
    await picture.getByText("Fail").waitFor();
    await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await picture.getByRole("button").count()).to.equal(1);
    expect(asked.filter((url) => url.includes("/steps/"))).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });
});
