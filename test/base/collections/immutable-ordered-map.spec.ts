import { expect } from "chai";
import fc from "fast-check";

import { ImmutableOrderedMap } from "../../../lib/base/collections/immutable-ordered-map.ts";
import { runs } from "../../support/properties.ts";

const texts = fc.constantFrom(
  "",
  "a",
  "b",
  "B",
  "ab",
  "é",
  "__proto__",
  "constructor",
  "\u{1f600}",
);
const numbers = fc.integer({ min: 0, max: 200 });

type Change<K> = readonly [kind: "set" | "delete", key: K, value: number];

const changes = <K>(key: fc.Arbitrary<K>): fc.Arbitrary<readonly Change<K>[]> =>
  fc.array(fc.tuple(fc.constantFrom("set", "set", "delete"), key, fc.nat()), { maxLength: 300 });

const byCodeUnits = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

/** Returns a plain Map with the content that the map under test must have after these changes, in order. */
const modelOf = <K extends string | number>(
  applied: readonly Change<K>[],
): readonly [K, number][] => {
  const model = new Map<K, number>();
  for (const [kind, key, value] of applied) {
    if (kind === "set") model.set(key, value);
    else model.delete(key);
  }
  return [...model].sort(([left], [right]) => byCodeUnits(left, right));
};

/** Returns every version of the map, from the empty map on. Versions share structure. */
const versionsOf = <K extends string | number>(
  applied: readonly Change<K>[],
): readonly ImmutableOrderedMap<K, number>[] => {
  let map = ImmutableOrderedMap.empty<K, number>();
  return applied.map(([kind, key, value]) => {
    map = kind === "set" ? map.set(key, value) : map.delete(key);
    return map;
  });
};

describe("ImmutableOrderedMap", () => {
  for (const [kind, keys] of [
    ["text", texts],
    ["number", numbers],
  ] as const) {
    it(`keeps earlier versions unchanged by later edits (${kind} keys)`, () => {
      fc.assert(
        fc.property(changes<string | number>(keys), (applied) => {
          for (const [index, version] of versionsOf(applied).entries()) {
            const model = modelOf(applied.slice(0, index + 1));
            expect([...version.entries()]).to.deep.equal(model);
            expect(version.size).to.equal(model.length);
          }
        }),
        { numRuns: runs(15) },
      );
    });

    it(`iterates upwards and downwards from a key (${kind} keys)`, () => {
      fc.assert(
        fc.property(changes<string | number>(keys), keys, (applied, from) => {
          const map = versionsOf<string | number>(applied).at(-1) ?? ImmutableOrderedMap.empty();
          const model = modelOf(applied);
          const above = model.filter(([key]) => byCodeUnits(key, from) >= 0);
          const below = model.filter(([key]) => byCodeUnits(key, from) <= 0).reverse();
          expect([...map.entries(from)]).to.deep.equal(above);
          expect([...map.keys(from)]).to.deep.equal(above.map(([key]) => key));
          expect([...map.values(from)]).to.deep.equal(above.map(([, value]) => value));
          expect([...map.entriesReversed(from)]).to.deep.equal(below);
          expect([...map.entriesReversed()]).to.deep.equal([...model].reverse());
          expect([map.minKey(), map.maxKey()]).to.deep.equal([model[0]?.[0], model.at(-1)?.[0]]);
        }),
        { numRuns: runs(100) },
      );
    });
  }

  it("keeps every version of a map that is several levels deep unchanged", () => {
    const keys = fc.sample(fc.integer(), { numRuns: 3000, seed: 1 });
    const applied = keys.flatMap((key, index): readonly Change<number>[] => {
      // Removes half of the keys long after they were added.
      const earlier = keys[index - 1500];
      const set: Change<number> = ["set", key, index];
      return earlier === undefined ? [set] : [set, ["delete", earlier, 0]];
    });
    const versions = versionsOf(applied);
    for (let index = 0; index < versions.length; index += 301) {
      const model = modelOf(applied.slice(0, index + 1));
      expect([...(versions[index]?.entries() ?? [])]).to.deep.equal(model);
    }
  });

  it("keeps every version of a branching history unchanged, whether or not some versions were iterated", () => {
    const step = fc.record({
      base: fc.nat(),
      applied: changes(numbers),
      isWalked: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const versions = [
          { map: ImmutableOrderedMap.empty<number, number>(), model: new Map<number, number>() },
        ];
        for (const { base, applied, isWalked } of steps) {
          const from = versions[base % versions.length];
          if (from === undefined) continue;
          if (isWalked) from.map.minKey();
          const editor = from.map.edit();
          const model = new Map(from.model);
          for (const [kind, key, value] of applied) {
            if (kind === "set") {
              editor.set(key, value);
              model.set(key, value);
            } else {
              editor.delete(key);
              model.delete(key);
            }
          }
          versions.push({ map: editor.close(), model });
        }
        const keys = Array.from({ length: 201 }, (_, key) => key);
        for (const { map, model } of versions) {
          const held = keys.map((key) => model.get(key));
          expect(keys.map((key) => map.get(key))).to.deep.equal(held);
          expect(map.size).to.equal(model.size);
          expect(new Map(map.entries())).to.deep.equal(model);
          expect(keys.map((key) => map.get(key))).to.deep.equal(held);
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it("keeps the changes of two editors of one map separate", () => {
    fc.assert(
      fc.property(changes(numbers), changes(numbers), (left, right) => {
        const base = ImmutableOrderedMap.empty<number, number>().set(7, 7);
        const editors = [base.edit(), base.edit()];
        const both = [left, right];
        for (let index = 0; index < 300; index++) {
          editors.forEach((editor, which) => {
            const [kind, key, value] = both[which]?.[index] ?? ["delete", -1, 0];
            if (kind === "set") editor.set(key, value);
            else editor.delete(key);
          });
        }
        editors.forEach((editor, which) => {
          const model = modelOf([["set", 7, 7], ...(both[which] ?? [])]);
          expect([...editor.close().entries()]).to.deep.equal(model);
        });
        expect([...base.entries()]).to.deep.equal([[7, 7]]);
      }),
      { numRuns: runs(30) },
    );
  });

  it("gives the same result for many changes in one editor as for separate changes", () => {
    fc.assert(
      fc.property(changes(numbers), changes(numbers), (before, after) => {
        const base = versionsOf(before).at(-1) ?? ImmutableOrderedMap.empty<number, number>();
        const editor = base.edit();
        for (const [kind, key, value] of after) {
          if (kind === "set") editor.set(key, value);
          else editor.delete(key);
        }
        expect([...editor.close().entries()]).to.deep.equal(modelOf([...before, ...after]));
        expect([...base.entries()]).to.deep.equal(modelOf(before));
      }),
      { numRuns: runs(100) },
    );
  });

  it("returns the same map when an edit changes nothing", () => {
    const map = ImmutableOrderedMap.from<string, number>([["a", 1]]);
    expect(map.delete("b")).to.equal(map);
    expect(map.update("b", () => undefined)).to.equal(map);
    const editor = map.edit();
    editor.delete("b");
    expect(editor.close()).to.equal(map);
  });

  it("updates the value of a key, and removes the key when the update returns undefined", () => {
    const map = ImmutableOrderedMap.from<string, number>([["a", 1]]).update(
      "a",
      (value = 0) => value + 1,
    );
    expect(map.get("a")).to.equal(2);
    expect(map.update("a", () => undefined).has("a")).to.equal(false);
  });

  it("refuses changes through a closed editor, which would change a published map", () => {
    const editor = ImmutableOrderedMap.empty<string, number>().edit();
    editor.set("a", 1);
    const map = editor.close();
    expect(() => editor.set("a", 2)).to.throw(TypeError);
    expect(() => editor.delete("a")).to.throw(TypeError);
    expect(map.get("a")).to.equal(1);
  });

  it("adds only keys that are absent", () => {
    const editor = ImmutableOrderedMap.from<string, number>([["a", 1]]).edit();
    expect(editor.add("a", 2)).to.equal(false);
    expect(editor.add("b", 3)).to.equal(true);
    expect([...editor.close().entries()]).to.deep.equal([
      ["a", 1],
      ["b", 3],
    ]);
  });
});
