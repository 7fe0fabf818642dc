import {
  definePackage,
  defineTemplate,
  type Descriptor,
  Int64,
  Party,
  Unit,
  variant,
} from "../../../lib/index.ts";

/** A natural number: zero, or the successor of another. */
interface NatValue {
  readonly tag: "Zero" | "Next";
  readonly value?: NatValue | undefined;
}

const Nat: Descriptor<NatValue, NatValue> = variant("Nested:Nat", () => ({
  Zero: Unit,
  Next: Nat,
})) as never;

/** Returns a number with this many levels. */
const natOf = (levels: bigint): NatValue => {
  let nat: NatValue = { tag: "Zero" };
  for (let level = 0n; level < levels; level++) nat = { tag: "Next", value: nat };
  return nat;
};

/** Returns the value of {@link natOf} as a client's JSON. */
export const natJson = (levels: number): unknown => {
  let nat: unknown = { tag: "Zero", value: {} };
  for (let level = 0; level < levels; level++) nat = { tag: "Next", value: nat };
  return nat;
};

/** Has a key of a given depth. */
export const KeyedNat = defineTemplate("Nested:KeyedNat", {
  payload: { owner: Party, levels: Int64 },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, nat: Nat },
    of: ({ owner, levels }) => ({ owner, nat: natOf(levels) }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {},
});

/** Contains a value that may be deep, with choices that create such values. */
export const Nested = defineTemplate("Nested:Nested", {
  payload: { owner: Party, nat: Nat },
  signatories: ({ owner }) => [owner],
  choices: {
    Hold: { consuming: false, argument: { nat: Nat }, controllers: ({ owner }) => [owner] },
    Pass: { consuming: false, argument: { levels: Int64 }, controllers: ({ owner }) => [owner] },
    Give: {
      consuming: false,
      argument: { levels: Int64 },
      result: Nat,
      controllers: ({ owner }) => [owner],
    },
    Make: { consuming: false, argument: { levels: Int64 }, controllers: ({ owner }) => [owner] },
    LookUp: { consuming: false, argument: { levels: Int64 }, controllers: ({ owner }) => [owner] },
    Fetch: { consuming: false, argument: { levels: Int64 }, controllers: ({ owner }) => [owner] },
  },
});

Nested.implement({
  Hold: () => undefined,
  Pass: (transaction, _, { levels }, contractId) => {
    transaction.exercise(contractId, Nested.Hold, { nat: natOf(levels) });
  },
  Give: (_, __, { levels }) => natOf(levels),
  Make: (transaction, { owner }, { levels }) => {
    transaction.create(Nested, { owner, nat: natOf(levels) });
  },
  LookUp: (transaction, { owner }, { levels }) => {
    transaction.lookupByKey(KeyedNat, { owner, nat: natOf(levels) });
  },
  Fetch: (transaction, { owner }, { levels }) => {
    transaction.fetchByKey(KeyedNat, { owner, nat: natOf(levels) });
  },
});

export const nestedPackage = definePackage({
  name: "nested",
  version: "1.0.0",
  templates: { KeyedNat, Nested },
});
