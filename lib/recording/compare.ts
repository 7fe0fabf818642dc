import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { isOffsetField, isVolatileField } from "./fields.ts";
import { splitTextByIdsAndTimes } from "./ids.ts";
import type { ReplayIdMapping } from "./replay-id-mapping.ts";

/** A difference between a recorded and a replayed response. */
export interface ReplayDifference {
  /** JSON pointer into the response. For a stream, it begins with the number of the message. */
  readonly pointer: string;
  /** The recorded value; undefined if there is none. */
  readonly expected: unknown;
  /** The replayed value; undefined if there is none. */
  readonly found: unknown;
}

/** The result of comparing two bodies. */
export interface ReplayComparison {
  readonly differences: readonly ReplayDifference[];
  /** Pointers to values that always differ: times, traces, blobs. */
  readonly volatile: readonly string[];
  /** Pointers to lists that have the same items in another order. */
  readonly reordered: readonly string[];
}

/** Maximum number of differences to report for a response. */
const maxDifferences = 100;
/**
 * Limits for comparing lists without regard to order, because its cost is quadratic in the length
 * of a list, and lists may be nested.
 */
const maxReordered = 500;
const maxTries = 20_000;
const maxDepth = 1_000;

/**
 * Returns the differences between a recorded value and a replayed one. Ids and offsets may differ
 * if each recorded one always corresponds to the same replayed one; `known` stores this mapping.
 * Linear; quadratic for reordered lists of up to 500 items.
 */
export const compareReplayedValue = (
  recorded: unknown,
  replayed: unknown,
  known: ReplayIdMapping,
): ReplayComparison => {
  const comparing = new ComparisonRun(known);
  comparing.values(recorded, replayed, { pointer: "", field: "", depth: 0 });
  return comparing;
};

interface ValueLocation {
  readonly pointer: string;
  /** The nearest enclosing field name. */
  readonly field: string;
  readonly depth: number;
}

class ComparisonRun implements ReplayComparison {
  readonly differences: ReplayDifference[] = [];
  readonly volatile: string[] = [];
  readonly reordered: string[] = [];
  readonly #mapping: ReplayIdMapping;
  readonly #remaining: { left: number };

  constructor(known: ReplayIdMapping, budget = { left: maxTries }) {
    this.#mapping = known;
    this.#remaining = budget;
  }

  values(expected: unknown, found: unknown, place: ValueLocation): void {
    if (place.depth > maxDepth) return this.#addDifference(place, "…", "…");
    if (isVolatileField(place.field)) return this.#compareKinds(expected, found, place);
    if (typeof expected === "string" && typeof found === "string") {
      return this.#compareTexts(expected, found, place);
    }
    if (typeof expected === "number" && typeof found === "number" && isOffsetField(place.field)) {
      return this.#compareOffsets(expected, found, place);
    }
    if (Array.isArray(expected) && Array.isArray(found)) {
      return this.#compareLists(expected, found, place);
    }
    if (isJsonObject(expected) && isJsonObject(found)) {
      return this.#compareObjects(expected, found, place);
    }
    if (expected !== found) this.#addDifference(place, expected, found);
  }

  #compareKinds(expected: unknown, found: unknown, place: ValueLocation): void {
    if (describeKind(expected) !== describeKind(found)) this.#addDifference(place, expected, found);
    else if (JSON.stringify(expected) !== JSON.stringify(found)) this.volatile.push(place.pointer);
  }

  #compareTexts(expected: string, found: string, place: ValueLocation): void {
    if (expected === found) {
      for (const id of splitTextByIdsAndTimes(expected).ids) {
        if (!this.#mapping.ids.matchPair(id, id)) {
          return this.#addDifference(place, expected, found);
        }
      }
      return;
    }
    const [there, here] = [splitTextByIdsAndTimes(expected), splitTextByIdsAndTimes(found)];
    const isAlike =
      there.rest === here.rest &&
      there.ids.every((id, index) => this.#isSameId(id, here.ids[index]));
    if (!isAlike) return this.#addDifference(place, expected, found);
    if (there.times.some((time, index) => time !== here.times[index])) {
      this.volatile.push(place.pointer);
    }
  }

  #isSameId(recorded: string, replayed: string | undefined): boolean {
    return replayed !== undefined && this.#mapping.ids.matchPair(recorded, replayed);
  }

  #compareOffsets(expected: number, found: number, place: ValueLocation): void {
    if (!this.#mapping.offsets.matchPair(expected, found)) {
      this.#addDifference(place, expected, found);
    }
  }

  #compareObjects(expected: JsonObject, found: JsonObject, place: ValueLocation): void {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const below = appendNameToPointer(place, name);
      if (!Object.hasOwn(found, name)) this.#addDifference(below, expected[name], undefined);
      else if (!Object.hasOwn(expected, name)) this.#addDifference(below, undefined, found[name]);
      else this.values(expected[name], found[name], below);
    }
  }

  #compareLists(
    expected: readonly unknown[],
    found: readonly unknown[],
    place: ValueLocation,
  ): void {
    const { result: inOrder, restore } = this.#mapping.runTrial(() =>
      this.#compareSeparately((comparing) => comparing.#compareInOrder(expected, found, place)),
    );
    const isDifferent = inOrder.differences.length > 0;
    if (
      isDifferent &&
      this.#mapping.tryMapping(() => this.#compareInAnyOrder(expected, found, place))
    ) {
      return;
    }
    restore();
    this.#add(inOrder);
  }

  #compareInOrder(
    expected: readonly unknown[],
    found: readonly unknown[],
    place: ValueLocation,
  ): void {
    const shared = Math.min(expected.length, found.length);
    for (let index = 0; index < Math.max(expected.length, found.length); index += 1) {
      const below = appendIndexToPointer(place, index);
      if (index < shared) this.values(expected[index], found[index], below);
      else this.#addDifference(below, expected[index], found[index]);
    }
  }

  /**
   * Tries to pair each item of one list with an item of the other. If every item has a partner,
   * adds the results of the comparison and returns true; otherwise returns false.
   */
  #compareInAnyOrder(
    expected: readonly unknown[],
    found: readonly unknown[],
    place: ValueLocation,
  ): boolean {
    if (expected.length !== found.length || expected.length > maxReordered) return false;
    const left = new Set(found.keys());
    const all = this.#compareSeparately((comparing) => {
      for (const [index, item] of expected.entries()) {
        const below = appendIndexToPointer(place, index);
        const taken = [...left].find((other) => comparing.#isPair(item, found[other], below));
        if (taken === undefined) return comparing.#addDifference(below, item, undefined);
        left.delete(taken);
      }
    });
    if (all.differences.length > 0) return false;
    this.#add(all);
    this.reordered.push(place.pointer);
    return true;
  }

  #isPair(expected: unknown, found: unknown, place: ValueLocation): boolean {
    if (this.#remaining.left <= 0) return false;
    this.#remaining.left -= 1;
    return this.#mapping.tryMapping(() => {
      const one = this.#compareSeparately((comparing) => comparing.values(expected, found, place));
      if (one.differences.length > 0) return false;
      this.#add(one);
      return true;
    });
  }

  /** Runs a comparison in a new object. Its results count only after they are passed to `#add`. */
  #compareSeparately(compare: (comparing: ComparisonRun) => void): ComparisonRun {
    const comparing = new ComparisonRun(this.#mapping, this.#remaining);
    compare(comparing);
    return comparing;
  }

  #add({ differences, volatile, reordered }: ReplayComparison): void {
    for (const { pointer, expected, found } of differences) {
      this.#storeDifference(pointer, expected, found);
    }
    this.volatile.push(...volatile);
    this.reordered.push(...reordered);
  }

  #addDifference({ pointer }: ValueLocation, expected: unknown, found: unknown): void {
    this.#storeDifference(pointer, expected, found);
  }

  #storeDifference(pointer: string, expected: unknown, found: unknown): void {
    if (this.differences.length < maxDifferences) {
      this.differences.push({ pointer, expected, found });
    }
  }
}

const appendNameToPointer = ({ pointer, depth }: ValueLocation, name: string): ValueLocation => ({
  pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  field: name,
  depth: depth + 1,
});

const appendIndexToPointer = (
  { pointer, field, depth }: ValueLocation,
  index: number,
): ValueLocation => ({
  pointer: `${pointer}/${index}`,
  field,
  depth: depth + 1,
});

/** Returns the kind of a value. Empty texts are a separate kind. */
const describeKind = (value: unknown): string => {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  return Array.isArray(value) ? "a list" : typeof value;
};
