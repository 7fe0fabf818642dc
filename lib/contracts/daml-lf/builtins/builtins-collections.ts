import { compareRuntimeValues } from "../runtime/compare.ts";
import type { ImmutableSortedMap } from "../runtime/immutable-sorted-map.ts";
import { createGenMap, createTextMap } from "../runtime/maps.ts";
import {
  createRuntimeList,
  createRuntimeOptional,
  type RuntimeStruct,
  type RuntimeTextMap,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import {
  type BuiltinArgumentReader,
  type BuiltinConstantFactoryByName,
  type BuiltinContext,
  type BuiltinFunctionFactory,
  type BuiltinFunctionFactoryByName,
  createBinaryBuiltin,
  createBuiltin,
} from "./builtin.ts";

// Builtins of comparisons and maps (daml-lf.md 9.2).

/** Returns the entries of a map, and charges the budget for iterating over them. */
const chargeAndListEntries = <K>(
  { entries }: { readonly entries: ImmutableSortedMap<K, RuntimeValue> },
  { budget }: BuiltinContext,
): readonly (readonly [K, RuntimeValue])[] => {
  budget.chargeSteps(entries.size);
  return entries.entries();
};

const entryNames = ["key", "value"];

const entryStruct = ([key, value]: readonly [string, RuntimeValue]): RuntimeStruct => ({
  kind: "struct",
  names: entryNames,
  fields: [key, value],
});

/**
 * Cost of finding a key, in steps; comparing keys costs extra. An update costs this twice, because it copies
 * the path to the key.
 */
const stepsPerLookup = 4;

/** Returns the key. Raises an error for a key that contains a function, even if the map is empty. */
const comparableKey = (key: RuntimeValue, { budget }: BuiltinContext): RuntimeValue => {
  budget.chargeSteps(stepsPerLookup);
  compareRuntimeValues(key, key, budget);
  return key;
};

/** Returns a key of a text map, and charges the budget for comparing it with the keys on the path. */
const textKey = (
  args: BuiltinArgumentReader,
  { entries }: RuntimeTextMap,
  { budget }: BuiltinContext,
): string => {
  const key = args.getText(0);
  budget.chargeSteps(stepsPerLookup);
  budget.chargeForText(key.length * (32 - Math.clz32(entries.size)));
  return key;
};

/**
 * Returns the entries of a map that will be updated, and charges the budget for copying the path to a
 * key.
 */
const entriesForUpdate = <K>(
  { entries }: { readonly entries: ImmutableSortedMap<K, RuntimeValue> },
  { budget }: BuiltinContext,
): ImmutableSortedMap<K, RuntimeValue> => {
  budget.chargeSteps(stepsPerLookup);
  return entries;
};

const createComparisonBuiltin = (holds: (order: number) => boolean): BuiltinFunctionFactory =>
  createBinaryBuiltin(
    ({ budget }) =>
      (left, right) =>
        holds(compareRuntimeValues(left, right, budget)),
  );

export const collectionBuiltins = {
  EQUAL: createComparisonBuiltin((order) => order === 0),
  LESS_EQ: createComparisonBuiltin((order) => order <= 0),
  LESS: createComparisonBuiltin((order) => order < 0),
  GREATER_EQ: createComparisonBuiltin((order) => order >= 0),
  GREATER: createComparisonBuiltin((order) => order > 0),
  GENMAP_INSERT: createBuiltin(3, (args, context) => ({
    kind: "genMap",
    entries: entriesForUpdate(args.getGenMap(2), context).set(
      comparableKey(args.getValue(0), context),
      args.getValue(1),
    ),
  })),
  GENMAP_LOOKUP: createBuiltin(2, (args, context) =>
    createRuntimeOptional(args.getGenMap(1).entries.get(comparableKey(args.getValue(0), context))),
  ),
  GENMAP_DELETE: createBuiltin(2, (args, context) => ({
    kind: "genMap",
    entries: entriesForUpdate(args.getGenMap(1), context).delete(
      comparableKey(args.getValue(0), context),
    ),
  })),
  GENMAP_KEYS: createBuiltin(1, (args, context) =>
    createRuntimeList(chargeAndListEntries(args.getGenMap(0), context).map(([key]) => key)),
  ),
  GENMAP_VALUES: createBuiltin(1, (args, context) =>
    createRuntimeList(chargeAndListEntries(args.getGenMap(0), context).map(([, value]) => value)),
  ),
  GENMAP_SIZE: createBuiltin(1, (args) => BigInt(args.getGenMap(0).entries.size)),
  TEXTMAP_INSERT: createBuiltin(3, (args, context) => ({
    kind: "textMap",
    entries: entriesForUpdate(args.getTextMap(2), context).set(
      textKey(args, args.getTextMap(2), context),
      args.getValue(1),
    ),
  })),
  TEXTMAP_LOOKUP: createBuiltin(2, (args, context) =>
    createRuntimeOptional(
      args.getTextMap(1).entries.get(textKey(args, args.getTextMap(1), context)),
    ),
  ),
  TEXTMAP_DELETE: createBuiltin(2, (args, context) => ({
    kind: "textMap",
    entries: entriesForUpdate(args.getTextMap(1), context).delete(
      textKey(args, args.getTextMap(1), context),
    ),
  })),
  TEXTMAP_TO_LIST: createBuiltin(1, (args, context) =>
    createRuntimeList(chargeAndListEntries(args.getTextMap(0), context).map(entryStruct)),
  ),
  TEXTMAP_SIZE: createBuiltin(1, (args) => BigInt(args.getTextMap(0).entries.size)),
} satisfies BuiltinFunctionFactoryByName;

/** Builtins without arguments; they are plain values. */
export const collectionConstantBuiltins = {
  GENMAP_EMPTY: ({ budget }) => createGenMap([], budget),
  TEXTMAP_EMPTY: () => createTextMap([]),
} satisfies BuiltinConstantFactoryByName;
