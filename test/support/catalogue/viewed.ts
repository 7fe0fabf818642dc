import {
  defineInterface,
  definePackage,
  defineTemplate,
  Int64,
  Party,
  Text,
} from "../../../lib/index.ts";

/** What most templates here are seen through. */
export const Counted = defineInterface("Viewed:Counted", {
  view: { owner: Party, count: Int64 },
  choices: { Archiving: { controllers: ({ view }) => [view.owner] } },
});

Counted.implement({ Archiving: () => undefined });

/** A second one, whose view cannot be had of what counts below zero. */
export const Named = defineInterface("Viewed:Named", { view: { name: Text }, choices: {} });

const payload = { owner: Party, reader: Party, count: Int64 };

interface Held {
  readonly owner: string;
  readonly reader: string;
}

const signatories = ({ owner }: Held) => [owner];
const observers = ({ reader }: Held) => [reader];

/** Counts. */
export const One = defineTemplate("Viewed:One", { payload, signatories, observers, choices: {} });
One.implements(Counted, { view: ({ owner, count }) => ({ owner, count }) });

/** Counts, and has a name. */
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

/** Neither. */
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

/** Comes later, and counts as well. */
export const Late = defineTemplate("Late:Late", { payload, signatories, observers, choices: {} });
Late.implements(Counted, { view: ({ owner, count }) => ({ owner, count }) });

export const latePackage = definePackage({
  name: "late",
  version: "1.0.0",
  templates: { Late },
});
