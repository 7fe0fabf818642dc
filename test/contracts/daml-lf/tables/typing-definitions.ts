import type { LfModule } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { modules } from "../../../support/lf/notation.ts";
import { accepted, refused } from "./checked-package.ts";
import type { ValueRow } from "./value-table.ts";

/**
 * Returns a function that parses module Main with these definitions, a view type, a key type and an
 * interface.
 */
const defining = (definitions: string) => (): readonly LfModule[] => modules`
  module Main {
    record View {}
    record Label {word: Text, holder: Party}
    record LabelToo {word: Text, holder: Party}
    interface Held {view View; method holders: List Party;}
    ${definitions}
  }
`;

const item = "record Item {person: Party, name: Text}";
const templateWith = (parts: string, type = item) =>
  defining(`${type} template Item {signatories [@Party]; ${parts}}`);
const keyed = (label: string, maintainers: string, holder = "[@Party key.holder]") =>
  templateWith(String.raw`
    key Label = ${label} {word = this.name, holder = this.person}
      maintained by \(key: ${maintainers}) -> ${holder};
  `);
const held = (methods: string) => templateWith(`implements Held {view View {}; ${methods}}`);

export const templateRows: readonly ValueRow[] = [
  accepted(
    "a template with all there is",
    templateWith(String.raw`
      nonconsuming choice Do by [@Party] = pure @Unit ();
      nonconsuming choice Watched by [@Party] observed by [@Party] = pure @Unit ();
      implements Held {view View {}; method holders = [@Party this.person];}
      key Label = Label {word = this.name, holder = this.person}
        maintained by \(key: Label) -> [@Party key.holder];
    `),
    "2.3",
  ),
  refused("a type with parameters", templateWith("", "record Item a {x: a}")),
  refused("a variant", templateWith("", "variant Item {P: Party}")),
  refused("no type", templateWith("", "record Another {}")),
  refused("a precondition that is not a Bool", templateWith("precondition ();")),
  refused("signatories that are not parties", defining(`${item} template Item {signatories ();}`)),
  refused("observers that are not parties", templateWith("observers ();")),
  refused(
    "controllers that are not parties",
    templateWith("nonconsuming choice Do by () = pure @Unit ();"),
  ),
  refused(
    "observers of a choice that are not parties",
    templateWith("nonconsuming choice Do by [@Party] observed by () = pure @Unit ();"),
  ),
  refused(
    "an argument of kind * -> *",
    templateWith("nonconsuming choice Do (arg: List) by [@Party] = pure @Unit ();"),
  ),
  refused(
    "a result of kind * -> *",
    templateWith("nonconsuming choice Do: List by [@Party] = pure @Unit ();"),
  ),
  refused("a key of another type", keyed("LabelToo", "Label"), "2.3"),
  refused("maintainers of another key", keyed("Label", "LabelToo"), "2.3"),
  refused("maintainers that are not parties", keyed("Label", "Label", "()"), "2.3"),
  refused(
    "maintainers that look at the contract",
    keyed("Label", "Label", "[@Party this.person]"),
    "2.3",
  ),
  refused("a method of another type", held("method holders = ();")),
  refused("a method that is left out", held("")),
  refused(
    "a method too many",
    held("method holders = [@Party this.person]; method name = this.name;"),
  ),
];

/** Returns a function that parses these interfaces with several view types. */
const faces = (interfaces: string) =>
  defining(`enum Color {Red, Green} record Box a {x: a} ${interfaces}`);
const holders = "callInterface @Face holders this";
const faceWith = (choices: string) =>
  faces(`interface Face {view View; method holders: List Party; ${choices}}`);

/** Returns modules in which X requires Y, and a function converts X to the given interface. */
const upTo = (required: string) => converting("X", required, `toRequiredInterface @${required} @X`);
const downFrom = (required: string) =>
  converting(required, "Optional X", `fromRequiredInterface @${required} @X`);
const converting = (from: string, to: string, conversion: string) =>
  faces(String.raw`
    interface Y {view View;}
    interface Z {view View;}
    interface X requires Y {view View;}
    val convert: ${from} -> ${to} = \(e: ${from}) -> ${conversion} e;
  `);

export const interfaceRows: readonly ValueRow[] = [
  accepted(
    "an interface with all there is",
    faceWith(`
      nonconsuming choice Do by [@Party] = pure @Unit ();
      nonconsuming choice Asked by ${holders} observed by [@Party] = pure @Unit ();
      nonconsuming choice Watched by ${holders} observed by ${holders} = pure @Unit ();
    `),
  ),
  refused(
    "controllers that are not parties",
    faceWith("nonconsuming choice Do by () = pure @Unit ();"),
  ),
  refused(
    "observers of a choice that are not parties",
    faceWith("nonconsuming choice Do by [@Party] observed by () = pure @Unit ();"),
  ),
  refused(
    "an argument of kind * -> *",
    faceWith("nonconsuming choice Do (arg: List) by [@Party] = pure @Unit ();"),
  ),
  refused(
    "a result of kind * -> *",
    faceWith("nonconsuming choice Do: List by [@Party] = pure @Unit ();"),
  ),
  refused("a requirement that is not there", faces("interface X requires Nowhere {view View;}")),
  refused(
    "a template that leaves out what its interface requires",
    faces(`
      interface X {view View;}
      interface Y requires X {view View;}
      ${item}
      template Item {signatories [@Party]; implements Y {view View {};}}
    `),
  ),
  refused("to what is not required", upTo("Z")),
  refused("from what is not required", downFrom("Z")),
  accepted("to what is required", upTo("Y")),
  accepted("from what is required", downFrom("Y")),
  refused(
    "an interface that requires itself",
    faces(`
      interface Y {view View;}
      interface Z {view View;}
      interface X requires Y, Z, X {view View;}
    `),
  ),
  refused(
    "an interface that leaves out what its requirements require",
    faces(`
      interface X requires Y {view View;}
      interface Y requires Z {view View;}
      interface Z requires X {view View;}
    `),
  ),
  refused("a view that is not a record", faces("interface X {view Color;}")),
  refused("a view that is not a data type", faces("interface X {view Unit;}")),
  refused("a view with parameters", faces("interface X {view Box;}")),
];

const exceptionWith = (type: string, message = String.raw`\(e: Bad) -> e.message`) =>
  defining(`${type} exception Bad message ${message};`);

export const exceptionRows: readonly ValueRow[] = [
  accepted("an exception", exceptionWith("record Bad {message: Text}")),
  refused("a type with parameters", exceptionWith("record Bad a {message: Text}")),
  refused("a variant", exceptionWith("variant Bad {Message: Text}")),
  refused("no type", exceptionWith("record Another {message: Text}")),
  refused(
    "a message that is not a function",
    exceptionWith("record Bad {message: Text}", '"a message"'),
  ),
];

export const definitionRows: readonly ValueRow[] = [
  accepted(
    "a record over types of kind * -> *",
    defining("unserializable record R (a: * -> *) (b: * -> *) {}"),
  ),
  refused(
    "a record over * -> nat",
    defining("unserializable record R (a: * -> nat) (b: * -> *) {}"),
  ),
  refused(
    "a record over * -> nat second",
    defining("unserializable record R (a: * -> *) (b: * -> nat) {}"),
  ),
  accepted(
    "a variant over types of kind * -> *",
    defining("unserializable variant V (a: * -> *) (b: * -> *) {}"),
  ),
  refused(
    "a variant over * -> nat",
    defining("unserializable variant V (a: * -> nat) (b: * -> *) {}"),
  ),
  refused(
    "a variant over * -> nat second",
    defining("unserializable variant V (a: * -> *) (b: * -> nat) {}"),
  ),
  accepted("a synonym of a type", defining("type S = Int64;")),
  accepted("a synonym of its parameter", defining("type S a = a;")),
  accepted("a synonym of its first parameter", defining("type S a b = a;")),
  accepted("a synonym of a parameter of kind *", defining("type S (f: *) = f;")),
  accepted("a synonym that applies its parameter", defining("type S (f: * -> *) = f Int64;")),
  accepted("a synonym that ignores its parameter", defining("type S (f: * -> *) = Unit;")),
  refused("a synonym of a variable", defining("type S = a;")),
  refused("a synonym of another variable", defining("type S a = b;")),
  refused("a synonym with one parameter twice", defining("type S a a = a;")),
  refused("a synonym of kind * -> *", defining("type S = List;")),
  refused("a synonym of a parameter of kind * -> *", defining("type S (f: * -> *) = f;")),
  refused("a synonym that applies a type", defining("type S (f: *) = f Int64;")),
  refused("a synonym over * -> nat", defining("type S (f: * -> nat) = Unit;")),
  accepted(
    "variables of one name in two orders",
    defining(String.raw`
      val bar: forall b1 b2 a1 a2. (b1 -> b2) -> (a1 -> a2) -> a1 -> a2 =
        \@b1 @b2 @a1 @a2 (f: b1 -> b2) (g: a1 -> a2) -> g;
      val baz: forall a1 a2 b1 b2. (a1 -> a2) -> (b1 -> b2) -> b1 -> b2 =
        \@a1 @a2 @b1 @b2 (f: a1 -> a2) (g: b1 -> b2) -> Main:bar @a1 @a2 @b1 @b2 f g;
    `),
  ),
];
