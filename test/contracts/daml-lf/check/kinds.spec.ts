import { expect } from "chai";

import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import { assembleDar, assemblePackage } from "../../../support/lf/assemble.ts";
import { modules } from "../../../support/lf/notation.ts";
import {
  acceptedWhole,
  interned,
  nameOf,
  reference,
  refusedWhole,
  type Write,
} from "../tables/raw-package.ts";

/** Loads a package with these definitions in module Main, next to a template's type and an exception. */
const load = (definitions: string, languageVersion = "2.3") =>
  createDamlLoader().load(
    assembleDar(
      assemblePackage({
        name: "kinds",
        version: "1.0.0",
        languageVersion,
        modules: modules`
          module Main {
            type Same a = a;
            record Item {person: Party}
            record Box a {of: a}
            exception Bad {message: Text} message \(e: Bad) -> "";
            ${definitions}
          }
        `,
      }),
    ),
  );

/** Returns the cause with which the package is refused. */
const causeFor = (definitions: string, languageVersion?: string): string => {
  const { code, cause } = errorOf(() => load(definitions, languageVersion));
  expect(code).to.equal("DAR_VALIDATION_ERROR");
  return cause;
};

const inExpr = (expr: string, type = "Unit"): string => `val x: ${type} = ${expr};`;
const inType = (type: string): string => inExpr(`ERROR @(${type}) ""`, type);
/** Passes the expression as the argument of a function. */
const inArgument = (expr: string): string => inExpr(String.raw`(\(x: Unit) -> ()) ${expr}`);
const inUpdate = (type: string, update: string): string =>
  inExpr(`do {x: ${type} <- ${update}; pure @Unit ()}`, "Update Unit");
const inTemplate = (part: string): string => `template Item {signatories [@Party]; ${part}}`;
const inInterface = (parts: string): string => `interface Face {${parts}}`;

describe("kinds of types", () => {
  const places: Readonly<Record<string, string>> = {
    "a value": inType("List"),
    "a field of a record": "unserializable record R {x: List}",
    "a constructor of a variant": "unserializable variant V {X: List}",
    "a synonym": "type S = List;",
    "the argument of a choice": inTemplate(
      "nonconsuming choice Do (arg: List) by [@Party] = pure @Unit ();",
    ),
    "the result of a choice": inTemplate(
      "nonconsuming choice Do: List by [@Party] = pure @Unit ();",
    ),
    "the key of a template": inTemplate("key List = None @List maintained by ();"),
    "a method of an interface": inInterface("view Item; method m: List;"),
    "the view of an interface": inInterface("view List;"),
    "the argument of a choice of an interface": inInterface(
      "view Item; nonconsuming choice Do (arg: List) by [@Party] = pure @Unit ();",
    ),
    "the parameter of a function": inType("List -> Unit"),
    "the result of a function": inType("Unit -> List"),
    "an element of a list": inType("List List"),
    "a value of a map": inType("GenMap Unit List"),
    "the template of a contract id": inType("ContractId List"),
    "the scale of a numeric": inType("Numeric Unit"),
    "a number as an element": inType("List 3"),
    "a number as a type": inType("3"),
    "the argument of a data type": inType("Box List"),
    "the argument of a synonym": inType("~Same List"),
    "a data type without its argument": inType("Box"),
    "a field of a structure": inType("struct {x: List}"),
    "the body of a quantified type": inType("forall a. List"),
    "the argument of a variable": inType("forall (f: * -> *). f List"),
    "the parameter of a lambda": inExpr(String.raw`(\(x: List) -> ()) 1`),
    "a binding of let": inExpr("let x: List = None @List in ()"),
    "an empty list": inArgument("[@List]"),
    "a list": inArgument("[@List ()]"),
    "an empty optional": inArgument("(None @List)"),
    "an optional with a value": inArgument("(Some @List ())"),
    "the type of a throw": inArgument('(throw @List @Bad Bad {message = ""})'),
    "a pure update": inUpdate("Unit", "pure @List ()"),
    "a step of a block": inUpdate("List", "pure @Unit ()"),
    "a try block": inUpdate("Unit", "try @List pure @Unit () catch e -> None @(Update Unit)"),
    "an embedded update": inUpdate("Unit", "embed @List (pure @Unit ())"),
  };

  for (const [place, source] of Object.entries(places)) {
    it(`are checked in ${place}`, () => {
      expect(causeFor(source)).to.contain("kind mismatch");
    });
  }

  it("allow a type to be applied to at most as many types as it has parameters", () => {
    for (const type of [
      "List Unit Unit",
      "Text Unit",
      "Item Unit",
      "Box Unit Unit",
      "forall a. a Unit",
    ]) {
      expect(causeFor(inType(type))).to.contain("expected a higher-kinded type");
    }
    expect(causeFor(inType("~Same Unit Unit"))).to.contain("takes 1 arguments");
  });

  it("are refused with the kind of type-level numbers on the right of an arrow", () => {
    for (const definition of [
      "unserializable record R (p: * -> nat) {}",
      "type S (p: * -> nat) = Unit;",
      inType("forall (p: * -> nat). Unit"),
      inExpr(String.raw`\@(p: * -> nat) -> ()`),
    ]) {
      for (const languageVersion of ["2.1", "2.3"]) {
        expect(causeFor(definition, languageVersion)).to.contain("invalid kind");
      }
    }
  });

  it("are checked for variables that type abstractions bind", () => {
    const overNumbers = "forall (t: nat). Numeric t -> Unit";
    const ofNumbers = String.raw`\@(t: nat) (x: Numeric t) -> ()`;
    expect(load(inExpr(ofNumbers, overNumbers))).to.have.length(1);
    const used = (argument: string): string => `
      val f: ${overNumbers} = ${ofNumbers};
      val x: Numeric 3 -> Unit = Main:f @${argument};
    `;
    expect(load(used("3"))).to.have.length(1);
    expect(causeFor(used("Int64"))).to.contain("kind mismatch");
    const overTypes = "forall t. Unit -> Unit";
    expect(load(inExpr(String.raw`\@t (x: Unit) -> ()`, overTypes))).to.have.length(1);
    const ofNumber = String.raw`\@(t: nat) (x: Unit) -> ()`;
    expect(causeFor(inExpr(ofNumber, overTypes))).to.contain("kind mismatch");
  });

  it("are checked for arguments of builtin functions", () => {
    const over = (builtin: string, argument: string): string =>
      inArgument(`(${builtin} @${argument})`);
    expect(causeFor(over("ADD_NUMERIC", "Int64"))).to.contain("kind mismatch");
    expect(causeFor(over("ADD_NUMERIC", "3"))).not.to.contain("kind mismatch");
    expect(causeFor(over("EQUAL", "3"))).to.contain("kind mismatch");
    expect(causeFor(over("EQUAL", "Int64"))).not.to.contain("kind mismatch");
  });

  it("are those of the innermost of several variables with the same name", () => {
    const both = (inner: string): string =>
      inType(`forall (t: * -> *). forall (t: ${inner}). t -> t Unit`);
    expect(causeFor(both("*"))).to.contain("expected a higher-kinded type");
    expect(causeFor(both("* -> *"))).to.contain("kind mismatch");
    const inOrder = (first: string, second: string): string =>
      inType(
        `(forall (t: ${first}). t Unit -> Unit) -> (forall (t: ${second}). t -> Unit) -> Unit`,
      );
    expect(load(inOrder("* -> *", "*"))).to.have.length(1);
    expect(causeFor(inOrder("*", "*"))).to.contain("higher-kinded");
    expect(causeFor(inOrder("* -> *", "nat"))).to.contain("kind mismatch");
  });

  it("must all be * in a serializable type", () => {
    for (const kind of ["nat", "* -> *"]) {
      expect(load(`unserializable record R (p: ${kind}) {}`)).to.have.length(1);
      expect(causeFor(`record R (p: ${kind}) {}`)).to.contain("serializable");
    }
  });

  it("allow no synonyms in a serializable type", () => {
    expect(load("unserializable record R {x: ~Same Unit}")).to.have.length(1);
    expect(causeFor("record R {x: ~Same Unit}")).to.contain("serializable");
    expect(causeFor(inInterface("view ~Same Item;"))).to.contain("serializable");
  });

  it("are * for enums and interfaces, which have no parameters", () => {
    const { code, cause } = errorOf(() => load("unserializable enum Color a {Red}"));
    expect(code).to.equal("DAR_PARSE_ERROR");
    expect(cause).to.contain("an enum has type parameters");
    const face = `${inInterface("view Item;")} interface type Face a;`;
    expect(causeFor(face)).to.contain("an interface cannot");
    expect(causeFor("interface type Face;")).to.contain("no interface");
  });

  it("allow a type synonym to get its arguments only in the reference to it, not by a type application", () => {
    // The type synonym `T a = a`: its name, its parameter and the type that it stands for.
    const synonym: Write = (m) =>
      m.message(3, (definition) =>
        definition
          .int(2, nameOf("T"))
          .message(3, (bound) =>
            bound.message(2, (kind) => kind.chosenInt(4, 0)).int(3, nameOf("a")),
          )
          .message(4, interned(3)),
      );
    const named: Write = (m) => m.message(7, (inner) => inner.message(1, reference("T")));
    const whole: Write = (m) =>
      m.message(7, (inner) => inner.message(1, reference("T")).message(2, interned(0)));
    const tapp: Write = (m) =>
      m.message(9, (inner) => inner.message(1, interned(4)).message(2, interned(0)));
    const source = {
      kinds: [(m) => m.message(1, () => undefined)] as readonly Write[],
      definitions: synonym,
      type: interned(5),
    };
    const variable: Write = (m) => m.message(1, (inner) => inner.int(3, nameOf("a")));
    for (const { written, run, gives } of [
      ...acceptedWhole(
        "the synonym with its argument",
        { ...source, types: [variable, named, whole] },
        ["2.2"],
      ),
      ...refusedWhole("the synonym applied", { ...source, types: [variable, named, tapp] }, [
        "2.2",
      ]),
    ]) {
      expect(run?.(), written).to.equal(gives);
    }
  });
});
