import { expect } from "chai";

import { type CaseLedger, createdIn, type Fields } from "../../support/catalogue/case-ledger.ts";
import { exercise, Note, noteOf, Values, valuesJson } from "../../support/catalogue/models.ts";
import { KeyedNat, natJson, Nested } from "../../support/catalogue/nested-models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";

const wait = "/v2/commands/submit-and-wait";

const create = async (api: CaseLedger, more: Fields) => {
  const alice = await api.party("alice");
  return { alice, ...createdIn(await api.submit(alice, valuesJson(alice, more))) };
};

const taken =
  (more: Fields): Case =>
  async (api) => {
    await create(api, more);
  };

const refused =
  (status: number, code: string, more: Fields): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const commands = api.commands(alice, valuesJson(alice, more));
    await api.refused(status, code, ["POST", wait, commands]);
  };

const otherKind = (more: Fields): Case => refused(500, "LEDGER_API_INTERNAL_ERROR", more);
const invalid = (more: Fields): Case => refused(400, "INVALID_ARGUMENT", more);
const unfit = (more: Fields): Case => refused(400, "COMMAND_PREPROCESSING_FAILED", more);

const argumentsOf =
  (status: number, code: string, createArguments: unknown): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const command = { CreateCommand: { templateId: Note.reference, createArguments } };
    await api.refused(status, code, ["POST", wait, api.commands(alice, command)]);
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

/** Creates a contract with these fields, and returns the arguments of its created event. */
const written = async (api: CaseLedger, more: Fields) => {
  const { createArgument } = await create(api, more);
  const { maybe, last, nested } = createArgument;
  return { maybe, last, nested, names: Object.keys(createArgument) };
};

export const trailingOptionals: Suite = {
  name: "JsonCodecTest",
  cases: {
    "keep populated trailing optional fields": async (api) => {
      expect((await written(api, { last: "x" })).last).to.equal("x");
    },
    "work with fields in any order": async (api) => {
      const alice = await api.party("alice");
      const { createArguments } = valuesJson(alice, { last: "x" }).CreateCommand;
      const reversed = Object.fromEntries(Object.entries(createArguments).reverse());
      const { events } = await api.submit(alice, {
        CreateCommand: { templateId: Values.reference, createArguments: reversed },
      });
      expect(Object.keys(createdIn({ events }).createArgument)[0]).to.equal("owner");
    },
    "drop unpopulated trailing optional fields": async (api) => {
      expect((await written(api, {})).names).to.not.include.members(["last", "other"]);
    },
    "drop empty trailing optional fields": async (api) => {
      const { names } = await written(api, { last: null, other: null });
      expect(names).to.not.include.members(["last", "other"]);
    },
    "(added) a None before a populated field is null; nested optional encodings": async (api) => {
      const found = await written(api, { nested: [[]], last: "x" });
      expect(found).to.include({ maybe: null, last: "x" });
      expect(found.nested).to.deep.equal([[]]);
    },
  },
};

const misspelt =
  (shape: unknown): Case =>
  async (api) => {
    await invalid({ shape })(api);
  };

export const malformedVariants: Suite = {
  name: "JsonErrorHandlingOfDamlVariantTest",
  cases: {
    "return error upon misspelled tag field in variant": misspelt({ tagg: "Dot", value: {} }),
    "return error upon wrong tag value in variant": misspelt({ tag: "Dott", value: {} }),
  },
};

/** A place for deep values in a command, and the error if a value is too deep there. */
interface Place {
  readonly command: (api: CaseLedger, owner: string, levels: number) => Promise<object> | object;
  readonly code: "COMMAND_PREPROCESSING_FAILED" | "VALUE_NESTING";
}

/**
 * Returns a value with this total depth; the record around it and its innermost value count as two levels.
 */
const inRecord = (levels: number): unknown => natJson(levels - 2);

const nestedOf = (owner: string, nat: unknown) => ({
  templateId: Nested.reference,
  createArguments: { owner, nat },
});

const onNested = async (api: CaseLedger, owner: string, choice: string, argument: Fields) => {
  const contractId = await api.create(owner, { CreateCommand: nestedOf(owner, natJson(0)) });
  return exercise(Nested.reference, contractId, choice, argument);
};

const byChoice =
  (choice: string, wrapped: number): Place["command"] =>
  (api, owner, levels) =>
    onNested(api, owner, choice, { levels: String(levels - wrapped) });

const places: Readonly<Record<string, Place>> = {
  CreateCommand: {
    command: (_, owner, levels) => ({ CreateCommand: nestedOf(owner, inRecord(levels)) }),
    code: "COMMAND_PREPROCESSING_FAILED",
  },
  ExerciseCommand: {
    command: (api, owner, levels) => onNested(api, owner, "Hold", { nat: inRecord(levels) }),
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
    command: async (api, owner, levels) => {
      await api.create(owner, keyed(owner, levels));
      return byChoice("LookUp", 2)(api, owner, levels);
    },
    code: "VALUE_NESTING",
  },
  FetchByKey: {
    command: async (api, owner, levels) => {
      await api.create(owner, keyed(owner, levels));
      return byChoice("Fetch", 2)(api, owner, levels);
    },
    code: "VALUE_NESTING",
  },
};

const accepts =
  ({ command }: Place, levels: number): Case =>
  async (api) => {
    const alice = await api.party("alice");
    await api.post(wait, api.commands(alice, await command(api, alice, levels)));
  };

const rejects =
  ({ command, code }: Place, levels: number): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const commands = api.commands(alice, await command(api, alice, levels));
    const { end } = api;
    await api.refused(400, code, ["POST", wait, commands]);
    expect(api.end).to.equal(end);
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
  async (api) => {
    const { alice, contractId } = await create(api, {});
    const given = { items: [], byText: {}, ...argument };
    await api.submit(alice, exercise(Values.reference, contractId, "Take", given));
  };

const repeated =
  (choice: "Deep" | "Wide", argument: Fields, events: number): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const contractId = await api.create(alice, noteOf(alice));
    const committed = await api.submit(
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

/** Values of every type, written like the ledger writes them. */
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
    TXCreateWithAnyType: async (api) => {
      const { createArgument } = await create(api, ofEveryKind);
      expect(createArgument).to.deep.include(ofEveryKind);
    },
    TXExerciseWithAnyType: async (api) => {
      const { alice, contractId } = await create(api, {});
      const other = await api.create(alice, noteOf(alice));
      const argument = { items: ["a"], byText: { b: "1" }, other };
      const take = exercise(Values.reference, contractId, "Take", argument);
      const { events } = await api.submit(alice, take);
      expect(events[0]?.ExercisedEvent).to.deep.include({
        choiceArgument: argument,
        exerciseResult: ["a"],
      });
    },
    TXVeryLongList: async (api) => {
      const { createArgument } = await create(api, { items: numbers });
      expect(createArgument["items"]).to.deep.equal(numbers);
    },
    TXNoReorder: async (api) => {
      const items = ["c", "a", "b"];
      const { createArgument } = await create(api, { items });
      expect(createArgument["items"]).to.deep.equal(items);
      expect(Object.keys(createArgument).slice(0, 3)).to.deep.equal(["owner", "count", "amount"]);
    },
  },
};

export const textMaps: Suite = {
  name: "DamlValuesIT",
  cases: {
    DVTextMap: async (api) => {
      const alice = await api.party("alice");
      for (const size of [1, 10, 100, many]) {
        const byText = Object.fromEntries(numbers.slice(0, size).map((key) => [key, "1"]));
        const { events } = await api.submit(alice, valuesJson(alice, { byText }));
        expect(createdIn({ events }).createArgument["byText"]).to.deep.equal(byText);
      }
    },
  },
};
