import { expect } from "chai";
import fc from "fast-check";

import type { FaultRule } from "../../../lib/index.ts";
import { FaultRuleRegistry, getFaultRegistry } from "../../../lib/operations/faults/faults.ts";
import {
  type FaultMatchableCall,
  matchesWildcardPattern,
} from "../../../lib/operations/faults/match-call.ts";
import { errorOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { runs } from "../../support/properties.ts";

const bookOf = (rules: readonly FaultRule[], seed = 1): FaultRuleRegistry => {
  const book = new FaultRuleRegistry(Uint8Array.of(seed));
  book.set(rules);
  return book;
};

const call = (operationId = "submitAndWait"): FaultMatchableCall => ({
  operationId,
  user: undefined,
  writes: "commands",
  parties: () => [],
  templates: () => [],
  commandId: () => undefined,
  hasToken: () => false,
});

const refuse = { refuse: "PARTICIPANT_BACKPRESSURE" } as const;

/** Returns the numbers, from 1, of the calls to which a fault applies. */
const struckOf = (book: FaultRuleRegistry, calls: number): readonly number[] =>
  Array.from({ length: calls }, (_, index) => index + 1).filter(
    () => book.selectFaults(call()).length > 0,
  );

const arbitraryRule: fc.Arbitrary<FaultRule> = fc.record(
  {
    when: fc.record(
      {
        operation: fc.constantFrom("submit*", "getUpdates", "*"),
        every: fc.integer({ min: 1, max: 4 }),
        probability: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      { requiredKeys: [] },
    ),
    then: fc.constantFrom<FaultRule["then"][]>(refuse, "cut", "contend", {
      delay: { from: "1ms", to: "3s" },
    }),
    times: fc.integer({ min: 1, max: 20 }),
  },
  { requiredKeys: ["then"] },
);

const arbitraryCalls = fc.array(fc.constantFrom("submitAndWait", "getUpdates", "getVersion"), {
  maxLength: 60,
});

describe("faults", () => {
  it("are the same for the same seed, rules and calls, and repeat after a restart @property", () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryRule, { maxLength: 5 }),
        fc.integer({ min: 0, max: 255 }),
        arbitraryCalls,
        (rules, seed, calls) => {
          const [one, other] = [bookOf(rules, seed), bookOf(rules, seed)];
          const meetAll = (book: FaultRuleRegistry) =>
            calls.map((each) => book.selectFaults(call(each)));
          const met = meetAll(one);
          expect(meetAll(other)).to.deep.equal(met);
          one.restart();
          expect(meetAll(one)).to.deep.equal(met);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it("differ for another seed, with the given probability", () => {
    const rules = [{ when: { probability: 0.3 }, then: refuse }];
    const [one, other] = [struckOf(bookOf(rules, 1), 2_000), struckOf(bookOf(rules, 2), 2_000)];
    expect(one).to.not.deep.equal(other);
    for (const struck of [one, other]) expect(struck.length).to.be.within(500, 700);
    expect(struckOf(bookOf([{ when: { probability: 0 }, then: refuse }]), 100)).to.be.empty;
  });

  it("depend on the ledger's seed; forks have the same rules and count from the start", async () => {
    const faults = [{ when: { probability: 0.5 }, then: refuse }];
    const struckOn = async (seed: number): Promise<readonly number[]> => {
      const { ledger } = await iouLedger({ seed, faults });
      const struck = struckOf(getFaultRegistry(ledger.faults), 40);
      const fork = await ledger.fork();
      expect(struckOf(getFaultRegistry(fork.faults), 40)).to.deep.equal(struck);
      return struck;
    };
    const struck = await struckOn(7);
    expect(await struckOn(7)).to.deep.equal(struck);
    expect(await struckOn(8)).to.not.deep.equal(struck);
  });

  it("apply to the nth call, to every nth call, and at most a given number of times", () => {
    expect(struckOf(bookOf([{ when: { nth: 3 }, then: refuse }]), 9)).to.deep.equal([3]);
    expect(struckOf(bookOf([{ when: { nth: [1, 4] }, then: refuse }]), 9)).to.deep.equal([1, 4]);
    expect(struckOf(bookOf([{ when: { every: 4 }, then: refuse }]), 9)).to.deep.equal([4, 8]);
    expect(struckOf(bookOf([{ times: 2, then: refuse }]), 9)).to.deep.equal([1, 2]);
  });

  it("count matched and affected calls; after one rule affects a call, later rules do not match it", () => {
    const book = bookOf([
      { name: "first", when: { every: 2 }, then: refuse },
      { then: { delay: "1s" } },
      { then: "cut" },
      { then: "twice" },
    ]);
    struckOf(book, 4);
    expect([...book].map(({ name, met, struck }) => [name, met, struck])).to.deep.equal([
      ["first", 4, 2],
      ["fault 2", 2, 2],
      ["fault 3", 2, 2],
      ["fault 4", 0, 0],
    ]);
  });

  it("can be added after other rules without a restart, removed, and cleared", () => {
    const book = bookOf([{ when: { nth: 2 }, then: refuse }]);
    book.selectFaults(call());
    const remove = book.add({ then: "cut" });
    expect(book.selectFaults(call()).map(({ name }) => name)).to.deep.equal(["fault 1"]);
    expect(book.selectFaults(call()).map(({ name }) => name)).to.deep.equal(["fault 2"]);
    remove();
    expect([...book]).to.have.length(1);
    book.clear();
    expect(book.isEmpty).to.equal(true);
  });

  it("are refused if invalid, with the field named, and the earlier rules remain", () => {
    const book = bookOf([{ then: "cut" }]);
    const wrong: readonly (readonly [unknown, string])[] = [
      [{}, "[0].then"],
      [{ then: "ct" }, "[0].then"],
      [{ then: { refuse: "PARTICIPANT_BACKPRESURE" } }, "[0].then.refuse"],
      [{ then: { delay: "2h" } }, "[0].then.delay"],
      [{ then: { delay: { from: "2s", to: "1s" } } }, "[0].then.delay.to"],
      [{ then: { delay: 5 } }, "[0].then.delay"],
      [{ then: { cut: { after: 0 } } }, "[0].then.cut.after"],
      [{ then: { cut: { after: 1 }, prune: { keep: 1 } } }, "[0].then"],
      [{ then: "constructor" }, "[0].then"],
      [{ then: "cut", whne: {} }, "[0].whne"],
      [{ then: "cut", when: { partys: "a" } }, "[0].when.partys"],
      [{ then: "cut", when: { nth: [] } }, "[0].when.nth"],
      [{ then: "cut", when: { nth: 0 } }, "[0].when.nth"],
      [{ then: "cut", when: { probability: 1.5 } }, "[0].when.probability"],
      [{ then: "cut", when: { party: "" } }, "[0].when.party"],
      [{ then: "cut", times: -1 }, "[0].times"],
    ];
    for (const [rule, path] of wrong) {
      const error = errorOf(() => book.set([rule as FaultRule]));
      expect([error.path, error.code], JSON.stringify(rule)).to.deep.equal([
        path,
        path === "[0].then" && Object.keys(rule as object).length === 0
          ? "MISSING_FIELD"
          : "INVALID_ARGUMENT",
      ]);
    }
    const many = Array.from({ length: 101 }, () => ({ then: "cut" }) as const);
    expect(errorOf(() => book.set(many)).code).to.equal("INVALID_ARGUMENT");
    expect([...book].map(({ rule }) => rule)).to.deep.equal([{ then: "cut" }]);
  });

  it("can be sent as JSON, even if a program wrote bigints", () => {
    const book = bookOf([{ then: { delay: 1_500_001n } }]);
    const sent = JSON.parse(JSON.stringify([...book])) as readonly { readonly rule: FaultRule }[];
    const again = bookOf(sent.map(({ rule }) => rule));
    expect(again.selectFaults(call())).to.deep.equal(book.selectFaults(call()));
  });
});

describe("pattern of a fault rule", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
  const plain = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });

  it("matches any text for *, like a regular expression with .*", () => {
    fc.assert(
      fc.property(plain, text, (given, pattern) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "u");
        expect(matchesWildcardPattern(given, pattern)).to.equal(expression.test(given));
      }),
      { numRuns: runs(2_000) },
    );
  });
});
