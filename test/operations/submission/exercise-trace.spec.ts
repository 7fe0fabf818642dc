import { expect } from "chai";

import { allocateParty } from "../../../lib/api.ts";
import {
  ContractException,
  createLedger,
  definePackage,
  defineTemplate,
  Int64,
  type Ledger,
  Party,
} from "../../../lib/index.ts";
import { rejectionOf } from "../../support/error-of.ts";

const nobody = "nobody";

const Diver = defineTemplate("Main:Diver", {
  payload: { owner: Party },
  key: { type: Party, of: ({ owner }) => owner, maintainers: (owner) => [owner] },
  signatories: ({ owner }) => {
    if (owner === nobody) throw new ContractException("Main:Nobody", "there is nobody");
    return [owner];
  },
  choices: {
    Dive: {
      consuming: false,
      argument: { depth: Int64 },
      controllers: ({ owner }) => [owner],
    },
  },
});

Diver.implement({
  Dive: (tx, _, { depth }, self) => {
    if (depth === 0n) throw new ContractException("Main:Bottom", "touched");
    tx.exercise(self, Diver.Dive, { depth: depth - 1n });
  },
});

const diving = definePackage({ name: "diving", version: "1.0.0", templates: { Diver } });
const short = diving.packageId.slice(0, 8);
const lines = (...each: readonly string[]): string => each.map((line) => `    ${line}\n`).join("");

describe("trace of a failure", () => {
  let ledger: Ledger;
  let alice: string;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [diving], seed: 1 });
    alice = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails.party;
  });

  const traceOf = async (commands: object): Promise<string | undefined> => {
    const error = await rejectionOf(ledger.submit({ actAs: alice, commands: commands as never }));
    return error.context["exercise_trace"];
  };
  const diveArgument = { choice: "Dive", choiceArgument: { depth: "1" } };
  const templateId = "#diving:Main:Diver";

  it("lists the exercises, the innermost first, and then the command", async () => {
    const createArguments = { owner: alice };
    const trace = await traceOf({
      CreateAndExerciseCommand: { templateId, createArguments, ...diveArgument },
    });
    expect(trace?.replaceAll(/00[0-9a-f]{8} /gu, "ID ")).to.equal(
      lines(
        `in choice ${short}:Main:Diver:Dive on contract ID (#2)`,
        `in choice ${short}:Main:Diver:Dive on contract ID (#1)`,
        `in create-and-exercise command ${short}:Main:Diver:Dive.`,
      ),
    );
  });

  it("ends with the command and its kind", async () => {
    const { transaction } = await ledger.submit({
      actAs: alice,
      commands: Diver.create({ owner: alice }),
    });
    const [event] = transaction.events;
    const contractId =
      event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
    const exercise = await traceOf({
      ExerciseCommand: { templateId, contractId, ...diveArgument },
    });
    const shortId = contractId.slice(0, 10);
    expect(exercise?.split("\n").at(-2)).to.equal(
      `    in exercise command ${short}:Main:Diver:Dive on contract ${shortId}.`,
    );
    const byKey = await traceOf({
      ExerciseByKeyCommand: { templateId, contractKey: alice, ...diveArgument },
    });
    expect(byKey?.split("\n").at(-2)).to.equal(
      `    in exercise-by-key command ${short}:Main:Diver:Dive on key "${alice}".`,
    );
    const create = await traceOf({
      CreateCommand: { templateId, createArguments: { owner: nobody } },
    });
    expect(create).to.equal(lines(`in create command ${short}:Main:Diver.`));
  });

  it("names at most ten exercises", async () => {
    const trace = await traceOf({
      CreateAndExerciseCommand: {
        templateId,
        createArguments: { owner: alice },
        choice: "Dive",
        choiceArgument: { depth: "12" },
      },
    });
    const written = trace?.split("\n") ?? [];
    expect(written).to.have.length(13);
    expect(written[0]).to.match(/\(#13\)$/u);
    expect(written[10]).to.equal("    ...");
  });
});
