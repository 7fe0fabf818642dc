import { Ajv } from "ajv";
import { expect } from "chai";
import fc from "fast-check";

import { errorCategories } from "../../../../lib/base/errors/categories.ts";
import {
  entryText,
  readEntryText,
  UnreadableEntry,
} from "../../../../lib/ledger/stores/text/entry-text.ts";
import {
  compileJsonSchema,
  type JsonSchema,
} from "../../../../lib/ledger/stores/text/json-schema.ts";
import { isTransactionTree } from "../../../../lib/ledger/stores/text/transaction-tree.ts";
import type { Transaction } from "../../../../lib/store.ts";
import journalSchema from "../../../../spec/journal-entry.json" with { type: "json" };
import { arbitraryEvents } from "../../../support/arbitrary-events.ts";
import { everyEvent } from "./every-event.ts";

describe("text of a journal entry", () => {
  it("restores its events", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        expect(readEntryText(entryText(events))).to.deep.equal(events);
      }),
    );
  });

  it("contains the version in which it was written", () => {
    expect(entryText([{ kind: "userDeleted", userId: "a" }])).to.equal(
      '{"version":1,"events":[{"kind":"userDeleted","userId":"a"}]}',
    );
  });

  for (const [text, why] of [
    ["", "it is not a journal entry: "],
    ["null", "it is no object"],
    ['{"version":0,"events":[]}', "its part /version is missing or wrong"],
    ['{"version":"1","events":[]}', "its part /version is missing or wrong"],
    ['{"version":2,"events":[]}', "a later release wrote it in version 2"],
    ['{"version":1,"events":{}}', "its part /events is missing or wrong"],
    ['{"version":1,"events":[1]}', "its part /events/0 is missing or wrong"],
    ['{"version":1,"events":[{"kind":"toString"}]}', "its part /events/0/kind is missing or wrong"],
    [
      '{"version":1,"events":[{"kind":"pruned","upTo":0.5}]}',
      "its part /events/0/upTo is missing or wrong, or of a later release",
    ],
  ] as const) {
    it(`is not read from ${text === "" ? "nothing" : text}`, () => {
      expect(() => readEntryText(text)).to.throw(UnreadableEntry, why);
    });
  }
});

const schema = journalSchema as object as JsonSchema;

/** A validator with the keywords of our own. */
const ajv = new Ajv({ strictTypes: false });
ajv.addKeyword({
  keyword: "x-range",
  post: true,
  validate: ([least, most]: readonly [string, string], digits: string) =>
    BigInt(digits) >= BigInt(least) && BigInt(digits) <= BigInt(most),
});
ajv.addKeyword({
  keyword: "x-tree",
  post: true,
  validate: (_: boolean, transaction: Transaction) => isTransactionTree(transaction),
});

const entries = everyEvent.map((events): unknown => JSON.parse(entryText(events)));

describe("schema of journal entries", () => {
  const check = compileJsonSchema(schema);
  const validate = ajv.compile(journalSchema);

  it("is understood in the same way by another validator", () => {
    for (const entry of entries) {
      expect(check(entry, 0)).to.equal(undefined);
      expect(validate(entry), JSON.stringify(validate.errors)).to.equal(true);
    }
    const replacement = fc.constantFrom(null, 0, -1, 0.5, 1e300, "", "unit", true, [], {}, [{}]);
    fc.assert(
      fc.property(arbitraryEvents, fc.nat(), replacement, (events, place, value) => {
        const entry: unknown = JSON.parse(entryText(events));
        const changed = replaceAt(entry, place, value);
        expect(check(changed, 0) === undefined).to.equal(validate(changed));
      }),
      { numRuns: 2_000 },
    );
  });

  it("names every member of every event", () => {
    const described = namesIn(journalSchema, (part) => Object.keys(part["properties"] ?? {}));
    const used = namesIn(entries, (part) => Object.keys(part));
    // Errors have members of any name in their context.
    const free = namesIn(entries, ({ context }) => Object.keys(context ?? {}));
    const missing = [...used].filter((name) => !described.has(name) && !free.has(name));
    expect(missing).to.deep.equal([]);
  });

  it("lists the categories of errors", () => {
    expect(journalSchema.$defs.error.properties.category.enum).to.have.members(
      Object.keys(errorCategories),
    );
  });
});

/** Returns the names that a function finds in each object of the JSON. */
const namesIn = (
  json: unknown,
  find: (part: Readonly<Record<string, object | undefined>>) => readonly string[],
): ReadonlySet<string> => {
  if (typeof json !== "object" || json === null) return new Set();
  const own = Array.isArray(json) ? [] : find(json as Record<string, object | undefined>);
  return new Set([...own, ...Object.values(json).flatMap((part) => [...namesIn(part, find)])]);
};

/**
 * Replaces the part with this number in the JSON, and returns the JSON. Parts are numbered depth
 * first; larger numbers start again at the first part.
 */
const replaceAt = (json: unknown, place: number, value: unknown): unknown => {
  const places: [Record<string, unknown>, string][] = [];
  const collect = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [name, member] of Object.entries(part)) {
      places.push([part as Record<string, unknown>, name]);
      collect(member);
    }
  };
  collect(json);
  const [owner, name = ""] = places[place % places.length] ?? [];
  if (owner !== undefined) owner[name] = value;
  return json;
};
