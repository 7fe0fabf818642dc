import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { expect } from "chai";
import fc from "fast-check";

import { loadFixture } from "../../fixtures/index.ts";
import type { CreatedEventJson } from "../../lib/api.ts";
import { generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { type CreateCommand, createLedger, isLedgerError } from "../../lib/index.ts";
import type { Value } from "../../lib/store.ts";
import { amuletRules, coinOf } from "../support/amulet-terms.ts";
import { arbitraryValue } from "../support/arbitrary-values.ts";
import { articleOf } from "../support/codegen/articles.ts";
import { Article } from "../support/codegen/daml/shop/Shop.ts";
import { importProgram } from "../support/codegen/import-program.ts";
import { moreDars } from "../support/codegen/more-dars.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { sharedFile } from "../support/shared.ts";

interface AnyTemplate {
  create(payload: unknown): CreateCommand;
  from(event: CreatedEventJson): { readonly payload: unknown } | undefined;
}

type Modules = Readonly<Record<string, Readonly<Record<string, AnyTemplate>>>>;

/** Templates may reject random payloads. Up to 50 × 12 are tried to get three accepted ones. */
const [wanted, dozens] = [3, 50];

/** Payloads for templates that reject almost all random payloads. */
const known: Readonly<Record<string, (party: string) => unknown>> = {
  "Splice.AmuletRules:AmuletRules": (party) => amuletRules(party, "withFees"),
};

/**
 * Creates contracts of every template with random payloads, and expects to read the same payloads. Resolves
 * to the templates for which no payload was accepted.
 */
const roundTrips = async (dar: Uint8Array): Promise<readonly string[]> => {
  const daml = createDamlLoader();
  const packages = daml.load(dar);
  const [main] = packages;
  if (main === undefined) expect.fail("the DAR has no main package");
  const ledger = await createLedger({ seed: 1, daml, packages });
  const { someone } = await loadFixture(ledger, { steps: [{ party: "someone" }] });
  const modules = (await importProgram(
    generate(packagesOfDars([dar])),
    `export * from "./${main.name}/index.js";`,
  )) as Modules;
  const { state } = ledger;
  const without: string[] = [];
  for (const [qualifiedName, { payload }] of main.templates) {
    const [module = "", entity = ""] = qualifiedName.split(":");
    const template = modules[module.replaceAll(".", "_")]?.[entity];
    if (template === undefined) expect.fail(`there is no constant of ${qualifiedName}`);
    const codec = state.packages.codec(payload);
    const arbitrary = arbitraryValue(state.packages.shapes.of(payload));
    const payloads = function* (): Iterable<unknown> {
      const example = known[qualifiedName];
      if (example !== undefined) yield example(someone);
      for (let seed = 0; seed < dozens; seed++) {
        for (const value of fc.sample(arbitrary, { numRuns: 12, seed })) {
          yield codec.encode(withParty(value, someone));
        }
      }
    };
    let created = 0;
    for (const given of payloads()) {
      if (created === wanted) break;
      try {
        const { transaction } = await ledger.submit({
          actAs: someone,
          commands: template.create(given),
        });
        const [event] = transaction.events;
        if (event === undefined || !("CreatedEvent" in event)) expect.fail("no event");
        // The ledger's normal form: numerics padded with zeros, None omitted.
        const normal = codec.encode(codec.decode(given));
        expect(template.from(event.CreatedEvent)?.payload).to.deep.equal(normal);
        created++;
      } catch (error) {
        if (!isLedgerError(error)) throw error;
      }
    }
    if (created === 0) without.push(qualifiedName);
  }
  return without;
};

/** Returns the value with every party replaced by one party. */
const withParty = (value: Value, party: string): Value => {
  const within = (part: Value): Value => withParty(part, party);
  switch (value.kind) {
    case "party":
      return { kind: "party", value: party };
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

describe("contract payloads", function () {
  it("are read back as they were sent", async () => {
    expect(await roundTrips(shopDar())).to.deep.equal([]);
  });

  it("are read back as they were sent, for every template of the real Amulet @slow", async function () {
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    expect(await roundTrips(dar)).to.deep.equal([]);
  });

  for (const file of moreDars().filter((each) => basename(each).startsWith("richtypes"))) {
    it(`are read back as they were sent, for ${basename(file)}`, async () => {
      expect(await roundTrips(readFileSync(file))).to.deep.equal([]);
    });
  }

  it("of the real Amulet are decoded by code generated from an older and a newer version @slow", async function () {
    const scripts = packagesOfDars([
      sharedFile(this, "dars", "scripts", "splice-amulet-test-0.1.8.dar"),
    ]);
    const older = {
      mains: scripts.packages.filter(({ name }) => name === "splice-amulet"),
      packages: scripts.packages,
    };
    const newer = packagesOfDars([sharedFile(this, "dars", "splice-amulet-0.1.14.dar")]);
    const amulets = await Promise.all(
      [older, newer].map(async (input) => {
        const files = generate(input);
        return (await importProgram(
          files,
          'export * from "./splice-amulet/Splice.Amulet.js";',
        )) as {
          readonly Amulet: AnyTemplate;
        };
      }),
    );
    const ids = new Set<string>();
    for (const { packages } of [older, newer]) {
      const ledger = await createLedger({ packages });
      const { dso } = await loadFixture(ledger, { steps: [{ party: "dso" }] });
      for (const { Amulet } of amulets) {
        const commands = Amulet.create(coinOf(dso, dso, "7.0"));
        const { transaction } = await ledger.submit({ actAs: dso, commands });
        const [event] = transaction.events;
        if (event === undefined || !("CreatedEvent" in event)) expect.fail("no event");
        ids.add(event.CreatedEvent.templateId);
        const read = amulets.map((each) => each.Amulet.from(event.CreatedEvent)?.payload);
        expect(read[0]).to.have.nested.property("amount.initialAmount", "7.0000000000");
        expect(read[1]).to.deep.equal(read[0]);
      }
    }
    expect(ids.size).to.equal(2);
  });

  it("of an older version are decoded by code generated from a newer one", async () => {
    const newer = shopDar({ version: "1.1.0", hasNote: true });
    const { Shop } = (await importProgram(
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
