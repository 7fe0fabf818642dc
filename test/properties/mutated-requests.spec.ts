import { expect } from "chai";
import fc from "fast-check";

import type { Ledger } from "../../lib/ledger.ts";
import { createFetch } from "../../middleware/index.ts";
import { isList, isObject, type Json } from "../../spec/json.ts";
import { apiClient } from "../support/api-client.ts";
import { iouLedger } from "../support/iou-ledger.ts";
import { validatedFetch } from "../support/validated-fetch.ts";
import { operations, wellFormed } from "../support/well-formed-requests.ts";

/** `MUTATED_REQUESTS=10000` for a long run. */
const numRuns = Number(process.env["MUTATED_REQUESTS"] ?? 300);

const nested = (levels: number): Json => {
  let value: Json = [];
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
};

const arbitraryPart: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 2, noUnicodeString: false }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(null, "", [], {}, -1, 0.5, 2 ** 31, 2 ** 63, -(2 ** 63), 1e300, true),
  fc.constantFrom<Json>("__proto__", "\ud800", "\u0000", "#iou:Iou:Iou", "9223372036854775808"),
  fc.constantFrom<Json>({ Empty: {} }, { value: {} }, JSON.parse('{"__proto__":{}}') as Json),
  fc.constantFrom<Json>("x".repeat(5_000), nested(120), nested(300)),
);

/** How to spoil a body: which part of it, and what comes there; nothing takes the part away. */
const arbitraryChange = fc.record({ part: fc.nat(), replacement: fc.option(arbitraryPart) });

type Change = typeof arbitraryChange extends fc.Arbitrary<infer Each> ? Each : never;

const partsOf = (json: Json): number =>
  1 + childrenOf(json).reduce((sum, [, child]) => sum + partsOf(child), 0);

const childrenOf = (json: Json): readonly (readonly [string, Json])[] =>
  isList(json) || isObject(json) ? Object.entries(json) : [];

/** Parts are counted from the whole on, in the order of the text. */
const changed = (json: Json, part: number, replacement: Json | null): Json | undefined => {
  if (part === 0) return replacement ?? undefined;
  let first = 1;
  const children = childrenOf(json).flatMap(([key, child]) => {
    const size = partsOf(child);
    const isHere = part >= first && part < first + size;
    const kept = isHere ? changed(child, part - first, replacement) : child;
    first += size;
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return isList(json) ? children.map(([, child]) => child) : Object.fromEntries(children);
};

const spoiled = (json: Json, changes: readonly Change[]): Json =>
  changes.reduce<Json>(
    (body, { part, replacement }) => changed(body, part % partsOf(body), replacement) ?? null,
    json,
  );

/** References to everything but completions, which refused commands may leave, too. */
const factsIn = ({ state }: Ledger): readonly unknown[] =>
  [
    state.contracts,
    state.active,
    state.updateOffsets,
    state.acceptedChanges,
    state.parties,
    state.users,
    state.identityProviders,
    state.packages,
    state.history,
  ].map(identityOf);

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

/** Equal for the same object only; comparing it costs nothing. */
const identityOf = (value: object): number => {
  const known = identities.get(value) ?? ++lastIdentity;
  identities.set(value, known);
  return known;
};

describe("mutated requests", () => {
  it("never fail the server, and change nothing when they are refused", async () => {
    const served = await iouLedger();
    const { ledger } = served;
    const defects: unknown[] = [];
    const fetch = createFetch(ledger, {
      auth: "disabled",
      requestTimeoutMillis: 1_000,
      onUnexpectedError: (error) => defects.push(error),
    });
    const send = apiClient(validatedFetch(fetch), "http://ledger.invalid");
    // A `fetch` sends no body with GET.
    const withBody = operations.filter(
      ({ operationId, method }) => method !== "GET" && wellFormed[operationId]?.body !== undefined,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withBody),
        fc.array(arbitraryChange, { minLength: 1, maxLength: 3 }),
        fc.option(fc.nat(), { freq: 10 }),
        async ({ operationId, method, path: declared }, changes, cut) => {
          const { path = declared, body } = wellFormed[operationId] ?? {};
          const valid = JSON.parse(JSON.stringify(body?.(served))) as Json;
          const text = JSON.stringify(spoiled(valid, changes));
          const before = factsIn(ledger);
          const answer = await send(method, path, {
            body: cut === null ? text : text.slice(0, cut % text.length),
          });
          expect(answer.status, answer.text).to.be.below(500);
          expect(defects).to.deep.equal([]);
          if (answer.status >= 400) expect(factsIn(ledger)).to.deep.equal(before);
        },
      ),
      { numRuns, interruptAfterTimeLimit: numRuns * 40, markInterruptAsFailure: true },
    );
  }).timeout(numRuns * 50);
});
