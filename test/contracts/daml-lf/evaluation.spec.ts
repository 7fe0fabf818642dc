import { expect } from "chai";

import { rejectionOf } from "../../support/error-of.ts";
import { valueOf } from "../../support/lf/definitions.ts";
import { evaluate, outcomeOf, shown } from "../../support/lf/evaluate.ts";
import {
  add,
  apply,
  builtin,
  call,
  caseOf,
  consTo,
  equalInt,
  ifThenElse,
  int,
  lambda,
  list,
  none,
  pure,
  subtract,
  typeApply,
  update,
  value,
  variable,
} from "../../support/lf/expressions.ts";
import {
  functionT,
  int64T,
  listT,
  optionalT,
  textT,
  unitT,
  updateT,
} from "../../support/lf/types.ts";
import { World } from "../../support/lf/world.ts";

const intToInt = functionT([int64T], int64T);
const intsToInt = functionT([int64T, int64T], int64T);

/** `count left total`: adds one to `total`, `left` times, in tail position. */
const countBody = lambda(
  [
    ["left", int64T],
    ["total", int64T],
  ],
  ifThenElse(
    equalInt(variable("left"), int(0)),
    variable("total"),
    apply(value("Main:count"), subtract(variable("left"), int(1)), add(variable("total"), int(1))),
  ),
);

/** `depth n` is `1 + depth (n - 1)`: never in tail position. */
const depthBody = lambda(
  [["n", int64T]],
  ifThenElse(
    equalInt(variable("n"), int(0)),
    int(0),
    add(int(1), apply(value("Main:depth"), subtract(variable("n"), int(1)))),
  ),
);

const foreverBody = lambda([["n", int64T]], apply(value("Main:forever"), variable("n")));

/** `from n list` is the list of n down to 1, before `list`. */
const fromBody = lambda(
  [
    ["n", int64T],
    ["rest", listT(int64T)],
  ],
  ifThenElse(
    equalInt(variable("n"), int(0)),
    variable("rest"),
    apply(
      value("Main:from"),
      subtract(variable("n"), int(1)),
      consTo(int64T, variable("n"), variable("rest")),
    ),
  ),
);

const fromT = functionT([int64T, listT(int64T)], listT(int64T));
const numbers = (count: number) => apply(value("Main:from"), int(count), list(int64T));
const values = { count: countBody, depth: depthBody, forever: foreverBody, from: fromBody };

describe("evaluation", () => {
  for (const [languageVersion, times] of [
    ["2.1", 400_000],
    ["2.2", 50_000],
    ["2.3", 50_000],
  ] as const) {
    it(`runs ${times} calls in tail position in constant stack, in ${languageVersion}`, () => {
      const loop = apply(value("Main:count"), int(times), int(0));
      expect(evaluate(loop, { values, languageVersion })).to.equal(BigInt(times));
    });
  }

  it("recurses three hundred thousand calls deep where no call is in tail position", () => {
    const many = apply(value("Main:depth"), int(300_000));
    expect(evaluate(many, { values })).to.equal(300_000n);
  });

  it("folds, compares and takes apart lists of a hundred thousand elements", () => {
    const many = numbers(100_000);
    const plus = lambda(
      [
        ["a", int64T],
        ["b", int64T],
      ],
      add(variable("a"), variable("b")),
    );
    const same = lambda(
      [
        ["a", int64T],
        ["b", int64T],
      ],
      equalInt(variable("a"), variable("b")),
    );
    const sum = 5_000_050_000n;
    expect(evaluate(call(43, plus, int(0), many), { values })).to.equal(sum);
    expect(evaluate(call(44, plus, int(0), many), { values })).to.equal(sum);
    expect(evaluate(call(45, same, many, many), { values })).to.equal(true);
    expect(evaluate(call(2, many, many), { values })).to.equal(true);
    expect(evaluate(call(4, many, many), { values })).to.equal(false);
  });

  it("applies functions to fewer and to more arguments than they take", () => {
    const curried = lambda(
      [["a", int64T]],
      lambda([["b", int64T]], add(variable("a"), variable("b"))),
    );
    const partial = apply(
      lambda([["f", intToInt]], apply(variable("f"), int(2))),
      apply(curried, int(40)),
    );
    expect(evaluate(partial)).to.equal(42n);
    const choose = lambda([["a", int64T]], builtin(7));
    expect(evaluate(apply(choose, int(0), int(1), int(2)))).to.equal(3n);
  });

  it("lets inner variables hide outer ones", () => {
    const inner = lambda([["x", int64T]], lambda([["x", int64T]], variable("x")));
    expect(evaluate(apply(inner, int(1), int(2)))).to.equal(2n);
  });

  it("evaluates arguments from the last to the first, and the function after them", () => {
    const failing = (message: string) =>
      apply(typeApply(builtin(1), int64T), { kind: "text", value: message });
    const divide = call(10, int(1), int(0));
    const aborted = "error INTERPRETATION_USER_ERROR";
    expect(outcomeOf(call(7, divide, failing("second")))).to.equal(aborted);
    expect(outcomeOf(call(7, failing("first"), divide))).to.match(/^exception/u);
    const chosen = ifThenElse({ kind: "bool", value: true }, failing("function"), builtin(22));
    expect(outcomeOf(apply(chosen, divide))).to.match(/^exception/u);
    expect(outcomeOf(list(int64T, failing("first"), divide))).to.match(/^exception/u);
  });

  it("evaluates a top-level value only when it is needed", () => {
    const undefinedValue = apply(typeApply(builtin(1), int64T), {
      kind: "text",
      value: "undefined",
    });
    const unused = ifThenElse(equalInt(int(1), int(1)), int(7), value("Main:broken"));
    expect(evaluate(unused, { values: { broken: undefinedValue } })).to.equal(7n);
  });

  it("names a value that needs itself", () => {
    expect(
      outcomeOf(value("Main:knot"), { values: { knot: add(int(1), value("Main:knot")) } }),
    ).to.equal("error DAML_INTERPRETATION_ERROR");
  });

  it("matches the first alternative that fits", () => {
    const described = (scrutinee: Parameters<typeof caseOf>[0]) =>
      caseOf(
        scrutinee,
        { pattern: { kind: "nil" }, body: int(0) },
        {
          pattern: { kind: "cons", head: "first", tail: "rest" },
          body: variable("first"),
        },
        { pattern: { kind: "default" }, body: int(-1) },
      );
    expect(evaluate(described(list(int64T)))).to.equal(0n);
    expect(evaluate(described(list(int64T, int(5), int(6))))).to.equal(5n);
  });

  it("keeps maps in the order of their keys", () => {
    const insert = (key: string, content: number, into: Parameters<typeof call>[1]) =>
      call(61, { kind: "text", value: key }, int(content), into);
    const map = insert("🙂", 1, insert("\uffee", 2, insert("a", 3, insert("a", 4, builtin(60)))));
    expect(shown(evaluate(map))).to.deep.equal([
      ["a", 3n],
      ["\uffee", 2n],
      ["🙂", 1n],
    ]);
    expect(evaluate(call(65, map))).to.equal(3n);
    expect(evaluate(call(65, call(63, { kind: "text", value: "a" }, map)))).to.equal(2n);
  });

  it("refuses functions as keys, even of an empty map", () => {
    const key = lambda([["x", int64T]], variable("x"));
    expect(outcomeOf(call(54, key, builtin(52)))).to.equal("error NON_COMPARABLE_VALUES");
    expect(outcomeOf(call(2, key, key))).to.equal("error NON_COMPARABLE_VALUES");
  });
});

describe("a choice that does not behave", () => {
  const world = (): Promise<World> =>
    World.of({
      daml: { limits: { maxSteps: 400_000 } },
      values: [
        valueOf("count", intsToInt, countBody),
        valueOf("depth", intToInt, depthBody),
        valueOf("forever", intToInt, foreverBody),
        valueOf("from", fromT, fromBody),
        valueOf(
          "spin",
          updateT(unitT),
          update({
            kind: "block",
            bindings: [{ name: "u", type: unitT, bound: pure(unitT, { kind: "unit" }) }],
            body: value("Main:spin"),
          }),
        ),
      ],
      actions: {
        Forever: { body: pure(int64T, apply(value("Main:forever"), int(0))), result: int64T },
        Spin: { body: value("Main:spin") },
        Depth: {
          argument: int64T,
          body: pure(int64T, apply(value("Main:depth"), variable("arg"))),
          result: int64T,
        },
        Long: { body: pure(listT(int64T), numbers(100_000)), result: listT(int64T) },
        Fine: { body: pure(optionalT(textT), none(textT)), result: optionalT(textT) },
      },
    });

  it("is stopped when it does not end, and the ledger lives on", async () => {
    const { ledger, alice, ...rest } = await world().then((each) => ({
      ledger: each.ledger,
      alice: each.alice,
      world: each,
    }));
    const error = await rejectionOf(rest.world.act("Forever"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(await rest.world.act("Fine")).to.equal(null);
    expect(ledger.state.ledgerEnd).to.be.greaterThan(0);
    expect(alice).to.match(/^alice::/u);
  });

  it("is stopped when its actions do not end", async () => {
    const each = await world();
    expect((await rejectionOf(each.act("Spin"))).code).to.equal("INTERPRETATION_TIME_EXCEEDED");
  });

  it("recurses deeper than the stack of the host, as deep as its budget goes", async () => {
    const each = await world();
    expect(await each.act("Depth", "500")).to.equal("500");
    expect(await each.act("Depth", "350000")).to.equal("350000");
    const error = await rejectionOf(each.act("Depth", "450000"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(await each.act("Fine")).to.equal(null);
  });

  it("may give a list of a hundred thousand elements", async () => {
    const each = await world();
    const result = await each.act("Long");
    expect(result).to.have.length(100_000);
  });
});
