import { compareRuntime } from "../runtime/compare.ts";
import { genMapFrom, textMapFrom } from "../runtime/maps.ts";
import {
  listFrom,
  optional,
  type RuntimeValue,
  type StructV,
  type TextMapV,
} from "../runtime/runtime-value.ts";
import type { SortedMap } from "../runtime/sorted-map.ts";
import {
  type Arguments,
  binaryBuiltin,
  builtin,
  type BuiltinCode,
  type BuiltinCodes,
  type BuiltinContext,
  type ConstantCodes,
} from "./builtin.ts";

// Builtins of comparisons and maps (daml-lf.md 9.2).

/** Returns the entries of a map, and charges the budget for iterating over them. */
const entriesOf = <K>(
  { entries }: { readonly entries: SortedMap<K, RuntimeValue> },
  { budget }: BuiltinContext,
): readonly (readonly [K, RuntimeValue])[] => {
  budget.chargeSteps(entries.size);
  return entries.entries();
};

const entryNames = ["key", "value"];

const entryStruct = ([key, value]: readonly [string, RuntimeValue]): StructV => ({
  kind: "struct",
  names: entryNames,
  fields: [key, value],
});

/**
 * Steps taken from the budget for finding a key, without those for comparing keys. An update takes them
 * twice, because it copies the path to the key.
 */
const stepsPerLookup = 4;

/** Returns the key. Raises an error for a key that contains a function, even if the map is empty. */
const comparableKey = (key: RuntimeValue, { budget }: BuiltinContext): RuntimeValue => {
  budget.chargeSteps(stepsPerLookup);
  compareRuntime(key, key, budget);
  return key;
};

/** Returns a key of a text map, and charges the budget for comparing it with the keys on the path. */
const textKey = (args: Arguments, { entries }: TextMapV, { budget }: BuiltinContext): string => {
  const key = args.text(0);
  budget.chargeSteps(stepsPerLookup);
  budget.chargeForText(key.length * (32 - Math.clz32(entries.size)));
  return key;
};

/**
 * Returns the entries of a map that will be updated, and charges the budget for copying the path to a
 * key.
 */
const entriesForUpdate = <K>(
  { entries }: { readonly entries: SortedMap<K, RuntimeValue> },
  { budget }: BuiltinContext,
): SortedMap<K, RuntimeValue> => {
  budget.chargeSteps(stepsPerLookup);
  return entries;
};

const comparison = (holds: (order: number) => boolean): BuiltinCode =>
  binaryBuiltin(
    ({ budget }) =>
      (left, right) =>
        holds(compareRuntime(left, right, budget)),
  );

export const collectionBuiltins = {
  EQUAL: comparison((order) => order === 0),
  LESS_EQ: comparison((order) => order <= 0),
  LESS: comparison((order) => order < 0),
  GREATER_EQ: comparison((order) => order >= 0),
  GREATER: comparison((order) => order > 0),
  GENMAP_INSERT: builtin(3, (args, context) => ({
    kind: "genMap",
    entries: entriesForUpdate(args.genMap(2), context).set(
      comparableKey(args.any(0), context),
      args.any(1),
    ),
  })),
  GENMAP_LOOKUP: builtin(2, (args, context) =>
    optional(args.genMap(1).entries.get(comparableKey(args.any(0), context))),
  ),
  GENMAP_DELETE: builtin(2, (args, context) => ({
    kind: "genMap",
    entries: entriesForUpdate(args.genMap(1), context).delete(comparableKey(args.any(0), context)),
  })),
  GENMAP_KEYS: builtin(1, (args, context) =>
    listFrom(entriesOf(args.genMap(0), context).map(([key]) => key)),
  ),
  GENMAP_VALUES: builtin(1, (args, context) =>
    listFrom(entriesOf(args.genMap(0), context).map(([, value]) => value)),
  ),
  GENMAP_SIZE: builtin(1, (args) => BigInt(args.genMap(0).entries.size)),
  TEXTMAP_INSERT: builtin(3, (args, context) => ({
    kind: "textMap",
    entries: entriesForUpdate(args.textMap(2), context).set(
      textKey(args, args.textMap(2), context),
      args.any(1),
    ),
  })),
  TEXTMAP_LOOKUP: builtin(2, (args, context) =>
    optional(args.textMap(1).entries.get(textKey(args, args.textMap(1), context))),
  ),
  TEXTMAP_DELETE: builtin(2, (args, context) => ({
    kind: "textMap",
    entries: entriesForUpdate(args.textMap(1), context).delete(
      textKey(args, args.textMap(1), context),
    ),
  })),
  TEXTMAP_TO_LIST: builtin(1, (args, context) =>
    listFrom(entriesOf(args.textMap(0), context).map(entryStruct)),
  ),
  TEXTMAP_SIZE: builtin(1, (args) => BigInt(args.textMap(0).entries.size)),
} satisfies BuiltinCodes;

/** Builtins without arguments; they are plain values. */
export const collectionConstants = {
  GENMAP_EMPTY: ({ budget }) => genMapFrom([], budget),
  TEXTMAP_EMPTY: () => textMapFrom([]),
} satisfies ConstantCodes;
