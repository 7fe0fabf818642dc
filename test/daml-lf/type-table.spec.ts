import { expect } from "chai";
import { TypeTable } from "../../lib/daml-lf/type-table.ts";
import type { InternedType } from "../../lib/daml-lf/interned-type.ts";
import { errorOf } from "../support/error-of.ts";

/** Variables of levels 0 and 1, and functions between types. */
const setting = () => {
  const table = new TypeTable();
  const arrow = table.builtin("Arrow");
  return {
    table,
    int: table.builtin("Int64"),
    text: table.builtin("Text"),
    a: table.variable("a", 0),
    b: table.variable("b", 1),
    fun: (from: InternedType, to: InternedType) => table.apply(arrow, [from, to]),
    list: (element: InternedType) => table.apply(table.builtin("List"), [element]),
  };
};

describe("a table of types", () => {
  it("makes each type once", () => {
    const { table, int, text, fun } = setting();
    expect(fun(int, fun(text, int))).to.equal(fun(int, fun(text, int)));
    expect(fun(int, text)).not.to.equal(fun(text, int));
    expect(table.struct(["x"], [int])).to.equal(table.struct(["x"], [int]));
    expect(table.struct(["x,y"], [int])).not.to.equal(table.struct(["x", "y"], [int, int]));
    expect(table.number(1)).not.to.equal(table.number(2));
  });

  it("makes quantified types that differ in the names of variables once", () => {
    const { table, a, fun, list } = setting();
    const other = table.variable("other", 0);
    const identity = table.quantify(fun(a, list(a)), 0, 1);
    expect(table.quantify(fun(other, list(other)), 0, 1)).to.equal(identity);
    expect(table.quantify(fun(a, a), 0, 1)).not.to.equal(identity);
  });

  it("puts types in place of what is quantified, the outermost first", () => {
    const { table, int, text, a, b, fun } = setting();
    const both = table.quantify(fun(a, fun(b, a)), 0, 2);
    expect(table.instance(both, [int, text])).to.equal(fun(int, fun(text, int)));
    const c = table.variable("c", 0);
    expect(table.instance(both, [int])).to.equal(table.quantify(fun(int, fun(c, int)), 0, 1));
    expect(table.instance(table.instance(both, [int]), [text])).to.equal(fun(int, fun(text, int)));
  });

  it("goes on with what was put in where that is quantified itself", () => {
    const { table, int, a, fun } = setting();
    const identity = table.quantify(fun(a, a), 0, 1);
    const any = table.quantify(a, 0, 1);
    expect(table.instance(any, [identity, int])).to.equal(fun(int, int));
  });

  it("refuses types for what is not quantified, and arguments for what takes none", () => {
    const { table, int, a, fun } = setting();
    const codes = [
      () => table.instance(fun(int, int), [int]),
      () => table.instance(table.quantify(a, 0, 1), [int, int]),
      () => table.apply(table.number(3), [int]),
      () => table.apply(table.struct([], []), [int]),
      () => table.apply(table.quantify(a, 0, 1), [int]),
    ].map((make) => errorOf(make).code);
    expect(new Set(codes)).to.deep.equal(new Set(["DAR_VALIDATION_ERROR"]));
  });

  it("tells aliases from what they stand for only until they are compared", () => {
    const { table, int, text, a, b, fun, list } = setting();
    // type Constant x = forall y. x -> y -> x
    const body = table.quantify(fun(a, fun(b, a)), 1, 1);
    const written = (x: InternedType) => table.instance(table.quantify(body, 0, 1), [x]);
    const alias = table.synonym("p:M:Constant", ([x = int]) => written(x));
    const of = (x: InternedType) => table.apply(alias, [x]);
    expect(of(int)).not.to.equal(written(int));
    expect(table.areEqual(list(of(int)), list(written(int)))).to.equal(true);
    expect(table.areEqual(list(of(int)), list(written(text)))).to.equal(false);
    expect(table.areEqual(of(int), int)).to.equal(false);
    // Under a quantifier, what an alias is given may be bound outside of the quantifier inside it.
    const under = table.quantify(of(a), 0, 1);
    expect(table.areEqual(under, table.quantify(written(a), 0, 1))).to.equal(true);
    expect(table.areEqual(under, table.quantify(written(int), 0, 1))).to.equal(false);
  });

  it("refuses what unfolds without end", () => {
    const { table, a, fun } = setting();
    let type: InternedType = a;
    for (let depth = 0; depth < 40; depth += 1) type = fun(type, type);
    const quantified = () => table.quantify(type, 0, 1);
    expect(errorOf(quantified).code).to.equal("DAR_VALIDATION_ERROR");
  });
});
