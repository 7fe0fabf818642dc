import { expect } from "chai";

import { type Asked, createdIn, type Fields } from "../../support/catalogue/asked.ts";
import { exercise, Note, noteOf, Values, valuesJson } from "../../support/catalogue/models.ts";
import { KeyedNat, natJson, Nested } from "../../support/catalogue/nested-models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";

const wait = "/v2/commands/submit-and-wait";

const create = async (asked: Asked, more: Fields) => {
  const alice = await asked.party("alice");
  return { alice, ...createdIn(await asked.submit(alice, valuesJson(alice, more))) };
};

const taken =
  (more: Fields): Case =>
  async (asked) => {
    await create(asked, more);
  };

const refused =
  (status: number, code: string, more: Fields): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    const commands = asked.commands(alice, valuesJson(alice, more));
    await asked.refused(status, code, ["POST", wait, commands]);
  };

const otherKind = (more: Fields): Case => refused(500, "LEDGER_API_INTERNAL_ERROR", more);
const invalid = (more: Fields): Case => refused(400, "INVALID_ARGUMENT", more);
const unfit = (more: Fields): Case => refused(400, "COMMAND_PREPROCESSING_FAILED", more);

const argumentsOf =
  (status: number, code: string, createArguments: unknown): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    const command = { CreateCommand: { templateId: Note.reference, createArguments } };
    await asked.refused(status, code, ["POST", wait, asked.commands(alice, command)]);
  };

export const kindsOfJson: Suite = {
  name: "JsonCodec.scala",
  cases: {
    "nested optional left out": otherKind({ nested: undefined }),
    "nested optional null": otherKind({ nested: null }),
    "nested optional [null]": otherKind({ nested: [null] }),
    'nested optional ["7"]': otherKind({ nested: ["7"] }),
    "numeric as JSON number below 10^7": taken({ amount: 9999999.5 }),
    "numeric as JSON number 10^7 (Double.toString gives 1.0E7)": invalid({ amount: 10000000 }),
    "numeric as JSON number 0.0001 (1.0E-4)": invalid({ amount: 0.0001 }),
    'numeric "1e8"': invalid({ amount: "1e8" }),
    'numeric ".5"': invalid({ amount: ".5" }),
    'numeric "+1.5"': taken({ amount: "+1.5" }),
    "numeric with 11 decimals": unfit({ amount: "1.00000000001" }),
    "numeric true": invalid({ amount: true }),
    "numeric []": invalid({ amount: [] }),
    "int64 as JSON number": otherKind({ count: 5 }),
    'int64 "abc"': invalid({ count: "abc" }),
    "int64 too large": invalid({ count: "9223372036854775808" }),
    "int64 true": otherKind({ count: true }),
    "text as number": otherKind({ items: [5] }),
    "bool as string": otherKind({ flag: "true" }),
    "party as number": otherKind({ owner: 5 }),
    "timestamp unparsable": otherKind({ time: "yesterday" }),
    "timestamp as number": otherKind({ time: 5 }),
    "list as object": otherKind({ items: {} }),
    "record as string": otherKind({ point: "x" }),
    "optional text as number": otherKind({ last: 5 }),
    "create arguments as array": argumentsOf(500, "LEDGER_API_INTERNAL_ERROR", []),
    "variant unknown constructor": invalid({ shape: { tag: "Square", value: {} } }),
    "variant without tag": invalid({ shape: { value: {} } }),
    "unexpected field": invalid({ unknown: "x" }),
    "unexpected field that is null": taken({ unknown: null }),
    "missing field": argumentsOf(400, "COMMAND_PREPROCESSING_FAILED", { text: "" }),
  },
};

/** The response for trailing Optionals. */
const written = async (asked: Asked, more: Fields) => {
  const { createArgument } = await create(asked, more);
  const { maybe, last, nested } = createArgument;
  return { maybe, last, nested, names: Object.keys(createArgument) };
};

export const trailingOptionals: Suite = {
  name: "JsonCodecTest",
  cases: {
    "keep populated trailing optional fields": async (asked) => {
      expect((await written(asked, { last: "x" })).last).to.equal("x");
    },
    "work with fields in any order": async (asked) => {
      const alice = await asked.party("alice");
      const { createArguments } = valuesJson(alice, { last: "x" }).CreateCommand;
      const reversed = Object.fromEntries(Object.entries(createArguments).reverse());
      const { events } = await asked.submit(alice, {
        CreateCommand: { templateId: Values.reference, createArguments: reversed },
      });
      expect(Object.keys(createdIn({ events }).createArgument)[0]).to.equal("owner");
    },
    "drop unpopulated trailing optional fields": async (asked) => {
      expect((await written(asked, {})).names).to.not.include.members(["last", "other"]);
    },
    "drop empty trailing optional fields": async (asked) => {
      const { names } = await written(asked, { last: null, other: null });
      expect(names).to.not.include.members(["last", "other"]);
    },
    "(added) a None before a populated field is null; nested optional encodings": async (asked) => {
      const found = await written(asked, { nested: [[]], last: "x" });
      expect(found).to.include({ maybe: null, last: "x" });
      expect(found.nested).to.deep.equal([[]]);
    },
  },
};

const misspelt =
  (shape: unknown): Case =>
  async (asked) => {
    await invalid({ shape })(asked);
  };

export const malformedVariants: Suite = {
  name: "JsonErrorHandlingOfDamlVariantTest",
  cases: {
    "return error upon misspelled tag field in variant": misspelt({ tagg: "Dot", value: {} }),
    "return error upon wrong tag value in variant": misspelt({ tag: "Dott", value: {} }),
  },
};

/** A command with a value at this depth, and its error if the value is too deep. */
interface Place {
  readonly command: (asked: Asked, owner: string, levels: number) => Promise<object> | object;
  readonly code: "COMMAND_PREPROCESSING_FAILED" | "VALUE_NESTING";
}

/** Two levels surround it: the record, and the innermost value. */
const inRecord = (levels: number): unknown => natJson(levels - 2);

const nestedOf = (owner: string, nat: unknown) => ({
  templateId: Nested.reference,
  createArguments: { owner, nat },
});

const onNested = async (asked: Asked, owner: string, choice: string, argument: Fields) => {
  const contractId = await asked.create(owner, { CreateCommand: nestedOf(owner, natJson(0)) });
  return exercise(Nested.reference, contractId, choice, argument);
};

const byChoice =
  (choice: string, wrapped: number): Place["command"] =>
  (asked, owner, levels) =>
    onNested(asked, owner, choice, { levels: String(levels - wrapped) });

const places: Readonly<Record<string, Place>> = {
  CreateCommand: {
    command: (_, owner, levels) => ({ CreateCommand: nestedOf(owner, inRecord(levels)) }),
    code: "COMMAND_PREPROCESSING_FAILED",
  },
  ExerciseCommand: {
    command: (asked, owner, levels) => onNested(asked, owner, "Hold", { nat: inRecord(levels) }),
    code: "COMMAND_PREPROCESSING_FAILED",
  },
  CreateArgumentInCreateAndExerciseCommand: {
    command: (_, owner, levels) => ({
      CreateAndExerciseCommand: {
        ...nestedOf(owner, inRecord(levels)),
        choice: "Hold",
        choiceArgument: { nat: natJson(0) },
      },
    }),
    code: "COMMAND_PREPROCESSING_FAILED",
  },
  ChoiceArgumentInCreateAndExerciseCommand: {
    command: (_, owner, levels) => ({
      CreateAndExerciseCommand: {
        ...nestedOf(owner, natJson(0)),
        choice: "Hold",
        choiceArgument: { nat: inRecord(levels) },
      },
    }),
    code: "COMMAND_PREPROCESSING_FAILED",
  },
  ExerciseArgument: { command: byChoice("Pass", 2), code: "VALUE_NESTING" },
  ExerciseOutput: { command: byChoice("Give", 1), code: "VALUE_NESTING" },
  CreateArgument: { command: byChoice("Make", 2), code: "VALUE_NESTING" },
};

const keyed = (owner: string, levels: number) => ({
  CreateCommand: {
    templateId: KeyedNat.reference,
    createArguments: { owner, levels: String(levels - 2) },
  },
});

const keyPlaces: Readonly<Record<string, Place>> = {
  ContractKey: { command: (_, owner, levels) => keyed(owner, levels), code: "VALUE_NESTING" },
  FailingLookupByKey: { command: byChoice("LookUp", 2), code: "VALUE_NESTING" },
  SuccessfulLookupByKey: {
    command: async (asked, owner, levels) => {
      await asked.create(owner, keyed(owner, levels));
      return byChoice("LookUp", 2)(asked, owner, levels);
    },
    code: "VALUE_NESTING",
  },
  FetchByKey: {
    command: async (asked, owner, levels) => {
      await asked.create(owner, keyed(owner, levels));
      return byChoice("Fetch", 2)(asked, owner, levels);
    },
    code: "VALUE_NESTING",
  },
};

const accepts =
  ({ command }: Place, levels: number): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    await asked.post(wait, asked.commands(alice, await command(asked, alice, levels)));
  };

const rejects =
  ({ command, code }: Place, levels: number): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    const commands = asked.commands(alice, await command(asked, alice, levels));
    const { end } = asked;
    await asked.refused(400, code, ["POST", wait, commands]);
    expect(asked.end).to.equal(end);
  };

const casesOf = (of: Readonly<Record<string, Place>>, refusedPlaces: readonly string[]) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, place]) => [
      ...[46, 100].map((levels) => [`Accept${name}${levels}`, accepts(place, levels)] as const),
      ...(refusedPlaces.includes(name) ? [101, 110, 200] : []).map(
        (levels) => [`Reject${name}${levels}`, rejects(place, levels)] as const,
      ),
    ]),
  );

export const nestedValues: Suite = {
  name: "DeeplyNestedValueIT",
  cases: casesOf(places, Object.keys(places)),
};

export const nestedKeys: Suite = {
  name: "ContractKeysDeeplyNestedValueIT",
  cases: casesOf(keyPlaces, ["ContractKey", "FailingLookupByKey"]),
};

const many = 10_000;
const numbers = Array.from({ length: many }, (_, index) => String(index));
const largeMap = Object.fromEntries(numbers.map((number) => [number, number]));

const inChoice =
  (argument: Fields): Case =>
  async (asked) => {
    const { alice, contractId } = await create(asked, {});
    const given = { items: [], byText: {}, ...argument };
    await asked.submit(alice, exercise(Values.reference, contractId, "Take", given));
  };

const repeated =
  (choice: "Deep" | "Wide", argument: Fields, events: number): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    const contractId = await asked.create(alice, noteOf(alice));
    const committed = await asked.submit(
      alice,
      exercise(Note.reference, contractId, choice, argument),
    );
    expect(committed.events).to.have.length(events);
  };

export const limits: Suite = {
  name: "LimitsIT",
  cases: {
    LLargeMapInContract: taken({ byText: largeMap }),
    LLargeMapInChoice: inChoice({ byText: largeMap }),
    LLargeListInContract: taken({ items: numbers }),
    LLargeListInChoice: inChoice({ items: numbers }),
    LDeepTransaction: repeated("Deep", { levels: "200" }, 201),
    LWideTransaction: repeated("Wide", { times: "500" }, 501),
  },
};

/** Values of every kind, in the ledger's own notation. */
const ofEveryKind = {
  count: "-7",
  amount: "3.2500000000",
  time: "2024-02-29T12:00:00.000001Z",
  day: "2024-02-29",
  items: ["größer", "🚀", ""],
  byText: { a: "1", "": "2" },
  byNumber: [
    ["-1", "x"],
    ["2", "y"],
  ],
  maybe: "5",
  nested: [["6"]],
  shape: { tag: "Circle", value: { radius: "1.0000000000" } },
  point: { x: "1", y: "2" },
  flag: true,
  last: "z",
};

export const valuesInAndOut: Suite = {
  name: "TransactionServiceArgumentsIT",
  cases: {
    TXCreateWithAnyType: async (asked) => {
      const { createArgument } = await create(asked, ofEveryKind);
      expect(createArgument).to.deep.include(ofEveryKind);
    },
    TXExerciseWithAnyType: async (asked) => {
      const { alice, contractId } = await create(asked, {});
      const other = await asked.create(alice, noteOf(alice));
      const argument = { items: ["a"], byText: { b: "1" }, other };
      const take = exercise(Values.reference, contractId, "Take", argument);
      const { events } = await asked.submit(alice, take);
      expect(events[0]?.ExercisedEvent).to.deep.include({
        choiceArgument: argument,
        exerciseResult: ["a"],
      });
    },
    TXVeryLongList: async (asked) => {
      const { createArgument } = await create(asked, { items: numbers });
      expect(createArgument["items"]).to.deep.equal(numbers);
    },
    TXNoReorder: async (asked) => {
      const items = ["c", "a", "b"];
      const { createArgument } = await create(asked, { items });
      expect(createArgument["items"]).to.deep.equal(items);
      expect(Object.keys(createArgument).slice(0, 3)).to.deep.equal(["owner", "count", "amount"]);
    },
  },
};

export const textMaps: Suite = {
  name: "DamlValuesIT",
  cases: {
    DVTextMap: async (asked) => {
      const alice = await asked.party("alice");
      for (const size of [1, 10, 100, many]) {
        const byText = Object.fromEntries(numbers.slice(0, size).map((key) => [key, "1"]));
        const { events } = await asked.submit(alice, valuesJson(alice, { byText }));
        expect(createdIn({ events }).createArgument["byText"]).to.deep.equal(byText);
      }
    },
  },
};
