import { expect } from "chai";
import fc from "fast-check";

import { runs } from "../properties.ts";
import { arbitraryExpr, arbitraryModule, arbitraryType } from "./arbitrary-trees.ts";
import { choice, module, template, thisField } from "./definitions.ts";
import {
  apply,
  date,
  field,
  int,
  lambda,
  list,
  numeric,
  pure,
  some,
  text,
  timestamp,
  typeApply,
  unit,
  update,
  value,
  variable,
} from "./expressions.ts";
import { choicesOf, definitions, expr, modules, read, type } from "./notation.ts";
import { printExpr } from "./print.ts";
import { printModule } from "./print-definitions.ts";
import { printType } from "./print-type.ts";
import { randomProgram } from "./random-programs.ts";
import { NotationError } from "./tokens.ts";
import { dataT, functionT, int64T, listT, numericT, partyT, unitT, variableT } from "./types.ts";

/** Returns the tree with all bodies decoded. */
const forced = (tree: unknown): unknown => {
  if (typeof tree === "function") return forced((tree as () => unknown)());
  if (tree instanceof Map) return new Map([...tree].map(([key, each]) => [key, forced(each)]));
  if (Array.isArray(tree)) return tree.map(forced);
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, each]) => [key, forced(each)]));
};

const readModule = (written: string) => modules`${written}`[0];

describe("notation of Daml-LF", () => {
  describe("notation of Daml-LF reads what it prints", () => {
    it("for any type", () => {
      fc.assert(
        fc.property(arbitraryType, (each) => {
          expect(type`${printType(each)}`).to.deep.equal(each);
        }),
        { numRuns: runs(300) },
      );
    });

    it("for any expression @property", () => {
      fc.assert(
        fc.property(arbitraryExpr, (each) => {
          expect(expr`${printExpr(each)}`).to.deep.equal(each);
        }),
        { numRuns: runs(125) },
      );
    });

    it("for any module @property", () => {
      fc.assert(
        fc.property(arbitraryModule, (each) => {
          expect(forced(readModule(printModule(each)))).to.deep.equal(forced(each));
        }),
        { numRuns: runs(25) },
      );
    });

    it("for random programs @property", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const { main, parts } = randomProgram(seed);
          const each = module("Main", main);
          expect(forced(readModule(printModule(each)))).to.deep.equal(forced(each));
          for (const { update } of parts.values()) {
            expect(expr`${printExpr(update)}`).to.deep.equal(update);
          }
        }),
        { numRuns: runs(5) },
      );
    });
  });

  it("reads types, with names from module Main by default", () => {
    const id = "ab".repeat(32);
    expect(type`Coin`).to.deep.equal(dataT("Main:Coin"));
    expect(type`Other.Module:Coin`).to.deep.equal(dataT("Other.Module:Coin"));
    expect(type`${id}:Main:Coin`).to.deep.equal(dataT(`${id}:Main:Coin`));
    expect(type`Main:Party`).to.deep.equal(dataT("Main:Party"));
    expect(type`List Party -> Pair a (f Int64) -> Numeric 10`).to.deep.equal(
      functionT(
        [
          listT(partyT),
          dataT("Main:Pair", variableT("a"), { kind: "variable", name: "f", arguments: [int64T] }),
        ],
        numericT(10),
      ),
    );
  });

  it("reads grouped applications to values and types", () => {
    const [f, x, y] = [variable("f"), variable("x"), variable("y")];
    expect(expr`f x y`).to.deep.equal(apply(f, x, y));
    expect(expr`(f x) y`).to.deep.equal(apply(apply(f, x), y));
    expect(expr`f @Int64 x`).to.deep.equal(apply(typeApply(f, int64T), x));
    expect(expr`fetchByKey @Coin x`).to.deep.equal(
      apply(update({ kind: "fetchByKey", templateId: "self:Main:Coin" }), x),
    );
  });

  it("reads literals, and Numerics with their written digits", () => {
    expect(expr`-1.50`).to.deep.equal(numeric("-1.50"));
    expect(expr`3.`).to.deep.equal(numeric("3."));
    expect(expr`1970-01-02`).to.deep.equal(date(1));
    expect(expr`1970-01-01T00:00:01.5Z`).to.deep.equal(timestamp(1_500_000n));
    expect(expr`"a\n\"b\""`).to.deep.equal(text('a\n"b"'));
  });

  it("infers the type of a record from the binding of its variable", () => {
    const coinT = dataT("Main:Coin");
    const owner = field(coinT, "owner", variable("x"));
    expect(expr`\(x: Coin) -> x.owner`).to.deep.equal(lambda([["x", coinT]], owner));
    expect(expr`\(x: Coin) -> Coin.owner x`).to.deep.equal(lambda([["x", coinT]], owner));
    expect(
      definitions`
      template Coin with {owner: Party} {
        signatories [@Party this.owner];
      }
    `.templates?.[0]?.signatories(),
    ).to.deep.equal(
      template("Coin", { signatories: list(partyT, thisField("Coin", "owner")) }).signatories(),
    );
  });

  it("adds the choice Archive, controlled by the signatories, to templates", () => {
    const [coin] = definitions`template Coin {signatories [@Party];}`.templates ?? [];
    const expected = template("Coin", { signatories: list(partyT) });
    expect(forced(coin)).to.deep.equal(forced(expected));
    const [bare] = definitions`template Coin {signatories [@Party]; no Archive;}`.templates ?? [];
    expect(bare?.choices.size).to.equal(0);
  });

  it("has consuming choices, with Unit as argument and result, by default", () => {
    const [give] = choicesOf("Coin")`choice Give by [@Party this.owner] = pure @Unit ();`;
    const controllers = list(partyT, thisField("Coin", "owner"));
    const expected = choice("Give", { consuming: true, controllers, body: pure(unitT, unit) });
    expect(forced(give)).to.deep.equal(forced(expected));
  });

  it("inserts trees into holes unchanged, and text and numbers as source text", () => {
    const sum = expr`ADD_INT64 1 2`;
    expect(expr`MUL_INT64 ${sum} ${3}`).to.deep.equal(expr`MUL_INT64 (ADD_INT64 1 2) 3`);
    expect(expr`${"f x"} y`).to.deep.equal(expr`f x y`);
    expect(expr`create @${type`Coin`} ${type`Coin`} {}`).to.deep.equal(expr`create @Coin Coin {}`);
    const coin = definitions`record Coin {}`;
    expect(definitions`${coin} record Note {}`.dataTypes).to.have.length(2);
  });

  it("reads closed expressions without types, for evaluation", () => {
    const elements = list(unitT, int(1), apply(value("Main:f"), int(2)));
    expect(read("Some [1, f 2]")).to.deep.equal(some(unitT, elements));
  });

  it("reports line and column of an error, and what is expected there", () => {
    const refusals: readonly (readonly [() => unknown, string])[] = [
      [() => expr`ADD_INT64 (1`, "line 1, column 13: expected ), found the end"],
      [() => expr`f "a`, 'line 1, column 3: what is "?'],
      [() => expr`let x: Int64 = 1; in x`, "line 1, column 22: expected :, found x"],
      [() => expr`pure @Int64 1 2`, "line 1, column 15: expected nothing more, found 2"],
      [
        () => expr`x.owner`,
        "line 1, column 2: expected a variable with a type before this, found .",
      ],
      [
        () => expr`f ${int64T}`,
        "line 1, column 6: expected an expression in the hole before this, found the end",
      ],
      [() => type`List (Coin`, "line 1, column 11: expected ), found the end"],
      [
        () => definitions`
          record Coin {owner: Party}
          template Coin {
            signatures [@Party];
          }
        `,
        "line 4, column 13: expected a part of a template, found signatures",
      ],
      [
        () => definitions`interface Held {method holder: Party;}`,
        "line 1, column 39: expected a view in the interface before this, found the end",
      ],
    ];
    for (const [reading, message] of refusals) {
      expect(reading).to.throw(NotationError).with.property("message", message);
    }
  });
});
