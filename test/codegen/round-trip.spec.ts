import { expect } from "chai";
import fc from "fast-check";

import { loadFixture } from "../../fixtures/index.ts";
import { generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { party as partyValue } from "../../lib/ground/values/constructors.ts";
import type { Value } from "../../lib/ground/values/value.ts";
import {
  type CreateCommand,
  type CreatedEventJson,
  createLedger,
  isLedgerError,
} from "../../lib/index.ts";
import { arbitraryValue } from "../support/arbitrary-values.ts";
import { articleOf } from "../support/codegen/articles.ts";
import { Article } from "../support/codegen/daml/shop/Shop.ts";
import { imported } from "../support/codegen/imported.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { runs } from "../support/properties.ts";
import { sharedFile } from "../support/shared.ts";

interface AnyTemplate {
  create(payload: unknown): CreateCommand;
  from(event: CreatedEventJson): { readonly payload: unknown } | undefined;
}

type Modules = Readonly<Record<string, Readonly<Record<string, AnyTemplate>>>>;

/** What contracts of every template read as, of random payloads; the number of templates that had one. */
const roundTrips = async (dar: Uint8Array, numRuns: number): Promise<number> => {
  const daml = createDamlLoader();
  const packages = daml.load(dar);
  const [main] = packages;
  if (main === undefined) expect.fail("the DAR has no main package");
  const ledger = await createLedger({ seed: 1, daml, packages });
  const { someone } = await loadFixture(ledger, { steps: [{ party: "someone" }] });
  const modules = (await imported(
    generate(packagesOfDars([dar])),
    `export * from "./${main.name}/index.js";`,
  )) as Modules;
  const { state } = ledger;
  let templates = 0;
  for (const [qualifiedName, { payload }] of main.templates) {
    const [module = "", entity = ""] = qualifiedName.split(":");
    const template = modules[module.replaceAll(".", "_")]?.[entity];
    if (template === undefined) expect.fail(`there is no constant of ${qualifiedName}`);
    const codec = state.packages.codec(payload);
    let created = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryValue(state.packages.shapes.of(payload)), async (value) => {
        const json = codec.encode(withParty(value, someone));
        try {
          const result = await ledger.submit({
            actAs: someone,
            commands: template.create(json),
          });
          const [event] = result.transaction.events;
          if (event === undefined || !("CreatedEvent" in event)) expect.fail("no event");
          expect(template.from(event.CreatedEvent)?.payload).to.deep.equal(json);
          created++;
        } catch (error) {
          // Not every payload is one that the template allows.
          if (!isLedgerError(error)) throw error;
        }
      }),
      { numRuns },
    );
    if (created > 0) templates++;
  }
  return templates;
};

/** The value with one party wherever it has any. */
const withParty = (value: Value, party: string): Value => {
  const within = (part: Value): Value => withParty(part, party);
  switch (value.kind) {
    case "party":
      return partyValue(party);
    case "record":
      return { ...value, fields: value.fields.map(within) };
    case "variant":
      return { ...value, value: within(value.value) };
    case "optional":
      return value.value === undefined ? value : { ...value, value: within(value.value) };
    case "list":
      return { ...value, elements: value.elements.map(within) };
    case "textMap":
      return { ...value, entries: value.entries.map(([key, of]) => [key, within(of)]) };
    case "genMap":
      return { ...value, entries: value.entries.map(([key, of]) => [key, within(of)]) };
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "contractId":
    case "enum":
      return value;
  }
};

describe("payloads", function () {
  this.timeout(30_000);

  it("come back as they were sent", async () => {
    expect(await roundTrips(shopDar(), runs(30))).to.equal(2);
  });

  it("come back as they were sent, of the real Amulet", async function () {
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    expect(await roundTrips(dar, runs(5))).to.be.above(15);
  });

  it("of an older version are read by constants of a newer one", async () => {
    const newer = shopDar({ version: "1.1.0", hasNote: true });
    const { Shop } = (await imported(
      generate(packagesOfDars([newer])),
      'export * from "./shop/index.js";',
    )) as Modules;
    const daml = createDamlLoader();
    const ledger = await createLedger({ daml, packages: daml.load(shopDar()) });
    const { seller } = await loadFixture(ledger, { steps: [{ party: "seller" }] });
    const commands = Article.create(articleOf(seller));
    const { transaction } = await ledger.submit({ actAs: seller, commands });
    const [event] = transaction.events;
    if (event === undefined || !("CreatedEvent" in event)) expect.fail("no event");
    expect(Shop?.["Article"]?.from(event.CreatedEvent)?.payload).to.deep.equal(articleOf(seller));
    expect(Shop?.["Receipt"]?.from(event.CreatedEvent)).to.equal(undefined);
  });
});
