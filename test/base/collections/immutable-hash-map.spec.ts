import { expect } from "chai";
import fc from "fast-check";

import { ImmutableHashMap } from "../../../lib/base/collections/immutable-hash-map.ts";
import { runs } from "../../support/properties.ts";

// Pairs of texts with the same FNV-1a hash of 32 bits.
const colliding = ["costarring", "liquid", "declinate", "macallums", "k32728", "k261234"];
const texts = fc.oneof(
  fc.constantFrom(...colliding, "__proto__", "constructor", "", "é"),
  fc.string({ maxLength: 2 }),
);

type Change = readonly [kind: "set" | "add" | "delete", key: string, value: number];

const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.tuple(fc.constantFrom("set", "add", "delete"), texts, fc.nat()),
  { maxLength: 100 },
);

const modelOf = (applied: readonly Change[]): ReadonlyMap<string, number> => {
  const model = new Map<string, number>();
  for (const [kind, key, value] of applied) {
    if (kind === "set" || (kind === "add" && !model.has(key))) model.set(key, value);
    else if (kind === "delete") model.delete(key);
  }
  return model;
};

const apply = (map: ImmutableHashMap<string, number>, [kind, key, value]: Change) => {
  const editor = map.edit();
  if (kind === "add") editor.add(key, value);
  else if (kind === "set") editor.set(key, value);
  else editor.delete(key);
  return editor.close();
};

const expectSame = (
  map: ImmutableHashMap<string, number>,
  model: ReadonlyMap<string, number>,
): void => {
  expect(new Map(map.entries())).to.deep.equal(model);
  expect(map.size).to.equal(model.size);
  for (const key of [...colliding, "__proto__", "toString"]) {
    expect(map.get(key)).to.equal(model.get(key));
    expect(map.has(key)).to.equal(model.has(key));
  }
};

describe("ImmutableHashMap", () => {
  it("keeps earlier versions unchanged by later edits", () => {
    fc.assert(
      fc.property(changes, (applied) => {
        let map = ImmutableHashMap.empty<string, number>();
        const versions = applied.map((change) => (map = apply(map, change)));
        for (const [index, version] of versions.entries()) {
          expectSame(version, modelOf(applied.slice(0, index + 1)));
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it("changes many keys in one call with the same result as one by one", () => {
    fc.assert(
      fc.property(changes, changes, (before, after) => {
        const base = before.reduce(apply, ImmutableHashMap.empty<string, number>());
        const editor = base.edit();
        for (const [kind, key, value] of after) {
          if (kind === "add") editor.add(key, value);
          else if (kind === "set") editor.set(key, value);
          else editor.delete(key);
        }
        expectSame(editor.close(), modelOf([...before, ...after]));
        expectSame(base, modelOf(before));
      }),
      { numRuns: runs(50) },
    );
  });

  it("keeps every version of a map that is several levels deep unchanged", () => {
    const keyAt = (index: number): string => `key ${index}`;
    const versions = [ImmutableHashMap.empty<string, number>()];
    const held = new Set<number>();
    for (let index = 0; index < 5000; index++) {
      const editor = (versions.at(-1) ?? ImmutableHashMap.empty<string, number>()).edit();
      editor.set(keyAt(index), index);
      held.add(index);
      // Removes many of the keys long after they were added.
      const gone = index - 1000;
      if (gone >= 0 && gone % 3 > 0) {
        editor.delete(keyAt(gone));
        held.delete(gone);
      }
      versions.push(editor.close());
    }
    const last = versions.at(-1);
    expect(last?.size).to.equal(held.size);
    expect(new Set(Array.from(last?.entries() ?? [], ([, value]) => value))).to.deep.equal(held);
    for (const count of [1, 64, 700, 1500, 3333]) {
      const keys = Array.from({ length: 5000 }, (_, index) => index);
      const isHeld = (key: number) => key < count && !(key + 1000 < count && key % 3 > 0);
      const found = keys.filter((key) => versions[count]?.get(keyAt(key)) === key);
      expect(found).to.deep.equal(keys.filter(isHeld));
    }
  });

  it("is equal to the empty map after all keys were removed", () => {
    fc.assert(
      fc.property(fc.uniqueArray(texts, { minLength: 1, maxLength: 100 }), (keys) => {
        let map = ImmutableHashMap.empty<string, number>();
        for (const key of keys) map = map.set(key, 1);
        expect(map.isEmpty).to.equal(false);
        for (const key of keys) map = map.delete(key);
        expect([...map.entries()]).to.deep.equal([]);
        expect([map.size, map.isEmpty]).to.deep.equal([0, true]);
      }),
      { numRuns: runs(30) },
    );
  });

  it("distinguishes keys with the same hash", () => {
    const map = ImmutableHashMap.empty<string, number>().set("costarring", 1);
    expect(map.get("liquid")).to.equal(undefined);
    const both = map.set("liquid", 2);
    expect([both.get("costarring"), both.get("liquid")]).to.deep.equal([1, 2]);
    const other = both.delete("costarring");
    expect([other.get("costarring"), other.get("liquid"), other.size]).to.deep.equal([
      undefined,
      2,
      1,
    ]);
  });

  it("returns the same map when an edit changes nothing", () => {
    const map = ImmutableHashMap.empty<string, number>().set("a", 1);
    expect(map.delete("b")).to.equal(map);
    const editor = map.edit();
    editor.update("b", () => 1);
    editor.update("a", (value) => value);
    expect(editor.close()).to.equal(map);
  });
});
