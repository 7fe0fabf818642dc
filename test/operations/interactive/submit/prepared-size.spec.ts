import { expect } from "chai";

import { executePreparedAndWait } from "../../../../lib/api.ts";
import {
  ContractId,
  definePackage,
  defineTemplate,
  Int64,
  List,
  Party,
  record,
  Text,
} from "../../../../lib/index.ts";
import { contractOf } from "../../../support/contract-of.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import {
  prepare,
  signAndExecute,
  signedBody,
  signingLedger,
} from "../../../support/signing-ledger.ts";

const longName = "x".repeat(200);

const Point = record("Notes:Point", { [longName]: Int64 });

const Note = defineTemplate("Notes:Note", {
  payload: { owner: Party, text: Text },
  signatories: ({ owner }) => [owner],
  choices: {
    Read: {
      consuming: false,
      argument: { notes: List(ContractId("Notes:Note")) },
      controllers: ({ owner }) => [owner],
    },
    Draw: {
      consuming: false,
      argument: { count: Int64 },
      result: List(Point),
      controllers: ({ owner }) => [owner],
    },
    Count: {
      consuming: false,
      argument: { count: Int64 },
      result: List(Int64),
      controllers: ({ owner }) => [owner],
    },
  },
});

Note.implement({
  Read: (transaction, _, { notes }) => {
    for (const note of notes) transaction.fetch(Note, note);
  },
  Draw: (_, __, { count }) => Array.from({ length: Number(count) }, () => ({ [longName]: 1n })),
  Count: (_, __, { count }) => Array.from({ length: Number(count) }, () => 1n),
});

const Named = defineTemplate("Notes:Named", {
  payload: { owner: Party, name: Text },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, name: Text },
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Find: {
      consuming: false,
      argument: { times: Int64 },
      controllers: ({ owner }) => [owner],
    },
  },
});

Named.implement({
  Find: (transaction, { owner, name }, { times }) => {
    for (let time = 0n; time < times; time += 1n) transaction.fetchByKey(Named, { owner, name });
  },
});

const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note, Named } });

const limits = { maxPreparedBytes: 30_000 };

const scene = () => signingLedger({ packages: [notes], limits });
type Scene = Awaited<ReturnType<typeof scene>>;

/** Creates a note of alice with a text of this length. */
const write = async ({ ledger, alice, aliceKey: key }: Scene, length: number): Promise<string> => {
  const create = Note.create({ owner: alice, text: "x".repeat(length) });
  const { transaction } = await signAndExecute(ledger, { party: alice, key }, create);
  for (const event of transaction.events) {
    if ("CreatedEvent" in event) return event.CreatedEvent.contractId;
  }
  return expect.fail("no contract");
};

describe("size of a prepared transaction", () => {
  it("counts the input contracts towards the limit, because they are sent twice", async () => {
    const given = await scene();
    const { ledger, alice, aliceKey } = given;
    const written: string[] = [];
    for (let count = 0; count < 4; count += 1) written.push(await write(given, 4_000));
    const reader = contractOf(Note, await write(given, 1));
    const read = (count: number) => reader.exercise(Note.Read, { notes: written.slice(0, count) });
    await executePreparedAndWait(
      ledger,
      signedBody(await prepare(ledger, alice, read(2)), aliceKey),
    );
    const error = await rejectionOf(prepare(ledger, alice, read(4)));
    expect(error.code).to.equal("FAILED_TO_PREPARE_TRANSACTION");
    expect(error.cause).to.contain("30000 bytes");
  });

  it("counts the key towards the limit each time that a node repeats it", async () => {
    const { ledger, alice, aliceKey } = await scene();
    const scheme = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" };
    const name = "x".repeat(2_000);
    const created = await prepare(ledger, alice, Named.create({ owner: alice, name }), scheme);
    await executePreparedAndWait(ledger, signedBody(created, aliceKey));
    const find = (times: bigint) =>
      prepare(
        ledger,
        alice,
        Named.exerciseByKey({ owner: alice, name }, Named.Find, { times }),
        scheme,
      );
    expect(await find(3n)).to.have.property("preparedTransaction");
    expect((await rejectionOf(find(12n))).code).to.equal("FAILED_TO_PREPARE_TRANSACTION");
  });

  it("counts the names of record fields towards the limit", async () => {
    const given = await scene();
    const { ledger, alice } = given;
    const note = contractOf(Note, await write(given, 1));
    const draw = (count: bigint) => prepare(ledger, alice, note.exercise(Note.Draw, { count }));
    expect(await draw(50n)).to.have.property("preparedTransaction");
    expect((await rejectionOf(draw(150n))).code).to.equal("FAILED_TO_PREPARE_TRANSACTION");
  });

  it("counts each part of a value towards the limit, even a number", async () => {
    const given = await scene();
    const { ledger, alice } = given;
    const note = contractOf(Note, await write(given, 1));
    const countTo = (count: bigint) => prepare(ledger, alice, note.exercise(Note.Count, { count }));
    expect(await countTo(300n)).to.have.property("preparedTransaction");
    expect((await rejectionOf(countTo(600n))).code).to.equal("FAILED_TO_PREPARE_TRANSACTION");
  });
});
