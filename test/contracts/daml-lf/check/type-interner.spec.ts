import { expect } from "chai";

import type { InternedType } from "../../../../lib/contracts/daml-lf/check/interned-type.ts";
import { formatTypeKind } from "../../../../lib/contracts/daml-lf/check/kind-table.ts";
import { LfTypeInterner } from "../../../../lib/contracts/daml-lf/check/type-interner.ts";
import type { LfTypeKind } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../../../support/error-of.ts";

/** Creates a table with type variables of levels 0 and 1, and functions that build types. */
const setting = () => {
  const table = new LfTypeInterner();
  const arrow = table.getBuiltinType("Arrow");
  const { star } = table.kinds;
  const kind = { kind: "star" } as const;
  return {
    table,
    int: table.getBuiltinType("Int64"),
    text: table.getBuiltinType("Text"),
    a: table.createVariable("a", 0, star),
    b: table.createVariable("b", 1, star),
    /**
     * Returns the type quantified over its variables of level `from`. Variables of higher levels move down
     * one level.
     */
    forall: (type: InternedType, from = 0) => table.quantifyType(type, from, [{ kind }]),
    forallBoth: (type: InternedType) => table.quantifyType(type, 0, [{ kind }, { kind }]),
    fun: (from: InternedType, to: InternedType) => table.applyType(arrow, [from, to]),
    list: (element: InternedType) => table.applyType(table.getBuiltinType("List"), [element]),
  };
};

describe("type table", () => {
  it("creates each type once", () => {
    const { table, int, text, fun } = setting();
    expect(fun(int, fun(text, int))).to.equal(fun(int, fun(text, int)));
    expect(fun(int, text)).not.to.equal(fun(text, int));
    expect(table.getStructType(["x"], [int])).to.equal(table.getStructType(["x"], [int]));
    expect(table.getStructType(["x,y"], [int])).not.to.equal(
      table.getStructType(["x", "y"], [int, int]),
    );
    expect(table.getNatType(1)).not.to.equal(table.getNatType(2));
  });

  it("creates quantified types that differ only in variable names once", () => {
    const { table, a, fun, list, forall } = setting();
    const other = table.createVariable("other", 0, table.kinds.star);
    const identity = forall(fun(a, list(a)));
    expect(forall(fun(other, list(other)))).to.equal(identity);
    expect(forall(fun(a, a))).not.to.equal(identity);
  });

  it("substitutes quantified variables, the outermost first", () => {
    const { table, int, text, a, b, fun, forall, forallBoth } = setting();
    const both = forallBoth(fun(a, fun(b, a)));
    expect(table.instantiateCached(both, [int, text])).to.equal(fun(int, fun(text, int)));
    const c = table.createVariable("c", 0, table.kinds.star);
    expect(table.instantiateCached(both, [int])).to.equal(forall(fun(int, fun(c, int))));
    expect(table.instantiateCached(table.instantiateCached(both, [int]), [text])).to.equal(
      fun(int, fun(text, int)),
    );
  });

  it("continues with substituted types that are quantified themselves", () => {
    const { table, int, a, fun, forall } = setting();
    const identity = forall(fun(a, a));
    const any = forall(a);
    expect(table.instantiateCached(any, [identity, int])).to.equal(fun(int, int));
  });

  it("refuses type arguments for types that are not quantified", () => {
    const { table, int, a, fun, forall } = setting();
    const codes = [
      () => table.instantiateCached(fun(int, int), [int]),
      () => table.instantiateCached(forall(a), [int, int]),
      () => table.applyType(table.getNatType(3), [int]),
      () => table.applyType(table.getStructType([], []), [int]),
      () => table.applyType(forall(a), [int]),
    ].map((make) => errorOf(make).code);
    expect(new Set(codes)).to.deep.equal(new Set(["DAR_VALIDATION_ERROR"]));
  });

  it("distinguishes an alias from its type only until they are compared", () => {
    const { table, int, text, a, b, fun, list, forall } = setting();
    // type Constant x = forall y. x -> y -> x
    const body = forall(fun(a, fun(b, a)), 1);
    const written = (x: InternedType) => table.instantiateCached(forall(body), [x]);
    const over = table.kinds.getArrowKind(table.kinds.star, table.kinds.star);
    const alias = table.declareSynonym("p:M:Constant", over, ([x = int]) => written(x));
    const of = (x: InternedType) => table.applyType(alias, [x]);
    expect(of(int)).not.to.equal(written(int));
    expect(table.areEqual(list(of(int)), list(written(int)))).to.equal(true);
    expect(table.areEqual(list(of(int)), list(written(text)))).to.equal(false);
    expect(table.areEqual(of(int), int)).to.equal(false);
    // Inside a quantifier, the argument of an alias may be bound by an outer quantifier.
    const under = forall(of(a));
    expect(table.areEqual(under, forall(written(a)))).to.equal(true);
    expect(table.areEqual(under, forall(written(int)))).to.equal(false);
  });

  it("returns the kind of a type", () => {
    const { table, a, int, list, forall } = setting();
    const { kinds } = table;
    const over = table.createVariable("f", 0, kinds.getArrowKind(kinds.star, kinds.star));
    expect(list(a).typeKind).to.equal(kinds.star);
    expect(table.getBuiltinType("Arrow").typeKind).to.equal(
      kinds.getArrowKind(kinds.star, kinds.getArrowKind(kinds.star, kinds.star)),
    );
    expect(table.applyType(table.getBuiltinType("Arrow"), [int]).typeKind).to.equal(over.typeKind);
    expect(table.applyType(over, [int]).typeKind).to.equal(kinds.star);
    expect(forall(list(a)).typeKind).to.equal(kinds.star);
    expect(table.getNatType(3).typeKind).to.equal(kinds.nat);
  });

  it("distinguishes quantified types by the kinds of their variables", () => {
    const { table, int } = setting();
    const over = (kind: "star" | "nat") => table.quantifyType(int, 0, [{ kind: { kind } }]);
    expect(over("nat")).to.equal(over("nat"));
    expect(over("nat")).not.to.equal(over("star"));
    expect(table.areEqual(over("nat"), over("star"))).to.equal(false);
    expect(table.instantiateCached(over("nat"), [table.getNatType(3)])).to.equal(int);
    const refused = errorOf(() => table.instantiateCached(over("nat"), [int]));
    expect(refused.cause).to.contain("kind mismatch").and.to.contain("nat");
  });

  it("creates each kind once, even if it occurs as a part of other kinds many times", () => {
    const { kinds } = new LfTypeInterner();
    const wide = (): LfTypeKind => {
      let kind: LfTypeKind = { kind: "star" };
      for (let depth = 0; depth < 60; depth += 1) {
        kind = { kind: "arrow", parameters: [kind], result: kind };
      }
      return kind;
    };
    expect(kinds.fromDecoded(wide())).to.equal(kinds.fromDecoded(wide()));
    expect(formatTypeKind(kinds.fromDecoded(wide()))).to.have.length.below(1_000);
    const star: LfTypeKind = { kind: "star" };
    const curried: LfTypeKind = { kind: "arrow", parameters: [star], result: star };
    expect(kinds.fromDecoded({ kind: "arrow", parameters: [star], result: curried })).to.equal(
      kinds.fromDecoded({ kind: "arrow", parameters: [star, star], result: star }),
    );
  });

  it("refuses types that unfold endlessly", () => {
    const { a, fun, forall } = setting();
    let type: InternedType = a;
    for (let depth = 0; depth < 40; depth += 1) type = fun(type, type);
    const quantified = () => forall(type);
    expect(errorOf(quantified).code).to.equal("DAR_VALIDATION_ERROR");
  });
});
