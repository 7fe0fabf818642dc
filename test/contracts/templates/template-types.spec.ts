import { expect } from "chai";
import { expectTypeOf } from "expect-type";

import {
  Bool,
  CalendarDate,
  type ContractException,
  ContractId,
  type Decimal,
  defineInterface,
  definePackage,
  defineTemplate,
  type Descriptor,
  enumeration,
  genericRecord,
  genericVariant,
  GenMap,
  type InputOf,
  Int64,
  type LedgerMap,
  List,
  method,
  type NativeOf,
  Numeric,
  Optional,
  Party,
  record,
  type Some,
  Text,
  TextMap,
  Timestamp,
  type TransactionContext,
  Unit,
  variant,
} from "../../../lib/index.ts";

const Holding = defineInterface("Types:Holding", {
  view: { owner: Party, amount: Numeric(10) },
  methods: { give: method<(tx: TransactionContext, to: Party) => ContractId<"Types:Holding">>() },
  choices: {
    Give: {
      argument: { to: Party },
      result: ContractId("Types:Holding"),
      controllers: ({ view }) => [view.owner],
    },
  },
});

const Iou = defineTemplate("Types:Iou", {
  payload: { owner: Party, amount: Numeric(10), memo: Optional(Text) },
  signatories: (iou) => {
    expectTypeOf(iou).toEqualTypeOf<{
      readonly owner: Party;
      readonly amount: Decimal;
      readonly memo: string | null;
    }>();
    return [iou.owner];
  },
  key: {
    type: { owner: Party, number: Int64 },
    of: ({ owner }) => ({ owner, number: 1 }),
    maintainers: (key) => {
      expectTypeOf(key).toEqualTypeOf<{ readonly owner: Party; readonly number: bigint }>();
      return [key.owner];
    },
  },
  choices: {
    Transfer: {
      argument: { to: Party, note: Optional(Text) },
      result: ContractId("Types:Iou"),
      controllers: (iou, argument) => {
        expectTypeOf(iou.amount).toEqualTypeOf<Decimal>();
        expectTypeOf(argument).toEqualTypeOf<{
          readonly to: Party;
          readonly note: string | null;
        }>();
        return [iou.owner, argument.to];
      },
    },
    Count: {
      argument: List(Int64),
      result: Int64,
      controllers: ({ owner }, numbers) => {
        expectTypeOf(numbers).toEqualTypeOf<readonly bigint[]>();
        return [owner];
      },
    },
    Touch: {
      consuming: false,
      // @ts-expect-error -- the choice declares no argument, so the argument has no fields
      controllers: ({ owner }, nothing) => (nothing.missing ? [] : [owner]),
    },
  },
});

Iou.implement({
  Transfer: (tx, iou, { to, note }, self) => {
    expectTypeOf(tx).toEqualTypeOf<TransactionContext>();
    expectTypeOf(note).toEqualTypeOf<string | null>();
    expectTypeOf(self).toEqualTypeOf<ContractId<"Types:Iou">>();
    expectTypeOf(tx.fetch(Iou, self).amount).toEqualTypeOf<Decimal>();
    expectTypeOf(tx.fetch(Holding, self.as(Holding)).view.amount).toEqualTypeOf<Decimal>();
    expectTypeOf(tx.exercise(self, Iou.Count, [1])).toEqualTypeOf<bigint>();
    expectTypeOf(tx.exercise(self, Iou.Touch)).toEqualTypeOf<Unit>();
    expectTypeOf(
      tx.exerciseByKey(Iou, { owner: to, number: 1 }, Iou.Count, []),
    ).toEqualTypeOf<bigint>();
    expectTypeOf(
      tx.lookupByKey(Iou, { owner: to, number: 1n }),
    ).toEqualTypeOf<ContractId<"Types:Iou"> | null>();
    expectTypeOf(tx.fetchByKey(Iou, { owner: to, number: 1 }).payload.memo).toEqualTypeOf<
      string | null
    >();
    expectTypeOf(tx.now()).toEqualTypeOf<bigint>();
    const attempted = tx.attempt(
      () => 1,
      (exception) => {
        expectTypeOf(exception).toEqualTypeOf<ContractException>();
        return 2;
      },
    );
    expectTypeOf(attempted).toEqualTypeOf<number>();
    return tx.create(Iou, { ...iou, owner: to });
  },
  Count: (_, __, numbers) => numbers.length,
  Touch: () => undefined,
});

Iou.implements(Holding, {
  view: ({ owner, amount }) => ({ owner, amount }),
  give: (iou, tx, to) => tx.create(Iou, { ...iou, owner: to }).as(Holding),
});

Holding.implement({
  Give: (tx, holding, { to }) => {
    expectTypeOf(holding.view).toEqualTypeOf<{ readonly owner: Party; readonly amount: Decimal }>();
    return holding.give(tx, to);
  },
});

const Other = defineTemplate("Types:Other", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
});

const types = definePackage({
  name: "types",
  version: "1.0.0",
  templates: { Iou, Other },
  interfaces: { Holding },
});

/** Compiled but never run: the compiler must refuse each line, or its directive is an error. */
const refusedByTheCompiler = (tx: TransactionContext, id: ContractId<"Types:Iou">): unknown[] => [
  // @ts-expect-error -- a field is missing
  Iou.create({ owner: "alice" }),
  // @ts-expect-error -- a field has the wrong type
  Iou.create({ owner: 5, amount: 1 }),
  // @ts-expect-error -- there is no such field
  Iou.create({ owner: "alice", amount: 1, extra: true }),
  // @ts-expect-error -- an argument is missing
  id.exercise(Iou.Transfer),
  // @ts-expect-error -- an argument has the wrong type
  id.exercise(Iou.Transfer, { to: 1 }),
  // @ts-expect-error -- the choice belongs to an interface
  id.exercise(Holding.Give, { to: "bob" }),
  // @ts-expect-error -- there is no such choice
  Iou.Vanish,
  // @ts-expect-error -- the choice belongs to another template
  Other.createAndExercise({ owner: "alice" }, Iou.Touch),
  // @ts-expect-error -- the key has the wrong type
  Iou.exerciseByKey("alice", Iou.Touch),
  // @ts-expect-error -- the template has no key
  Other.exerciseByKey({}, Other.Archive),
  // @ts-expect-error -- the id is one of another template
  tx.fetch(Other, id),
  // @ts-expect-error -- the choice belongs to another template
  tx.exercise(id, Other.Archive),
  // @ts-expect-error -- the payload is one of another template
  tx.create(Other, { owner: "alice", amount: 1 }),
  // @ts-expect-error -- a choice without code
  Iou.implement({ Touch: () => undefined, Count: () => 1 }),
  Iou.implement({
    // @ts-expect-error -- the result has the wrong type
    Transfer: () => 5,
    // @ts-expect-error -- the code of a choice is not asynchronous
    Count: () => Promise.resolve(1n),
    Touch: () => undefined,
  }),
  Iou.implements(Holding, {
    // @ts-expect-error -- the view lacks a field
    view: ({ owner }) => ({ owner }),
    give: () => id.as(Holding),
  }),
  // @ts-expect-error -- a method is missing
  Iou.implements(Holding, { view: ({ owner, amount }) => ({ owner, amount }) }),
  defineTemplate("Types:Misspelt", {
    payload: { owner: Party },
    signatories: ({ owner }) => [owner],
    key: {
      type: Party,
      of: ({ owner }) => owner,
      // @ts-expect-error -- the error is at the field that does not exist
      maintainer: (owner: Party) => [owner],
    },
  }),
  defineTemplate("Types:Wrong", {
    payload: { owner: Party, amount: Int64 },
    // @ts-expect-error -- signatories are parties
    signatories: ({ amount }) => [amount],
  }),
  defineTemplate("Types:Wrong", {
    payload: { owner: Party },
    // @ts-expect-error -- a single party is no list of parties
    signatories: ({ owner }) => owner,
  }),
];

describe("static types of templates", () => {
  it("are inferred for a template from definition to event", () => {
    expectTypeOf(refusedByTheCompiler).toBeFunction();
    expectTypeOf(types.Iou).toEqualTypeOf(Iou);
    expectTypeOf(types.Holding).toEqualTypeOf(Holding);
    expectTypeOf(types.version).toEqualTypeOf<string>();
    expect(types.Iou).to.equal(Iou);
  });

  it("follow from descriptors", () => {
    expectTypeOf(passed(Party, "alice")).toEqualTypeOf<Party>();
    expectTypeOf(passed(Int64, 5)).toEqualTypeOf<bigint>();
    expectTypeOf(passed(Bool, true)).toEqualTypeOf<boolean>();
    expectTypeOf(passed(Timestamp, "2024-01-01T00:00:00Z")).toEqualTypeOf<bigint>();
    expectTypeOf(passed(CalendarDate, "2024-01-01")).toEqualTypeOf<string>();
    expectTypeOf(passed(Unit, undefined)).toEqualTypeOf<Unit>();
    expectTypeOf(passed(Numeric(2), "1.5")).toEqualTypeOf<Decimal>();
    expectTypeOf(passed(Optional(Int64), null)).toEqualTypeOf<bigint | null>();
    expectTypeOf(passed(Optional(Optional(Int64)), { some: null })).toEqualTypeOf<Some<
      bigint | null
    > | null>();
    expectTypeOf(passed(TextMap(Int64), { a: 1 })).toEqualTypeOf<LedgerMap<string, bigint>>();
    expectTypeOf(passed(GenMap(Int64, List(Text)), new Map([[1, ["a"]]]))).toEqualTypeOf<
      LedgerMap<bigint, readonly string[]>
    >();
    expect(passed(Int64, "5")).to.equal(5n);
  });

  it("follow from data types", () => {
    const color = enumeration("Types:Color", ["Red", "Green"]);
    expectTypeOf(passed(color, "Red")).toEqualTypeOf<"Red" | "Green">();
    const shape = variant("Types:Shape", { Circle: { radius: Int64 }, Point: Unit });
    expectTypeOf(passed(shape, { tag: "Point" })).toEqualTypeOf<
      | { readonly tag: "Circle"; readonly value: { readonly radius: bigint } }
      | { readonly tag: "Point"; readonly value: Unit }
    >();
    const address = record("Types:Address", { street: Text, floor: Optional(Int64) });
    expectTypeOf(passed(address, { street: "High Street" })).toEqualTypeOf<{
      readonly street: string;
      readonly floor: bigint | null;
    }>();
    // @ts-expect-error -- a circle needs its radius
    expect(() => passed(shape, { tag: "Circle" })).to.throw();
    // @ts-expect-error -- only optional fields may be left out
    expect(() => passed(address, { floor: 1 })).to.throw();
    // @ts-expect-error -- there is no such color
    expect(() => passed(color, "Blue")).to.throw();
  });

  it("follow generic and recursive types", () => {
    const Pair = genericRecord(
      "Types:Pair",
      <A extends Descriptor, B extends Descriptor>(first: A, second: B) => ({ first, second }),
    );
    expectTypeOf(passed(Pair(Text, List(Int64)), { first: "a", second: [1] })).toEqualTypeOf<{
      readonly first: string;
      readonly second: readonly bigint[];
    }>();
    const Either = genericVariant(
      "Types:Either",
      <L extends Descriptor, R extends Descriptor>(Left: L, Right: R) => ({ Left, Right }),
    );
    const either = passed(Either(Text, Int64), { tag: "Right", value: 1 });
    if (either.tag === "Right") expectTypeOf(either.value).toEqualTypeOf<bigint>();

    interface Tree {
      readonly label: string;
      readonly children: readonly Tree[];
    }
    const Tree: Descriptor<Tree, Tree> = record("Types:Tree", () => ({
      label: Text,
      children: List(Tree),
    }));
    const tree = passed(Tree, { label: "root", children: [{ label: "leaf", children: [] }] });
    expectTypeOf(tree).toEqualTypeOf<Tree>();
    expect(tree.children[0]?.label).to.equal("leaf");
  });
});

/** Converts an input to a ledger value and back. Returns it as contract code gets it. */
const passed = <D extends Descriptor>(descriptor: D, input: InputOf<D>): NativeOf<D> =>
  descriptor.decode(descriptor.encode(input)) as NativeOf<D>;
