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
import { binaryBuiltin, type Builtin, builtin } from "./builtin.ts";

/** Comparison and maps (daml-lf.md 9.2: 2–6, 52–65). */

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

const comparison = (name: string, holds: (order: number) => boolean): Builtin =>
  binaryBuiltin(name, (left, right) => holds(compareRuntime(left, right)));

export const collectionBuiltins: ReadonlyMap<number, Builtin> = new Map([
  [2, comparison("EQUAL", (order) => order === 0)],
  [3, comparison("LESS_EQ", (order) => order <= 0)],
  [4, comparison("LESS", (order) => order < 0)],
  [5, comparison("GREATER_EQ", (order) => order >= 0)],
  [6, comparison("GREATER", (order) => order > 0)],
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
    builtin("GENMAP_KEYS", 1, (args) => listFrom(entriesOf(args.genMap(0)).map(([key]) => key))),
  ],
  [
    57,
    builtin("GENMAP_VALUES", 1, (args) =>
      listFrom(entriesOf(args.genMap(0)).map(([, value]) => value)),
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
    builtin("TEXTMAP_TO_LIST", 1, (args) => listFrom(entriesOf(args.textMap(0)).map(entryStruct))),
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
