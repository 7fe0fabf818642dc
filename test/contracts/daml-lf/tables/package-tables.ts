import type { LfModule } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { modules } from "../../../support/lf/notation.ts";
import { accepted, refused } from "./checked-package.ts";
import type { ValueRow, ValueTable } from "./value-table.ts";

/**
 * Returns a function that parses modules in our notation, so that each row parses its modules only when it
 * runs.
 */
const read = (written: string) => (): readonly LfModule[] => modules`${written}`;
const main = (definitions: string) => read(`module Main {${definitions}}`);

const fine = "record Fine {}";
const both = `${fine} unserializable record Hidden {}`;

/** Field types of a serializable type with a parameter. */
const storable: readonly (readonly [string, string])[] = [
  ["a type variable", "a"],
  ["a serializable record", "Fine"],
  ["a list of a variable", "List a"],
  ["Int64", "Int64"],
  ["Numeric 10", "Numeric 10"],
  ["Text", "Text"],
  ["Timestamp", "Timestamp"],
  ["Date", "Date"],
  ["Party", "Party"],
  ["Bool", "Bool"],
  ["Unit", "Unit"],
];

const unstorable: readonly (readonly [string, string])[] = [
  ["a variable that is not bound", "b"],
  ["Numeric without a scale", "Numeric"],
  ["a number", "10"],
  ["a record that is not serializable", "Hidden"],
  ["a list of a record that is not serializable", "List Hidden"],
  ["Update without a result", "Update"],
  ["ContractId without a type", "ContractId"],
  ["a function", "Unit -> Unit"],
  ["a structure", "struct {f: a}"],
];

const holding = (content: string) => main(`${both} record Holder a {content: ${content}}`);

/** Returns source of a choice with an argument type and a result type. */
const giving = (name: string, argument: string, result: string, returned: string): string => `
  nonconsuming choice ${name} (arg: ${argument}): ${result} by [@Party] = pure @(${result}) ${returned};`;

const templateOf = (type: string, argument = "Unit", result = "Unit", returned = "()") =>
  main(`
    ${both}
    ${type} Kept {owner: Party}
    template Kept {signatories [@Party]; ${giving("Do", argument, result, returned)}}
  `);

const exceptionOf = (type: string) =>
  main(String.raw`${type} Bad {message: Text} exception Bad message \(e: Bad) -> e.message;`);

const interfaceWith = (argument: string, result: string, returned: string, view = "Fine") =>
  main(`
    ${both}
    record TokenId {id: ContractId Token}
    interface Token {view ${view}; ${giving("Give", argument, result, returned)}}
  `);

export const serializabilityTable: ValueTable = {
  suite: "validation/…/validation/SerializabilitySpec",
  about: "serializability",
  groups: [
    {
      title: "holds for types that can be stored",
      rows: storable.map(([what, type]) => accepted(what, holding(type))),
    },
    {
      title: "does not hold for other types",
      rows: unstorable.map(([what, type]) => refused(what, holding(type))),
    },
    {
      title: "is required of the content of a variant, which must have a constructor",
      rows: [
        accepted("two constructors", main(`${fine} variant Choice {One: Fine, Other: Fine}`)),
        refused("no constructor", main("variant Choice {}")),
        refused(
          "a constructor whose content is not serializable",
          main(`${both} variant Choice {One: Fine, Other: Hidden}`),
        ),
      ],
    },
    {
      title: "is required of a template, and of the arguments and results of its choices",
      rows: [
        accepted(
          "a serializable template, argument and result",
          templateOf("record", "Fine", "Fine", "Fine {}"),
        ),
        refused("a template that is not serializable", templateOf("unserializable record")),
        refused("an argument that is not serializable", templateOf("record", "Hidden")),
        refused(
          "a result that is not serializable",
          templateOf("record", "Unit", "Hidden", "Hidden {}"),
        ),
      ],
    },
    {
      title: "is required of exceptions",
      rows: [
        accepted("an exception", exceptionOf("record")),
        refused("an exception that is not serializable", exceptionOf("unserializable record")),
      ],
    },
    {
      title: "is required of the results of choices, and of the views, of interfaces",
      rows: [
        accepted(
          "argument Unit, result a contract id",
          interfaceWith("Unit", "ContractId Token", "self"),
        ),
        accepted(
          "argument a contract id, result a contract id",
          interfaceWith("ContractId Token", "ContractId Token", "self"),
        ),
        accepted(
          "argument a record with a contract id, result a contract id",
          interfaceWith("TokenId", "ContractId Token", "self"),
        ),
        refused(
          "argument Unit, result the interface itself",
          interfaceWith("Unit", "Token", "this"),
        ),
        accepted("a view", interfaceWith("Unit", "Unit", "()")),
        refused("a view that is not serializable", interfaceWith("Unit", "Unit", "()", "Hidden")),
      ],
    },
  ],
  leftOut: [
    {
      cases: 5,
      what: "types that no archive of Daml-LF 2 can hold, or that are applied variables",
      why: "the suite builds these types without an archive",
    },
  ],
};

/** Definitions of each kind, named `B.C` in module A and `c` in module a.b. */
const kinds = {
  record: (name: string): string => `unserializable record ${name} {}`,
  variant: (name: string): string => `unserializable variant ${name} {}`,
  enumeration: (name: string): string => `unserializable enum ${name} {}`,
  synonym: (name: string): string => `type ${name} = Unit;`,
};
type Kind = keyof typeof kinds;

const acrossModules = (one: Kind, other: Kind): ValueRow =>
  refused(
    `a ${one} A.B.C and a ${other} a.b.c`,
    read(`module A {${kinds[one]("'B.C'")}} module a.b {${kinds[other]("c")}}`),
  );

const chosen = (...names: readonly string[]): string =>
  names.map((name) => giving(name, "Unit", "Unit", "()")).join("");

const templateWith = (...names: readonly string[]) =>
  main(`template Kept with {owner: Party} {signatories [@Party]; ${chosen(...names)}}`);
const interfaceChoices = (...names: readonly string[]) =>
  main(`${fine} interface Seen {view Fine; ${chosen(...names)}}`);

const treeOf = (node: string): string => `variant Tree a {Leaf: Unit, Node: ${node} a}`;
const nodeOf = (name: string): string =>
  `record ${name} a {value: a, left: Main:Tree a, right: Main:Tree a}`;

export const collisionTable: ValueTable = {
  suite: "validation/…/validation/CollisionSpec",
  about: "names",
  groups: [
    {
      title: "of fields must differ, ignoring case",
      rows: [
        accepted("two names", main("record R {one: Int64, two: Int64}")),
        refused("one name twice", main("unserializable record R {same: Int64, same: Text}")),
        refused(
          "two names that differ only in upper and lower case",
          main("record R {field: Int64, FiElD: Text}"),
        ),
      ],
    },
    {
      title: "of constructors must differ, ignoring case",
      rows: [
        accepted("two names", main("variant V {One: Int64, Two: Int64}")),
        refused("one name twice", main("unserializable variant V {Same: Int64, Same: Text}")),
        refused(
          "two names that differ only in upper and lower case",
          main("variant V {Variant: Int64, VARIANT: Text}"),
        ),
      ],
    },
    {
      title: "of modules and types must differ in full, ignoring case",
      rows: [
        accepted("type A.B, module A.C", read(`module A {${kinds.record("B")}} module A.C {}`)),
        refused("type A.B, module A.B", read(`module A {${kinds.record("B")}} module A.B {}`)),
        refused("type A.B, module a.B", read(`module A {${kinds.record("B")}} module a.B {}`)),
        refused("synonym A.B, module a.B", read(`module A {${kinds.synonym("B")}} module a.B {}`)),
      ],
    },
    {
      title: "of types must differ in full, ignoring case",
      rows: [
        accepted(
          "A.B.C and A.B.D",
          read(`module A {${kinds.record("'B.C'")}} module A.B {${kinds.record("D")}}`),
        ),
        refused(
          "A.B.C and A.B.C",
          read(`module A {${kinds.record("'B.C'")}} module A.B {${kinds.record("C")}}`),
        ),
        acrossModules("record", "record"),
        acrossModules("record", "variant"),
        acrossModules("record", "enumeration"),
        acrossModules("variant", "enumeration"),
        acrossModules("record", "synonym"),
        acrossModules("variant", "synonym"),
        acrossModules("synonym", "synonym"),
      ],
    },
    {
      title: "of a constructor and of the record of its fields may be equal in one module",
      rows: [
        accepted("in one module", main(`${treeOf("Main:'Tree.Node'")} ${nodeOf("'Tree.Node'")}`)),
        refused(
          "in two modules",
          read(`
            module Main {${treeOf("Main.Tree:Node")}}
            module Main.Tree {${nodeOf("Node")}}
          `),
        ),
        refused(
          "in one module, with names that differ in upper and lower case",
          main(`${treeOf("Main:'Tree.node'")} ${nodeOf("'Tree.node'")}`),
        ),
      ],
    },
    {
      title: "of choices of one template or interface must differ, ignoring case",
      rows: [
        accepted("two choices of a template", templateWith("One", "Two")),
        refused(
          "two of a template that differ only in upper and lower case",
          templateWith("Same", "SAME"),
        ),
        accepted("two choices of an interface", interfaceChoices("One", "Two")),
        refused(
          "two of an interface that differ only in upper and lower case",
          interfaceChoices("SAME", "Same"),
        ),
        accepted(
          "of a template and of its interfaces",
          main(`
            ${fine}
            interface First {view Fine; ${chosen("Same")}}
            interface Second {view Fine; ${chosen("Same")}}
            template Kept with {owner: Party} {
              signatories [@Party];
              ${chosen("Same")}
              implements First {view Fine {};}
              implements Second {view Fine {};}
            }
          `),
        ),
      ],
    },
  ],
  leftOut: [],
};
