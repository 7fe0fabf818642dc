import { compareText } from "../values/text.ts";
import { apply } from "./apply.ts";
import { asBool, binaryBuiltin, builtin, optional } from "./builtin.ts";
import { compareRuntime } from "./compare.ts";
import {
  elementsOf,
  listFrom,
  type BuiltinV,
  type GenMapV,
  type ListV,
  type RuntimeValue,
  type StructV,
  type TextMapV,
} from "./runtime-value.ts";
import { SortedMap } from "./sorted-map.ts";

/** Comparison, folds and maps (daml-lf.md 9.2: 2–6, 43–45, 52–65). */

/** Left to right, in constant stack. */
const foldLeft = (fun: RuntimeValue, start: RuntimeValue, list: ListV): RuntimeValue => {
  let result = start;
  for (let rest = list; rest.kind === "cons"; rest = rest.tail)
    result = apply(fun, [result, rest.head]);
  return result;
};

/** From the right, in constant stack. */
const foldRight = (fun: RuntimeValue, start: RuntimeValue, list: ListV): RuntimeValue =>
  elementsOf(list).reduceRight<RuntimeValue>(
    (result, element) => apply(fun, [element, result]),
    start,
  );

/** Stops at the first difference; the function gets its arguments swapped. */
const equalLists = (fun: RuntimeValue, left: ListV, right: ListV): boolean => {
  let leftRest = left;
  let rightRest = right;
  while (leftRest.kind === "cons" && rightRest.kind === "cons") {
    if (!asBool(apply(fun, [rightRest.head, leftRest.head]))) return false;
    leftRest = leftRest.tail;
    rightRest = rightRest.tail;
  }
  return leftRest.kind === rightRest.kind;
};

const emptyTextMap: TextMapV = { kind: "textMap", entries: SortedMap.empty(compareText) };
const emptyGenMap: GenMapV = { kind: "genMap", entries: SortedMap.empty(compareRuntime) };

export const textMapFrom = (entries: Iterable<readonly [string, RuntimeValue]>): TextMapV => ({
  kind: "textMap",
  entries: SortedMap.from(entries, compareText),
});

export const genMapFrom = (entries: Iterable<readonly [RuntimeValue, RuntimeValue]>): GenMapV => ({
  kind: "genMap",
  entries: SortedMap.from(entries, compareRuntime),
});

const entryNames = ["key", "value"];

const entryStruct = ([key, value]: readonly [string, RuntimeValue]): StructV => ({
  kind: "struct",
  names: entryNames,
  fields: [key, value],
});

/** A key that holds a function is refused even by an empty map. */
const comparableKey = (key: RuntimeValue): RuntimeValue => {
  compareRuntime(key, key);
  return key;
};

const comparison = (name: string, holds: (order: number) => boolean): BuiltinV =>
  binaryBuiltin(name, (left, right) => holds(compareRuntime(left, right)));

export const collectionBuiltins: ReadonlyMap<number, BuiltinV> = new Map([
  [2, comparison("EQUAL", (order) => order === 0)],
  [3, comparison("LESS_EQ", (order) => order <= 0)],
  [4, comparison("LESS", (order) => order < 0)],
  [5, comparison("GREATER_EQ", (order) => order >= 0)],
  [6, comparison("GREATER", (order) => order > 0)],
  [43, builtin("FOLDL", 3, (args) => foldLeft(args.any(0), args.any(1), args.list(2)))],
  [44, builtin("FOLDR", 3, (args) => foldRight(args.any(0), args.any(1), args.list(2)))],
  [45, builtin("EQUAL_LIST", 3, (args) => equalLists(args.any(0), args.list(1), args.list(2)))],
  [
    53,
    builtin("GENMAP_INSERT", 3, (args) => ({
      kind: "genMap",
      entries: args.genMap(2).entries.set(comparableKey(args.any(0)), args.any(1)),
    })),
  ],
  [
    54,
    builtin("GENMAP_LOOKUP", 2, (args) =>
      optional(args.genMap(1).entries.get(comparableKey(args.any(0)))),
    ),
  ],
  [
    55,
    builtin("GENMAP_DELETE", 2, (args) => ({
      kind: "genMap",
      entries: args.genMap(1).entries.delete(comparableKey(args.any(0))),
    })),
  ],
  [
    56,
    builtin("GENMAP_KEYS", 1, (args) =>
      listFrom(
        args
          .genMap(0)
          .entries.entries()
          .map(([key]) => key),
      ),
    ),
  ],
  [
    57,
    builtin("GENMAP_VALUES", 1, (args) =>
      listFrom(
        args
          .genMap(0)
          .entries.entries()
          .map(([, value]) => value),
      ),
    ),
  ],
  [58, builtin("GENMAP_SIZE", 1, (args) => BigInt(args.genMap(0).entries.size))],
  [
    61,
    builtin("TEXTMAP_INSERT", 3, (args) => ({
      kind: "textMap",
      entries: args.textMap(2).entries.set(args.text(0), args.any(1)),
    })),
  ],
  [62, builtin("TEXTMAP_LOOKUP", 2, (args) => optional(args.textMap(1).entries.get(args.text(0))))],
  [
    63,
    builtin("TEXTMAP_DELETE", 2, (args) => ({
      kind: "textMap",
      entries: args.textMap(1).entries.delete(args.text(0)),
    })),
  ],
  [
    64,
    builtin("TEXTMAP_TO_LIST", 1, (args) =>
      listFrom(args.textMap(0).entries.entries().map(entryStruct)),
    ),
  ],
  [65, builtin("TEXTMAP_SIZE", 1, (args) => BigInt(args.textMap(0).entries.size))],
]);

/** Builtins without arguments are plain values. */
export const collectionConstants: ReadonlyMap<number, RuntimeValue> = new Map<number, RuntimeValue>(
  [
    [52, emptyGenMap],
    [60, emptyTextMap],
  ],
);
