import { caseOf, notShort, type PatternName, untyped } from "./typing-programs.ts";
import type { ValueRow } from "./value-table.ts";

export const refusedBasics: readonly ValueRow[] = [
  untyped("an unbound variable", "", "x"),
  untyped("an application of something that is not a function", "@a @b (e: b) (f: a)", "e f"),
  untyped("an application of a Bool", "@c (e: Bool) (f: c)", "e f"),
  untyped("an application to another type", "@a @b @c (e: b -> c) (f: a)", "e f"),
  untyped(
    "an application to an argument that is not a function",
    "@a @b @c (e: (a -> b) -> c) (f: a)",
    "e f",
  ),
  untyped("a type parameter of kind * -> nat", "@a (e: a)", String.raw`\@(s: * -> nat) -> e`),
  untyped(
    "an application to a type of another kind",
    "@(a: * -> *) @(s: * -> *) (e: forall z. s z)",
    "e @a",
  ),
  untyped("a type application of something that is not polymorphic", "@a @b (e: b)", "e @a"),
  untyped("a parameter of kind * -> *", "", String.raw`\(x: List) -> ()`),
  untyped("a let of another type", "@a @b @c (e: a) (f: c)", "let x: b = e in f"),
  untyped("a let of kind * -> *", "@(a: * -> *) @s (e: s)", "let x: a = [@Unit] in e"),
  untyped("a let of an ill-typed term", "@a (e: a)", "let x: a = e e in x"),
];

export const refusedLists: readonly ValueRow[] = [
  untyped("nil of kind * -> *", "@(a: * -> *)", "[@a]"),
  untyped("cons of kind * -> *", "@(a: * -> *)", "[@a [@Unit], ...[@Unit]]"),
  untyped("cons of two types", "@a @b (x: b) (y: a) (e: List a)", "[@a x, y, ...e]"),
  untyped("cons of another element", "@a @b (x: b) (e: List a)", "[@a x, ...e]"),
  untyped("cons to another list", "@a @b (x: a) (e: List b)", "[@a x, ...e]"),
  untyped("cons to something that is not a list", "@a @b (x: a) (e: b)", "[@a x, ...e]"),
  untyped("cons of another type", "@a @b (x: a) (e: List a)", "[@b x, ...e]"),
  untyped("cons without elements", "@a (e: List a)", "[@a ...e]"),
];

export const refusedData: readonly ValueRow[] = [
  untyped("a value that is not there", "", "Main:nowhere"),
  untyped("a type for a value", "", "value Main:Pair"),
  untyped(
    "a record with another field type",
    "@a (x: Bool) (y: List a)",
    "Pair @a {one = x, two = y}",
  ),
  untyped("a record of kind * -> *", "@(a: * -> *) (x: Int64)", "Pair @a {one = x, two = [@Unit]}"),
  untyped(
    "a record with another field",
    "@a (x: Int64) (y: List a)",
    "Pair @a {one = x, three = y}",
  ),
  untyped("a record with too few fields", "@a (x: Int64)", "Pair @a {one = x}"),
  untyped(
    "a record with too many fields",
    "@a @b (x: Int64) (y: List a) (z: b)",
    "Pair @a {one = x, two = y, three = z}",
  ),
  untyped(
    "a record of something that is not a type",
    "@a (x: Int64) (y: List a)",
    "@(Main:isFine a) {one = x, two = y}",
  ),
  untyped("a record of a synonym", "@a (x: Int64) (y: List a)", "PlainToo @a {one = x, two = y}"),
  untyped("a field of kind * -> *", "@(a: * -> *)", "Pair @a.two [@Unit]"),
  untyped("a field that is not there", "@a (e: Pair a)", "Pair @a.three e"),
  untyped("a field of another record", "@a @b (e: Pair a)", "Pair @b.one e"),
  untyped("a field of something that is not a record", "@a @b (e: a)", "Pair @b.one e"),
  untyped("an update of kind * -> *", "@(a: * -> *) (e: Int64)", "Pair @a {[@Unit] with one = e}"),
  untyped(
    "an update of a field that is not there",
    "@a (e: Pair a) (y: List a)",
    "Pair @a {e with three = y}",
  ),
  untyped("an update to another type", "@a (e: Pair a) (y: Bool)", "Pair @a {e with two = y}"),
  untyped("an update to another list", "@a @b (e: Pair a) (y: List b)", "Pair @a {e with two = y}"),
  untyped(
    "an update of another record",
    "@a @b (e: Pair a) (y: List b)",
    "Pair @b {e with two = y}",
  ),
  untyped(
    "an update of something that is not a record",
    "@a (e: List a) (y: List a)",
    "Pair @a {e with two = y}",
  ),
  untyped("a variant of kind * -> *", "@(a: * -> *)", "Tree @a::Leaf [@Unit]"),
  untyped("a variant of another type", "@a @b (e: b)", "Tree @a::Leaf e"),
  untyped("a variant of something that is not a type", "@a @b (e: b)", "@(Main:isFine a)::Leaf e"),
  untyped("a variant of a synonym", "@a @b (e: b)", "PlainToo @a::Leaf e"),
  untyped("a structure with one field twice", "@a @b (x: a) (y: b)", "struct {one = x, one = y}"),
  untyped(
    "a field that a structure has not",
    "@a @b (e: struct {one: a, two: b})",
    "struct.three e",
  ),
  untyped(
    "an update of a field that a structure has not",
    "@a @b (e: struct {one: a, two: b}) (y: b)",
    "struct {e with three = y}",
  ),
  untyped(
    "an update of a structure to another type",
    "@a @b @c (e: struct {one: a, two: b}) (y: c)",
    "struct {e with two = y}",
  ),
];

const cased = (type: string, ...names: readonly PatternName[]): ValueRow =>
  untyped(`a case of ${names.join(", ")}`, `@a (e: ${type})`, caseOf(names));

export const refusedCases: readonly ValueRow[] = [
  cased("a", "node", "any"),
  cased("Tree a", "node"),
  cased("a", "red", "any"),
  cased("Color", "red", "green"),
  cased("a", "nil", "any"),
  cased("List a", "nil"),
  cased("a", "cons", "any"),
  untyped(
    "a case of cons with one name twice",
    "@a (e: List a)",
    "case e of {[x, ...x] -> (); _ -> ()}",
  ),
  cased("List a", "cons"),
  cased("a", "yes", "any"),
  cased("a", "no", "any"),
  cased("Bool", "yes"),
  cased("Bool", "no"),
  cased("a", "unit"),
  untyped("a case without alternatives", "@a (e: a)", "case e of {}"),
];

/**
 * Expressions with Any that are refused: except in 2.dev, Any contains only values of data types without
 * arguments.
 */
const notAny: readonly (readonly [string, string])[] = [
  ["a record of a variable", "(Pair a)"],
  ["a variant of a variable", "(Tree a)"],
  ["a quantified type", "(forall z. Int64)"],
  ["lists of quantified types", "(List (Optional (forall z. Int64)))"],
  ["a synonym", "~PlainToo"],
  ["a record of Text", "(Pair Text)"],
  ["Text", "Text"],
  ["Int64", "Int64"],
];

export const refusedAny: readonly ValueRow[] = [
  untyped("to any: a type of kind * -> *", "", "toAny @Pair [@Unit]"),
  untyped("to any: another type", "", "toAny @Deed [@Deed]"),
  ...notAny.map(([what, type]) =>
    untyped(`to any: ${what}`, `@a (e: ${type})`, `toAny @${type} e`),
  ),
  untyped("from any: a type of kind * -> *", "(e: Any)", "fromAny @Pair e"),
  untyped("from any: of another type", "(e: Deed)", "fromAny @Deed e"),
  ...notAny.map(([what, type]) =>
    untyped(`from any: ${what}`, "@a (e: Any)", `fromAny @${type} e`),
  ),
  untyped("the TypeRep of a type of kind * -> *", "", "typeRep @Pair"),
  untyped("the TypeRep of a type that is not there", "", "typeRep @Nowhere"),
  untyped("the TypeRep of a variable", "@a", "typeRep @a"),
  untyped("the TypeRep of a quantified type", "", "typeRep @(forall z. Int64)"),
  untyped("the TypeRep of a synonym", "", "typeRep @~PlainToo"),
  untyped("the TypeRep of Int64", "", "typeRep @Int64"),
  untyped("the TypeRep of a variant", "", "typeRep @(Tree (List Text))"),
  untyped("the TypeRep of a function", "", "typeRep @(ContractId Deed -> Color)"),
];

export const refusedExceptions: readonly ValueRow[] = [
  untyped("to any exception: a template", "(e: Deed)", "toAnyException @Deed e"),
  untyped("to any exception: Bool", "(e: Bool)", "toAnyException @Bool e"),
  untyped(
    "to any exception: a quantified type",
    "(e: forall z. Int64)",
    "toAnyException @(forall z. Int64) e",
  ),
  untyped("to any exception: a synonym", "(e: ~PlainToo)", "toAnyException @~PlainToo e"),
  untyped("to any exception: another type", "(e: Deed)", "toAnyException @Bad e"),
  untyped("from any exception: a template", "(e: AnyException)", "fromAnyException @Deed e"),
  untyped("from any exception: Bool", "(e: AnyException)", "fromAnyException @Bool e"),
  untyped(
    "from any exception: a quantified type",
    "(e: AnyException)",
    "fromAnyException @(forall z. Int64) e",
  ),
  untyped("from any exception: a synonym", "(e: AnyException)", "fromAnyException @~PlainToo e"),
  untyped("a throw for a type of kind * -> *", "(e: Bad)", "throw @Pair @Bad e"),
  untyped("a throw of a record", "@a (e: Plain)", "throw @a @Plain e"),
  untyped("a throw of a Bool", "@a (e: Bool)", "throw @a @Bool e"),
  untyped(
    "a throw of a quantified type",
    "@a (e: forall z. Int64)",
    "throw @a @(forall z. Int64) e",
  ),
  untyped("a throw of a synonym", "@a (e: ~PlainToo)", "throw @a @~PlainToo e"),
  untyped("a throw of another type", "@a @b (e: b)", "throw @a @Bad e"),
];

export const refusedUpdates: readonly ValueRow[] = [
  untyped("pure of kind * -> *", "@(a: * -> *)", "pure @a [@Unit]"),
  untyped("pure of another type", "@a @b (e: a)", "pure @b e"),
  untyped(
    "a block whose second binding has a type of kind * -> *",
    "@a @(b: * -> *) @c (e: Update c) (z: Update a)",
    "do {p: c <- e; q: b <- [@Unit]; z}",
  ),
  untyped(
    "a block whose first binding has a type of kind * -> *",
    "@a @b @(c: * -> *) (f: Update b) (z: Update a)",
    "do {p: c <- [@Unit]; q: b <- f; z}",
  ),
  untyped(
    "a block whose first binding is not an update",
    "@a @b @c (e: c) (f: Update b) (z: Update a)",
    "do {p: c <- e; q: b <- f; z}",
  ),
  untyped(
    "a block whose second binding is not an update",
    "@a @b @c (e: Update c) (f: b) (z: Update a)",
    "do {p: c <- e; q: b <- f; z}",
  ),
  untyped(
    "a block whose body is not an update",
    "@a @b @c (e: Update c) (f: Update b) (z: a)",
    "do {p: c <- e; q: b <- f; z}",
  ),
  untyped(
    "a block whose first binding is of another type",
    "@a @b @c (e: Update c) (f: Update b) (z: Update a)",
    "do {p: a <- e; q: b <- f; z}",
  ),
  untyped(
    "a block whose second binding is of another type",
    "@a @b @c (e: Update c) (f: Update b) (z: Update a)",
    "do {p: c <- e; q: a <- f; z}",
  ),
  untyped("a create of a type that is not a template", "(e: Plain)", "create @Plain e"),
  untyped("a create of another type", "@a (e: a)", "create @Deed e"),
  untyped(
    "a create through a type that is not an interface",
    "(e: Plain)",
    "createInterface @Plain e",
  ),
  untyped("a create through an interface of another type", "@a (e: a)", "createInterface @Asset e"),
  untyped(
    "an exercise on a type that is not a template",
    "(id: ContractId Plain) (e: Int64)",
    "exercise @Plain Use id e",
  ),
  untyped(
    "an exercise of a choice that is not there",
    "(id: ContractId Deed) (e: Int64)",
    "exercise @Deed Enter id e",
  ),
  untyped(
    "an exercise with another argument",
    "@a (id: ContractId Deed) (e: a)",
    "exercise @Deed Use id e",
  ),
  untyped(
    "an exercise of another contract",
    "@a (id: ContractId a) (e: Int64)",
    "exercise @Deed Use id e",
  ),
  untyped(
    "an exercise of a template's choice through its interface",
    "(id: ContractId Asset) (e: Int64)",
    "exercise @Asset Enter id e",
  ),
  untyped(
    "an exercise through a type that is not an interface",
    "(id: ContractId Plain) (e: Int64)",
    "exerciseInterface @Plain Move id e",
  ),
  untyped(
    "an exercise of a choice that an interface does not have",
    "(id: ContractId Asset) (e: Int64)",
    "exerciseInterface @Asset Not id e",
  ),
  untyped(
    "an exercise through an interface with another argument",
    "@a (id: ContractId Asset) (e: a)",
    "exerciseInterface @Asset Move id e",
  ),
  untyped(
    "an exercise through an interface of another contract",
    "@a (id: ContractId a) (e: Int64)",
    "exerciseInterface @Asset Move id e",
  ),
  untyped(
    "an exercise of an interface's choice through a template",
    "(id: ContractId Villa) (e: Int64)",
    "exerciseInterface @Villa Move id e",
  ),
  untyped("a fetch of a type that is not a template", "(id: ContractId Plain)", "fetch @Plain id"),
  untyped("a fetch of another contract", "@a (id: a)", "fetch @Deed id"),
  untyped(
    "a fetch through a type that is not an interface",
    "(id: ContractId Plain)",
    "fetchInterface @Plain id",
  ),
  untyped(
    "a fetch through an interface of another contract",
    "@a (id: a)",
    "fetchInterface @Asset id",
  ),
  untyped("a fetch by key of a type that is not a template", "", 'fetchByKey @Plain "Bob"'),
  untyped("a fetch by another key", "", 'fetchByKey @Deed "Bob"'),
  untyped("a query by another key", "", 'queryByKey @Deed 1 "Bob"'),
  untyped("an embedded term that is not an update", "@a @b (e: b)", "embed @a e"),
];

export const refusedInterfaceUses: readonly ValueRow[] = [
  untyped("to a type that is not an interface", "(e: Villa)", "toInterface @Deed @Villa e"),
  untyped("to an interface that is not implemented", "(e: Villa)", "toInterface @Asset @Deed e"),
  untyped("to an interface from another template", "(e: Deed)", "toInterface @Asset @Villa e"),
  untyped(
    "from an interface to a type that is not a template",
    "(e: Asset)",
    "fromInterface @Asset @Asset e",
  ),
  untyped(
    "from an interface that is not implemented",
    "(e: Asset)",
    "fromInterface @Asset @Deed e",
  ),
  untyped("from another interface", "(e: Unrelated)", "fromInterface @Asset @Villa e"),
  untyped(
    "a method of a type that is not an interface",
    "(e: Plain)",
    "callInterface @Plain parties e",
  ),
  untyped("a method that is not there", "(e: Asset)", "callInterface @Asset party e"),
  untyped("a method of another value", "@a (e: a)", "callInterface @Asset parties e"),
  untyped(
    "interfaceTemplateTypeRep of a template",
    "(e: Deed)",
    "interfaceTemplateTypeRep @Deed e",
  ),
  untyped("signatoryInterface of a template", "(e: Deed)", "signatoryInterface @Deed e"),
  untyped("observerInterface of a template", "(e: Deed)", "observerInterface @Deed e"),
];

export const refusedSynonyms: readonly ValueRow[] = [
  notShort("one that is not there", "~Nowhere"),
  notShort("one argument for none", "~Number Text"),
  notShort("no argument for one", "~Same"),
  notShort("two arguments for one", "~Same Text Text"),
  notShort("one argument for two", "~Both Text"),
  notShort("three arguments for two", "~Both Text Text Text"),
  notShort("List without an argument for a parameter of kind *", "~Same List"),
  notShort("Text for a parameter of kind * -> *", "~OfNumber Text"),
  notShort("GenMap without arguments for a parameter of kind * -> *", "~OfNumber GenMap"),
  notShort("List without an argument for a parameter of kind * -> * -> *", "~OfTwo List Party"),
];
