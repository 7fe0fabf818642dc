import {
  Bool,
  CalendarDate,
  ContractId,
  definePackage,
  defineTemplate,
  GenMap,
  Int64,
  List,
  Numeric,
  Optional,
  Party,
  record,
  Text,
  TextMap,
  Timestamp,
  Unit,
  variant,
} from "../../../lib/index.ts";

/** A small contract of one party, with choices of every kind. */
export const Note = defineTemplate("Models:Note", {
  payload: { owner: Party, readers: List(Party), text: Text },
  signatories: ({ owner }) => [owner],
  observers: ({ readers }) => readers,
  choices: {
    Consume: { controllers: ({ owner }) => [owner] },
    Keep: { consuming: false, controllers: ({ owner }) => [owner] },
    Copy: { result: ContractId("Models:Note"), controllers: ({ owner }) => [owner] },
    /** Creates a copy, and a copy of the copy. */
    CopyTwice: { result: ContractId("Models:Note"), controllers: ({ owner }) => [owner] },
    Read: {
      consuming: false,
      argument: { reader: Party },
      controllers: (_, { reader }) => [reader],
    },
    Fail: { consuming: false, controllers: ({ owner }) => [owner] },
    After: { consuming: false, argument: { time: Timestamp }, controllers: ({ owner }) => [owner] },
    /** Creates this many copies; each is created by a choice of the previous one. */
    Deep: { consuming: false, argument: { levels: Int64 }, controllers: ({ owner }) => [owner] },
    Wide: { consuming: false, argument: { times: Int64 }, controllers: ({ owner }) => [owner] },
    /** Creates two copies, each of which creates two, and so on for this many levels. */
    Large: { consuming: false, argument: { levels: Int64 }, controllers: ({ owner }) => [owner] },
  },
});

Note.implement({
  Consume: () => undefined,
  Keep: () => undefined,
  Copy: (transaction, self) => transaction.create(Note, self),
  CopyTwice: (transaction, self) => {
    const copy = transaction.create(Note, self);
    transaction.fetch(Note, copy);
    return transaction.exercise(copy, Note.Copy);
  },
  Read: () => undefined,
  Fail: (transaction) => transaction.fail({ errorId: "models/failed", message: "it was to fail" }),
  After: (transaction, _, { time }) => {
    transaction.assert(!transaction.isBefore(time), "it is too early");
  },
  Deep: (transaction, _, { levels }, contractId) => {
    if (levels > 0n) transaction.exercise(contractId, Note.Deep, { levels: levels - 1n });
  },
  Large: (transaction, _, { levels }, contractId) => {
    if (levels === 0n) return;
    transaction.exercise(contractId, Note.Large, { levels: levels - 1n });
    transaction.exercise(contractId, Note.Large, { levels: levels - 1n });
  },
  Wide: (transaction, _, { times }, contractId) => {
    for (let index = 0n; index < times; index++) transaction.exercise(contractId, Note.Keep);
  },
});

export const noteOf = (owner: string, readers: readonly string[] = [], text = "") =>
  Note.create({ owner, readers, text });

/** Signed by several parties; more may join. */
export const Joint = defineTemplate("Models:Joint", {
  payload: { owners: List(Party) },
  signatories: ({ owners }) => owners,
  choices: {
    Join: {
      argument: { others: List(Party) },
      result: ContractId("Models:Joint"),
      controllers: ({ owners }, { others }) => [...owners, ...others],
    },
    LookAt: {
      consuming: false,
      argument: { other: ContractId("Models:Joint") },
      controllers: ({ owners }) => owners,
    },
  },
});

Joint.implement({
  Join: (transaction, { owners }, { others }) =>
    transaction.create(Joint, { owners: [...owners, ...others] }),
  LookAt: (transaction, _, { other }) => {
    transaction.fetch(Joint, other);
  },
});

const Point = record("Models:Point", { x: Int64, y: Int64 });
const Shape = variant("Models:Shape", { Circle: { radius: Numeric(10) }, Dot: Unit });

/** Contains values of many kinds. */
export const Values = defineTemplate("Models:Values", {
  payload: {
    owner: Party,
    count: Int64,
    amount: Numeric(10),
    time: Timestamp,
    day: CalendarDate,
    items: List(Text),
    byText: TextMap(Int64),
    byNumber: GenMap(Int64, Text),
    maybe: Optional(Int64),
    nested: Optional(Optional(Int64)),
    shape: Optional(Shape),
    point: Optional(Point),
    flag: Optional(Bool),
    last: Optional(Text),
    other: Optional(ContractId("Models:Note")),
  },
  signatories: ({ owner }) => [owner],
  choices: {
    Take: {
      consuming: false,
      argument: {
        items: List(Text),
        byText: TextMap(Int64),
        other: Optional(ContractId("Models:Note")),
      },
      result: List(Text),
      controllers: ({ owner }) => [owner],
    },
  },
});

Values.implement({ Take: (_, __, { items }) => items });

/** Returns the arguments as a client's JSON, with all required fields. */
export const valuesJson = (owner: string, more: Readonly<Record<string, unknown>> = {}) => ({
  CreateCommand: {
    templateId: Values.reference,
    createArguments: {
      owner,
      count: "1",
      amount: "1.5",
      time: "2024-01-01T12:00:00Z",
      day: "2024-01-01",
      items: [],
      byText: {},
      byNumber: [],
      nested: [],
      ...more,
    },
  },
});

export const modelsPackage = definePackage({
  name: "models",
  version: "1.0.0",
  templates: { Note, Joint, Values },
});

export const exercise = (
  templateId: string,
  contractId: string,
  choice: string,
  choiceArgument: unknown = {},
) => ({ ExerciseCommand: { templateId, contractId, choice, choiceArgument } });
