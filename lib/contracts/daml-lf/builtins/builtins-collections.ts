import { compareText } from "../../../ground/values/text.ts";
import { takeSteps } from "../runtime/budget.ts";
import { compareRuntime } from "../runtime/compare.ts";
import {
  type GenMapV,
  listFrom,
  optional,
  type RuntimeValue,
  type StructV,
  type TextMapV,
} from "../runtime/runtime-value.ts";
import { SortedMap } from "../runtime/sorted-map.ts";
import type { BuiltinName } from "../syntax/builtin-functions.ts";
import { binaryBuiltin, builtin, type BuiltinCode, type BuiltinCodes } from "./builtin.ts";

/** Comparison and maps (daml-lf.md 9.2). */

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

/** The entries of a map; takes steps of the budget for going over them. */
const entriesOf = <K>(map: {
  readonly entries: SortedMap<K, RuntimeValue>;
}): readonly (readonly [K, RuntimeValue])[] => {
  takeSteps(map.entries.size);
  return map.entries.entries();
};

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

const comparison = (holds: (order: number) => boolean): BuiltinCode =>
  binaryBuiltin(() => (left, right) => holds(compareRuntime(left, right)));

export const collectionBuiltins = {
  EQUAL: comparison((order) => order === 0),
  LESS_EQ: comparison((order) => order <= 0),
  LESS: comparison((order) => order < 0),
  GREATER_EQ: comparison((order) => order >= 0),
  GREATER: comparison((order) => order > 0),
  GENMAP_INSERT: builtin(3, (args) => ({
    kind: "genMap",
    entries: args.genMap(2).entries.set(comparableKey(args.any(0)), args.any(1)),
  })),
  GENMAP_LOOKUP: builtin(2, (args) =>
    optional(args.genMap(1).entries.get(comparableKey(args.any(0)))),
  ),
  GENMAP_DELETE: builtin(2, (args) => ({
    kind: "genMap",
    entries: args.genMap(1).entries.delete(comparableKey(args.any(0))),
  })),
  GENMAP_KEYS: builtin(1, (args) => listFrom(entriesOf(args.genMap(0)).map(([key]) => key))),
  GENMAP_VALUES: builtin(1, (args) =>
    listFrom(entriesOf(args.genMap(0)).map(([, value]) => value)),
  ),
  GENMAP_SIZE: builtin(1, (args) => BigInt(args.genMap(0).entries.size)),
  TEXTMAP_INSERT: builtin(3, (args) => ({
    kind: "textMap",
    entries: args.textMap(2).entries.set(args.text(0), args.any(1)),
  })),
  TEXTMAP_LOOKUP: builtin(2, (args) => optional(args.textMap(1).entries.get(args.text(0)))),
  TEXTMAP_DELETE: builtin(2, (args) => ({
    kind: "textMap",
    entries: args.textMap(1).entries.delete(args.text(0)),
  })),
  TEXTMAP_TO_LIST: builtin(1, (args) => listFrom(entriesOf(args.textMap(0)).map(entryStruct))),
  TEXTMAP_SIZE: builtin(1, (args) => BigInt(args.textMap(0).entries.size)),
} satisfies BuiltinCodes;

/** Builtins without arguments are plain values. */
export const collectionConstants = {
  GENMAP_EMPTY: emptyGenMap,
  TEXTMAP_EMPTY: emptyTextMap,
} satisfies Partial<Record<BuiltinName, RuntimeValue>>;
