import { expect } from "chai";

import { allocateParty } from "../../../lib/api.ts";
import {
  ContractId,
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  List,
  Party,
} from "../../../lib/index.ts";
import { rejectionOf } from "../../support/error-of.ts";

const Pointer = defineTemplate("Main:Pointer", {
  payload: { owner: Party, at: List(ContractId("Main:Pointer")) },
  signatories: ({ owner }) => [owner],
  choices: {
    Point: {
      consuming: false,
      argument: { at: ContractId("Main:Pointer") },
      controllers: ({ owner }) => [owner],
    },
  },
});
Pointer.implement({ Point: () => undefined });

const pointers = definePackage({ name: "pointers", version: "1.0.0", templates: { Pointer } });
const templateId = "#pointers:Main:Pointer";
const choice = "Point";

const local = { v1: `00${"ab".repeat(32)}`, v2: `01${"ab".repeat(12)}` };
const final = { v1: `${local.v1}ca121220${"cd".repeat(32)}`, v2: `${local.v2}80ca` };

describe("contract ids in commands", () => {
  let ledger: Ledger;
  let alice: string;
  let pointer: string;

  const submit = (commands: object) => ledger.submit({ actAs: alice, commands: commands as never });
  const create = async (...at: readonly string[]): Promise<string> => {
    const { transaction } = await submit({
      CreateCommand: { templateId, createArguments: { owner: alice, at } },
    });
    const [event] = transaction.events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  };

  beforeEach(async () => {
    ledger = await createLedger({ packages: [pointers], seed: 1 });
    alice = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails.party;
    pointer = await create();
  });

  /** Returns commands with the id in every field for contract ids. */
  const commandsWith = (id: string): readonly object[] => {
    const createArguments = { owner: alice, at: [pointer, id] };
    const empty = { owner: alice, at: [] };
    return [
      { CreateCommand: { templateId, createArguments } },
      { ExerciseCommand: { templateId, contractId: pointer, choice, choiceArgument: { at: id } } },
      {
        CreateAndExerciseCommand: {
          templateId,
          createArguments,
          choice,
          choiceArgument: { at: pointer },
        },
      },
      {
        CreateAndExerciseCommand: {
          templateId,
          createArguments: empty,
          choice,
          choiceArgument: { at: id },
        },
      },
    ];
  };
  const exerciseOf = (contractId: string) => ({
    ExerciseCommand: { templateId, contractId, choice, choiceArgument: { at: pointer } },
  });

  it("are accepted for any contract of a committed transaction", async () => {
    for (const id of [final.v1, final.v2, pointer]) {
      for (const commands of commandsWith(id)) await submit(commands);
    }
    for (const id of [final.v1, final.v2]) {
      expect((await rejectionOf(submit(exerciseOf(id)))).code).to.equal("CONTRACT_NOT_FOUND");
    }
  });

  it("fail with UNSUPPORTED_CONTRACT_ID when the ledger looks up an id of an unknown version", async () => {
    const hash = `1220${"cd".repeat(32)}`;
    for (const suffix of [
      "ca",
      "ca12",
      `ca13${hash}`,
      `ca12${hash}00`,
      `ca121221${"cd".repeat(32)}`,
    ]) {
      for (const commands of commandsWith(local.v1 + suffix)) await submit(commands);
      const { code } = await rejectionOf(submit(exerciseOf(local.v1 + suffix)));
      expect(code, suffix).to.equal("UNSUPPORTED_CONTRACT_ID");
    }
    expect((await rejectionOf(submit(exerciseOf(`${local.v2}81ca`)))).code).to.equal(
      "UNSUPPORTED_CONTRACT_ID",
    );
    for (const kind of ["ca10", "ca11"]) {
      const { code } = await rejectionOf(submit(exerciseOf(local.v1 + kind + hash)));
      expect(code, kind).to.equal("CONTRACT_NOT_FOUND");
    }
  });

  it("are refused without a suffix, and with a relative suffix", async () => {
    for (const id of [local.v1, local.v2, `${local.v2}7fca`]) {
      for (const commands of [...commandsWith(id), exerciseOf(id)]) {
        const { code, cause } = await rejectionOf(submit(commands));
        expect(code).to.equal("COMMAND_PREPROCESSING_FAILED");
        expect(cause).to.include(`Illegal Contract ID "${id}"`);
      }
    }
  });
});
