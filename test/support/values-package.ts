import {
  Bool,
  CalendarDate,
  ContractId,
  definePackage,
  defineTemplate,
  enumeration,
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
} from "../../lib/index.ts";

const Colour = enumeration("Values:Colour", ["Red", "Green"]);
const Point = record("Values:Point", { x: Int64, y: Int64, name: Optional(Text) });
const Shape = variant("Values:Shape", { Circle: { radius: Numeric(10) }, Dot: Unit });

/** A template with a field of every type, and choices that exercise other choices. */
export const Everything = defineTemplate("Values:Everything", {
  payload: {
    owner: Party,
    unit: Unit,
    flag: Bool,
    count: Int64,
    amount: Numeric(10),
    label: Text,
    time: Timestamp,
    day: CalendarDate,
    maybe: Optional(Int64),
    nothing: Optional(Text),
    items: List(Text),
    byText: TextMap(Int64),
    byNumber: GenMap(Int64, Text),
    colour: Colour,
    point: Point,
    shape: Shape,
    other: Optional(ContractId("Values:Everything")),
  },
  signatories: ({ owner }) => [owner],
  choices: {
    Copy: {
      consuming: false,
      argument: { times: Int64 },
      result: List(ContractId("Values:Everything")),
      controllers: ({ owner }) => [owner],
    },
    Replace: {
      result: ContractId("Values:Everything"),
      controllers: ({ owner }) => [owner],
    },
    When: { consuming: false, result: Timestamp, controllers: ({ owner }) => [owner] },
  },
});

Everything.implement({
  Copy: (transaction, self, { times }, contractId) => {
    transaction.fetch(Everything, contractId);
    const copies = [];
    for (let index = 0n; index < times; index++) {
      const copy = transaction.create(Everything, { ...self, count: index, other: contractId });
      copies.push(transaction.exercise(copy, Everything.Replace));
    }
    return copies;
  },
  Replace: (transaction, self, _, contractId) =>
    transaction.create(Everything, { ...self, other: contractId }),
  When: (transaction) => transaction.now(),
});

export const valuesPackage = definePackage({
  name: "values",
  version: "1.0.0",
  templates: { Everything },
});

/** Returns the arguments with all fields. */
export const everythingOf = (owner: string) =>
  Everything.create({
    owner,
    unit: undefined,
    flag: true,
    count: -7n,
    amount: "3.25",
    label: "größer 🚀",
    time: "2024-02-29T12:00:00.000001Z",
    day: "2024-02-29",
    maybe: 5n,
    nothing: undefined,
    items: ["a", ""],
    byText: { b: 2n, a: 1n },
    byNumber: new Map([
      [10n, "ten"],
      [-1n, "minus one"],
    ]),
    colour: "Green",
    point: { x: 1n, y: -1n, name: undefined },
    shape: { tag: "Circle", value: { radius: "1.5" } },
    other: undefined,
  });
