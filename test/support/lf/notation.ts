import type {
  LfChoice,
  LfExpr,
  LfModule,
  LfType,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { ModuleSource } from "./definitions.ts";
import { DefinitionParser } from "./parse-definitions.ts";
import { ExprParser } from "./parse-expression.ts";
import { TypeParser } from "./parse-type.ts";
import type { Ranges } from "./ranges.ts";
import type { Scope } from "./scope.ts";
import { Tokens } from "./tokens.ts";
import { dataT } from "./types.ts";

/**
 * Daml-LF as text.
 *
 * | written | is |
 * |---|---|
 * | `Int64`, `Numeric 10`, `List a`, `a -> b`, `forall a (f: * -> *). f a`, `struct {x: Int64}` | a type; `~Name` is a synonym |
 * | `Coin`, `Other:Coin`, `<package id>:Other:Coin` | a data type of this module, of this package, of another |
 * | `x`, `Main:f`, `ADD_INT64`, `1`, `1.50`, `"a"`, `1970-01-01`, `1970-01-01T00:00:00Z`, `()` | a variable, a value, a builtin, literals; a Numeric has as many digits as are written |
 * | `f x y`, `f @Int64 x` | applications to values and types |
 * | `\(x: Int64) -> e`, `\@a (x: a) -> e` | abstractions |
 * | `Coin {owner = p}`, `Coin.owner c`, `Coin {c with owner = p}` | records; `this.owner` where the type of `this` is known |
 * | `Tree::Leaf e`, `Color::Red`, `Pair @Int64 {x = 1}` | variants, enumerations, data types with arguments |
 * | `[@Int64 1, 2]`, `[@Int64 1, ...rest]`, `Some @Int64 1`, `None @Int64` | lists and optionals |
 * | `let x: Int64 = 1; y: Int64 = x in e`, `if c then e else e` | |
 * | `case e of {[] -> e; [x, ...xs] -> e; Tree::Leaf x -> e; _ -> e}` | patterns: also `()`, `True`, `None`, `Some x` |
 * | `do {x: Int64 <- u; u}`, `try @Int64 u catch e -> handler` | a sequence of updates; an update with an exception handler |
 * | `pure @Int64 1`, `create @Coin c`, `exercise @Coin Give id arg`, `throw @Int64 @Bad e` … | other expressions and updates: the kind that `ast.ts` names, then the operands in the order of `forms.ts`, with `@` before types and references |
 *
 * See {@link definitions} for the definitions of a module. To use a keyword of the notation as a
 * name, put it in single quotes. Text from `//` to the end of the line is a comment. In the holes
 * (`${…}`) of a template literal, text and numbers become part of the source; a syntax tree is
 * inserted unchanged, without parentheses.
 */

type Hole = string | number | bigint | LfExpr | LfType;

/**
 * Parses an expression. Its free variables must be bound by the expression into which the caller inserts it.
 */
export const expr = (pieces: TemplateStringsArray, ...holes: readonly Hole[]): LfExpr => {
  const tokens = tokensOf(pieces, holes);
  const found = new ExprParser(tokens, { module: main }).expr(new Map());
  tokens.end();
  return found;
};

export const type = (pieces: TemplateStringsArray, ...holes: readonly Hole[]): LfType => {
  const tokens = tokensOf(pieces, holes);
  const found = new TypeParser(tokens, main).type();
  tokens.end();
  return found;
};

/**
 * Parses definitions of module Main. A hole may contain a further `ModuleSource`, whose definitions are
 * added:
 *
 * ```text
 * record Pair a {one: a, two: a}
 * unserializable variant Tree {Leaf: Int64}
 * enum Color {Red, Green}
 * type Many a = List a;
 * val f: Int64 -> Int64 = \(n: Int64) -> n;
 * exception Bad {text: Text} message \(e: Bad) -> e.text;
 * interface Asset requires Other {
 *   view View;
 *   method holder: Party;
 *   choice Poke (arg: Int64): Text by [@Party] = pure @Text "";
 * }
 * template Coin with {owner: Party} {
 *   precondition True;
 *   signatories [@Party this.owner];
 *   observers [@Party];
 *   key Party = this.owner maintained by \(key: Party) -> [@Party key];
 *   nonconsuming choice Show by [@Party this.owner] observed by [@Party] = pure @Unit ();
 *   implements Asset {view View {}; method holder = this.owner;}
 * }
 * ```
 *
 * A choice is consuming unless it is marked `nonconsuming`. By default its argument is `arg` of type Unit,
 * and its result is Unit. `exception` and `template` also define the record with their fields. `interface`
 * also defines the interface's type; `interface type I;` defines only the type. Every template has the choice
 * Archive unless it contains `no Archive;`.
 */
export const definitions = (
  pieces: TemplateStringsArray,
  ...holes: readonly (Hole | ModuleSource | readonly LfChoice[])[]
): ModuleSource => {
  const tokens = tokensOf(pieces, holes);
  const found = new DefinitionParser(tokens).definitions();
  tokens.end();
  return found;
};

/** `module Main {…} module Other.Module {…}`. */
export const modules = (
  pieces: TemplateStringsArray,
  ...holes: readonly (Hole | ModuleSource | readonly LfChoice[])[]
): readonly LfModule[] => {
  const tokens = tokensOf(pieces, holes);
  const found = new DefinitionParser(tokens).modules();
  tokens.end();
  return found;
};

/** Parses modules, and returns them with the source ranges of their expressions and definitions. */
export const locatedModules = (
  text: string,
): { readonly modules: readonly LfModule[]; readonly ranges: Ranges } => {
  const tokens = new Tokens(text, []);
  const ranges: Ranges = new WeakMap();
  const found = new DefinitionParser(tokens, ranges).modules();
  tokens.end();
  return { modules: found, ranges };
};

/**
 * Returns a function that parses choices of a template of module Main. A choice without its own
 * controllers gets `controllers`.
 */
export const choicesOf =
  (template: string, controllers?: LfExpr) =>
  (
    pieces: TemplateStringsArray,
    ...holes: readonly (Hole | readonly LfChoice[])[]
  ): readonly LfChoice[] => {
    const tokens = tokensOf(pieces, holes);
    const scope: Scope = new Map([["this", dataT(`Main:${template}`)]]);
    const found = new DefinitionParser(tokens).choices(scope, controllers);
    tokens.end();
    return found;
  };

/**
 * Parses an expression without types, as test tables contain it: `Some [1, f 2]`, where `f` is a value of
 * module Main. The result can be evaluated, but not type-checked.
 */
export const read = (written: string): LfExpr => {
  const tokens = new Tokens(written, []);
  const found = new ExprParser(tokens, { module: main, isUntyped: true }).expr(new Map());
  tokens.end();
  return found;
};

const main = (): string => "Main";

const tokensOf = ({ raw }: TemplateStringsArray, holes: readonly unknown[]): Tokens => {
  const written = holes.map((hole, index) => {
    const isWritten = ["string", "number", "bigint"].includes(typeof hole);
    return isWritten ? String(hole) : `\uE000${index}\uE001`;
  });
  return new Tokens(raw.map((piece, index) => piece + (written[index] ?? "")).join(""), holes);
};
