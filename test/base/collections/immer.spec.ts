import { expect } from "chai";

import { createChangedCopy, deepFreeze } from "../../../lib/base/collections/immer.ts";

interface Account {
  readonly owner: { readonly name: string };
  readonly limits: ReadonlyMap<string, { readonly amount: number }>;
  readonly notes: readonly string[];
}

const account = (): Account => ({
  owner: { name: "alice" },
  limits: new Map([["day", { amount: 5 }]]),
  notes: ["first"],
});

describe("produce", () => {
  it("returns the changed draft and leaves the original unchanged", () => {
    const before = account();
    const after = createChangedCopy(before, (draft) => {
      draft.owner.name = "bob";
      draft.limits.set("__proto__", { amount: 7 });
      draft.limits.delete("day");
      draft.notes.push("second");
    });
    expect(after).to.deep.equal({
      owner: { name: "bob" },
      limits: new Map([["__proto__", { amount: 7 }]]),
      notes: ["first", "second"],
    });
    expect(before).to.deep.equal(account());
  });

  it("keeps the identity of unchanged parts", () => {
    const before = account();
    const after = createChangedCopy(before, ({ notes }) => {
      notes.push("second");
    });
    expect(after.owner).to.equal(before.owner);
    expect(after.limits).to.equal(before.limits);
    const same = createChangedCopy(after, (draft) => {
      draft.owner.name = "alice";
      draft.limits.delete("week");
    });
    expect(same).to.equal(after);
  });

  it("changes nothing when the recipe throws", () => {
    const before = account();
    const fail = () =>
      createChangedCopy(before, (draft) => {
        draft.owner.name = "bob";
        draft.limits.clear();
        throw new RangeError("too much");
      });
    expect(fail).to.throw(RangeError, "too much");
    expect(before).to.deep.equal(account());
  });

  it("returns a deeply frozen value", () => {
    const after = createChangedCopy(account(), ({ limits }) => {
      limits.set("week", { amount: 9 });
    });
    expect(() => Object.assign(after.owner, { name: "mallory" })).to.throw(TypeError);
    expect(() => Object.assign(after.limits.get("week") ?? {}, { amount: 1 })).to.throw(TypeError);
    expect(() => (after.limits as Map<string, unknown>).clear()).to.throw();
    expect(after.limits.get("week")).to.deep.equal({ amount: 9 });
  });
});

describe("frozen", () => {
  it("returns the value itself, frozen at every depth", () => {
    const value = account();
    expect(deepFreeze(value)).to.equal(value);
    expect(() => Object.assign(value.notes, ["changed"])).to.throw(TypeError);
    expect(() => (value.limits as Map<string, unknown>).delete("day")).to.throw();
  });

  it("leaves byte arrays unfrozen, since they cannot be frozen", () => {
    const value = { key: Uint8Array.of(1, 2) };
    expect(deepFreeze(value).key).to.deep.equal(Uint8Array.of(1, 2));
  });
});
