import { expect } from "chai";
import * as fc from "fast-check";

import { compareReplayedValue } from "../../lib/recording/compare.ts";
import { ReplayIdMapping } from "../../lib/recording/replay-id-mapping.ts";

const compared = (recorded: unknown, answered: unknown, known = new ReplayIdMapping()) => {
  const { differences, volatile, reordered } = compareReplayedValue(recorded, answered, known);
  return { differences, volatile, reordered };
};

const alike = { differences: [], volatile: [], reordered: [] };
const contract = (digit: string) => `00${digit.repeat(64)}ca12${digit.repeat(64)}`;
const update = (digit: string) => `1220${digit.repeat(64)}`;

describe("comparison of a recorded answer with a new one", () => {
  it("finds no difference in equal answers", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(compared(json, json)).to.deep.equal(alike);
      }),
    );
  });

  it("finds a changed text, number, boolean or null, and its path", () => {
    const places = fc.array(fc.constantFrom("a", "b/c", "d~e", 0, 1), { maxLength: 5 });
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(places, leaf, leaf, (place, before, after) => {
        fc.pre(before !== after);
        const { differences } = compared(wrapped(place, before), wrapped(place, after));
        const pointer = place
          .map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`)
          .join("");
        expect(differences).to.deep.equal([{ pointer, expected: before, found: after }]);
      }),
    );
  });

  it("accepts other ids if each recorded id always maps to the same new id, even within texts", () => {
    const known = new ReplayIdMapping();
    const recorded = { contractId: contract("a"), cause: `Contract ${contract("a")} is locked` };
    const answered = { contractId: contract("b"), cause: `Contract ${contract("b")} is locked` };
    expect(compared(recorded, answered, known)).to.deep.equal(alike);
    expect(compared([contract("a")], [contract("b")], known)).to.deep.equal(alike);
    expect(compared([contract("a")], [contract("c")], known).differences).to.have.lengthOf(1);
    expect(compared([contract("c")], [contract("b")], known).differences).to.have.lengthOf(1);
    expect(
      compared([update("1"), update("1")], [update("2"), update("3")]).differences,
    ).to.deep.equal([{ pointer: "/1", expected: update("1"), found: update("3") }]);
  });

  it("does not accept another package id", () => {
    const [one, other] = ["a", "b"].map((digit) => `${digit.repeat(64)}:Main:Iou`);
    expect(compared({ templateId: one }, { templateId: other }).differences).to.have.lengthOf(1);
  });

  it("accepts offsets that are shifted consistently by other writes", () => {
    const known = new ReplayIdMapping();
    expect(compared({ completionOffset: 12 }, { completionOffset: 15 }, known)).to.deep.equal(
      alike,
    );
    expect(compared({ offset: 12 }, { offset: 15 }, known)).to.deep.equal(alike);
    expect(compared({ offset: 12 }, { offset: 16 }, known).differences).to.have.lengthOf(1);
    expect(compared({ amount: 12 }, { amount: 15 }, known).differences).to.have.lengthOf(1);
  });

  it("reports times and traces, but counts them as different only if one is missing", () => {
    const recorded = { recordTime: "2024-01-01T12:00:00.000001Z", traceId: "a" };
    expect(compared(recorded, { recordTime: "2025-01-01T12:00:00Z", traceId: "b" })).to.deep.equal({
      ...alike,
      volatile: ["/recordTime", "/traceId"],
    });
    expect(compared(recorded, { traceId: null }).differences).to.have.lengthOf(2);
  });

  it("finds the same items in another order, even if several items have the same id", () => {
    const items = fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(items, fc.nat(), (numbers, turn) => {
        const at = turn % numbers.length;
        const turned = [...numbers.slice(at), ...numbers.slice(0, at)];
        const listed = numbers.map((value) => ({ value, id: update(String(value % 10)) }));
        const again = turned.map((value) => ({ value, id: update(String(value % 10)) }));
        const reordered = at === 0 ? [] : ["/list"];
        expect(compared({ list: listed }, { list: again })).to.deep.equal({ ...alike, reordered });
      }),
    );
  });

  it("keeps the mapping of ids that it found in a list whose items differ", () => {
    const known = new ReplayIdMapping();
    const recorded = [{ id: update("1") }, { amount: 1 }];
    const answered = [{ id: update("2") }, { amount: 2 }];
    expect(compared(recorded, answered, known).differences).to.have.lengthOf(1);
    expect(known.ids.findReplayed(update("1"))).to.equal(update("2"));
  });

  it("reports missing and additional items", () => {
    expect(compared([1, 2], [1]).differences).to.deep.equal([
      { pointer: "/1", expected: 2, found: undefined },
    ]);
    expect(compared({ a: [] }, { a: ["x"] }).differences).to.deep.equal([
      { pointer: "/a/0", expected: undefined, found: "x" },
    ]);
  });

  it("compares nested lists in acceptable time, even if all of them differ", () => {
    const nested = (depth: number, leaf: number): unknown =>
      depth === 0 ? leaf : Array.from({ length: 6 }, () => nested(depth - 1, leaf));
    expect(compared(nested(6, 1), nested(6, 2)).differences).to.have.lengthOf(100);
  });
});

const wrapped = (place: readonly (string | number)[], leaf: unknown): unknown =>
  place.reduceRight<unknown>((inner, name) => {
    if (typeof name === "number") return [...Array.from({ length: name }, () => 0), inner];
    return { [name]: inner };
  }, leaf);
