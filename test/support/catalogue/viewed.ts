import {
  defineInterface,
  definePackage,
  defineTemplate,
  Int64,
  Party,
  Text,
} from "../../../lib/index.ts";

/** The interface of most templates here. */
export const Counted = defineInterface("Viewed:Counted", {
  view: { owner: Party, count: Int64 },
  choices: { Archiving: { controllers: ({ view }) => [view.owner] } },
});

Counted.implement({ Archiving: () => undefined });

/** A second interface, whose view fails for negative counts. */
export const Named = defineInterface("Viewed:Named", { view: { name: Text }, choices: {} });

const payload = { owner: Party, reader: Party, count: Int64 };

interface CountedPayload {
  readonly owner: string;
  readonly reader: string;
}

const signatories = ({ owner }: CountedPayload) => [owner];
const observers = ({ reader }: CountedPayload) => [reader];

/** Implements Counted. */
export const One = defineTemplate("Viewed:One", { payload, signatories, observers, choices: {} });
One.implements(Counted, { view: ({ owner, count }) => ({ owner, count }) });

/** Implements Counted and Named. */
export const Two = defineTemplate("Viewed:Two", {
  payload,
  signatories,
  observers,
  choices: { Keep: { consuming: false, controllers: ({ owner }) => [owner] } },
});
Two.implement({ Keep: () => undefined });
Two.implements(Counted, { view: ({ owner, count }) => ({ owner, count }) });
Two.implements(Named, {
  view: ({ count }) => {
    if (count < 0n) throw new RangeError("it has no name");
    return { name: `number ${count}` };
  },
});

/** Implements no interface. */
export const Plain = defineTemplate("Viewed:Plain", {
  payload,
  signatories,
  observers,
  choices: {},
});

export const viewedPackage = definePackage({
  name: "viewed",
  version: "1.0.0",
  templates: { One, Two, Plain },
  interfaces: { Counted, Named },
});

/** Belongs to a later package, and implements Counted. */
export const Late = defineTemplate("Late:Late", { payload, signatories, observers, choices: {} });
Late.implements(Counted, { view: ({ owner, count }) => ({ owner, count }) });

export const latePackage = definePackage({
  name: "late",
  version: "1.0.0",
  templates: { Late },
});
