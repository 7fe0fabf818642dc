import { expect } from "chai";

import { heldValues, hostileDar } from "../support/hostile-package.ts";
import { LedgerUnderAttack } from "../support/ledger-under-attack.ts";
import { assembleDar, assemblePackage } from "../support/lf/assemble.ts";
import { modules } from "../support/lf/notation.ts";
import { genMapT, int64T } from "../support/lf/types.ts";

/** Returns an event format that requests the interface views which the party may see. */
const showing = (party: string): object => {
  const interfaceId = "#world:Main:Showable";
  const value = { interfaceId, includeInterfaceView: true, includeCreatedEventBlob: false };
  const cumulative = [{ identifierFilter: { InterfaceFilter: { value } } }];
  return { filtersByParty: { [party]: { cumulative } }, verbose: false };
};

/** Returns a type that needs `levels` definitions and unfolds to 2^levels parts. */
const doubling = (levels: number): typeof int64T => {
  if (levels === 0) return int64T;
  const half = doubling(levels - 1);
  return genMapT(half, half);
};

const darOf = (name: string, content: ReturnType<typeof modules>): Uint8Array =>
  assembleDar(
    assemblePackage({ name, version: "1.0.0", languageVersion: "2.2", modules: content }),
  );

/** Definitions of records, each of which contains the previous one twice. */
const records = Array.from(
  { length: 40 },
  (_, index) => `record R${index + 1} {a: R${index}, b: R${index}}`,
).join("\n");

describe("attacks by hostile packages @slow", function () {
  let besieged: LedgerUnderAttack;

  beforeEach(async () => {
    besieged = await LedgerUnderAttack.serve();
  });

  afterEach(() => besieged.close());

  const actor = async (): Promise<string> => {
    expect((await besieged.attack("POST", "/v2/packages", hostileDar)).status).to.equal(200);
    return besieged.create("#world:Main:Actor", { owner: besieged.bob, other: besieged.bob });
  };

  const attacks: readonly [title: string, choice: string, argument: unknown, code: string][] = [
    ["recurses without end, with many parameters", "Deep", {}, "DAML_INTERPRETATION_ERROR"],
    ["recurses without end", "Count", "-1", "DAML_INTERPRETATION_ERROR"],
    ["hashes large texts again and again", "Hash", "1000000", "INTERPRETATION_TIME_EXCEEDED"],
    ["evaluates a throwing value again and again", "Retry", {}, ""],
    ["has a precondition that never ends", "Create", "-1", "INTERPRETATION_TIME_EXCEEDED"],
  ];
  for (const [title, choice, argument, code] of attacks) {
    it(`other users' calls stay fast while hostile code ${title}`, async () => {
      const contractId = await actor();
      const attempt = async (): Promise<void> => {
        const { text } = await besieged.exercise("#world:Main:Actor", contractId, choice, argument);
        expect(text).to.contain(code);
      };
      await besieged.beside(
        async () => {
          // Three attempts in parallel, then more in sequence.
          await Promise.all(Array.from({ length: 3 }, attempt));
          await attempt();
        },
        { maxHeldMiB: 384 },
      );
    });
  }

  it("other users' calls stay fast while code computes large values that the engine caches", async () => {
    const contractId = await actor();
    await besieged.beside(
      async () => {
        for (const index of [...heldValues.keys(), 0]) {
          const argument = String(index);
          const { status } = await besieged.exercise(
            "#world:Main:Actor",
            contractId,
            "Held",
            argument,
          );
          expect(status).to.equal(200);
        }
      },
      { maxHeldMiB: 256 },
    );
  });

  it("other users' calls stay fast while endless views are read repeatedly", async () => {
    await actor();
    for (const rounds of ["-1", "900000", "300000", "300001"]) {
      await besieged.create("#world:Main:Shown", { owner: besieged.bob, rounds });
    }
    const eventFormat = showing(besieged.bob);
    const activeAtOffset = besieged.ledger.state.ledgerEnd;
    await besieged.beside(async () => {
      for (let count = 0; count < 10; count++) {
        const body = { activeAtOffset, eventFormat };
        const { status } = await besieged.attack("POST", "/v2/state/active-contracts", body);
        expect(status).to.equal(200);
      }
    });
  });

  /** Runs `clients` clients in parallel, each of which repeats the call. */
  const manyTimes = async (clients: number, call: () => Promise<{ status: number }>) => {
    for (let time = 0; time < 6; time++) {
      await Promise.all(Array.from({ length: clients }, call));
    }
  };

  it("other users' calls stay fast while many clients run hostile code", async () => {
    const contractId = await actor();
    await besieged.beside(async () => {
      await manyTimes(20, () => besieged.exercise("#world:Main:Actor", contractId, "Create", "-1"));
    });
  });

  it("other users' commands are accepted while many hostile commands are pending", async () => {
    const contractId = await actor();
    await besieged.beside(
      async () => {
        const count = () => besieged.exercise("#world:Main:Actor", contractId, "Create", "-1");
        const ends = await Promise.all(Array.from({ length: 320 }, count));
        expect(ends.some(({ text }) => text.includes("PARTICIPANT_BACKPRESSURE"))).to.equal(true);
      },
      { minCalls: 400 },
    );
  });

  it("other users' calls stay fast while many clients read deeply nested views of many updates", async () => {
    await actor();
    for (let rounds = 85_000; rounds < 85_010; rounds++) {
      await besieged.create("#world:Main:Shown", { owner: besieged.bob, rounds: `${rounds}` });
    }
    const endInclusive = besieged.ledger.state.ledgerEnd;
    const eventFormat = showing(besieged.bob);
    const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA";
    const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
    const readings: readonly [path: string, body: object][] = [
      ["/v2/state/active-contracts", { activeAtOffset: endInclusive, eventFormat }],
      ["/v2/updates", { beginExclusive: 0, endInclusive, updateFormat }],
      ["/v2/updates", { beginExclusive: 0, updateFormat }],
      ["/v2/updates/get-updates-page", { endOffsetInclusive: endInclusive, updateFormat }],
      ["/v2/updates/update-by-offset", { offset: endInclusive, updateFormat }],
    ];
    await besieged.beside(async () => {
      for (const [path, body] of readings) {
        const read = () => besieged.attack("POST", path, body);
        const answers = await Promise.all(Array.from({ length: 5 }, read));
        for (const { status } of answers) expect(status).to.equal(200);
      }
    });
  });

  it("other users' calls stay fast while packages are uploaded whose types double at every level", async () => {
    const dars = [
      darOf(
        "doubling",
        modules`module Main {
          template Item with {owner: Party, field: ${doubling(40)}} { signatories [@Party this.owner]; }
        }`,
      ),
      darOf(
        "records",
        modules`module Main {
          record R0 {a: Int64}
          ${records}
          template Item with {owner: Party, field: R40} { signatories [@Party this.owner]; }
        }`,
      ),
    ];
    await besieged.beside(async () => {
      for (let count = 0; count < 10; count++) {
        for (const each of dars) await besieged.attack("POST", "/v2/packages", each);
      }
    });
  });
});
