import {
  ContractId,
  defineInterface,
  definePackage,
  defineTemplate,
  Int64,
  List,
  Numeric,
  Party,
  Text,
  Timestamp,
} from "../../lib/index.ts";

/** Interface through which the owner of an IOU sees its amount. */
export const Holding = defineInterface("Iou:Holding", {
  view: { owner: Party, amount: Numeric(10) },
  choices: {
    Destroy: { controllers: ({ view }) => [view.owner] },
  },
});

Holding.implement({ Destroy: () => undefined });

/** A debt of the issuer to the owner. The owner can transfer it. */
export const Iou = defineTemplate("Iou:Iou", {
  payload: { issuer: Party, owner: Party, amount: Numeric(10), watchers: List(Party) },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner, watchers }) => [owner, ...watchers],
  ensure: ({ amount }) => amount.isPositive(),
  choices: {
    Transfer: {
      argument: { newOwner: Party },
      result: ContractId("Iou:Iou"),
      controllers: ({ owner }) => [owner],
    },
    Inspect: { consuming: false, result: Numeric(10), controllers: ({ owner }) => [owner] },
    Tell: {
      consuming: false,
      argument: { listener: Party },
      result: Numeric(10),
      controllers: (_, { listener }) => [listener],
    },
    Now: { consuming: false, result: Timestamp, controllers: ({ owner }) => [owner] },
    Recurse: { consuming: false, controllers: ({ owner }) => [owner] },
    Crash: { consuming: false, controllers: ({ owner }) => [owner] },
  },
});

Iou.implement({
  Transfer: (transaction, self, { newOwner }) =>
    transaction.create(Iou, { ...self, owner: newOwner }),
  Inspect: (_, { amount }) => amount,
  Tell: (_, { amount }) => amount,
  Now: (transaction) => transaction.now(),
  Recurse: (transaction, _, __, contractId) => {
    transaction.exercise(contractId, Iou.Recurse);
  },
  Crash: () => {
    throw new TypeError("a defect of the template");
  },
});

Iou.implements(Holding, { view: ({ owner, amount }) => ({ owner, amount }) });

/** A counter that is found by its name. */
export const Counter = defineTemplate("Iou:Counter", {
  payload: { owner: Party, name: Text, count: Int64 },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, name: Text },
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Increment: { result: Int64, controllers: ({ owner }) => [owner] },
  },
});

Counter.implement({
  Increment: (transaction, self) => {
    const count = self.count + 1n;
    transaction.create(Counter, { ...self, count });
    return count;
  },
});

export const iouPackage = definePackage({
  name: "iou",
  version: "1.0.0",
  templates: { Iou, Counter },
  interfaces: { Holding },
});
