import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import {
  daInternalAnyPackage,
  daInternalFailTypesPackage,
  damlNonEmptyTypesPackage,
  daTypesPackage,
} from "../known/stable-packages.ts";
import { createTextMap } from "../runtime/maps.ts";
import {
  createRuntimeList,
  type RuntimeAny,
  type RuntimeDataShape,
  type RuntimeRecord,
  type RuntimeValue,
  type RuntimeVariant,
} from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";

// Creates values of stable types, which are identical in every SDK (daml-lf.md 5), for answers.

const createShape = (
  { packageId }: { readonly packageId: PackageId },
  name: string,
  names: readonly string[],
): RuntimeDataShape => ({ typeId: `${packageId}:${name}`, names });

const eitherShape = createShape(daTypesPackage, "DA.Types:Either", ["Left", "Right"]);
const pairShape = createShape(daTypesPackage, "DA.Types:Tuple2", ["_1", "_2"]);
const tripleShape = createShape(daTypesPackage, "DA.Types:Tuple3", ["_1", "_2", "_3"]);
const nonEmptyShape = createShape(damlNonEmptyTypesPackage, "DA.NonEmpty.Types:NonEmpty", [
  "hd",
  "tl",
]);
const anyTemplateShape = createShape(daInternalAnyPackage, "DA.Internal.Any:AnyTemplate", [
  "getAnyTemplate",
]);
const templateRepShape = createShape(daInternalAnyPackage, "DA.Internal.Any:TemplateTypeRep", [
  "getTemplateTypeRep",
]);
const anyChoiceShape = createShape(daInternalAnyPackage, "DA.Internal.Any:AnyChoice", [
  "getAnyChoice",
  "getAnyChoiceTemplateTypeRep",
]);
const anyKeyShape = createShape(daInternalAnyPackage, "DA.Internal.Any:AnyContractKey", [
  "getAnyContractKey",
  "getAnyContractKeyTemplateTypeRep",
]);
const failureStatusShape = createShape(
  daInternalFailTypesPackage,
  "DA.Internal.Fail.Types:FailureStatus",
  ["errorId", "category", "message", "meta"],
);

const createRecord = (of: RuntimeDataShape, ...fields: readonly RuntimeValue[]): RuntimeRecord => ({
  kind: "record",
  shape: of,
  fields,
});

export const createEitherLeftValue = (value: RuntimeValue): RuntimeVariant => ({
  kind: "variant",
  shape: eitherShape,
  rank: 0,
  value,
});

export const createEitherRightValue = (value: RuntimeValue): RuntimeVariant => ({
  kind: "variant",
  shape: eitherShape,
  rank: 1,
  value,
});

export const createRuntimePair = (first: RuntimeValue, second: RuntimeValue): RuntimeRecord =>
  createRecord(pairShape, first, second);

export const createRuntimeTriple = (
  first: RuntimeValue,
  second: RuntimeValue,
  third: RuntimeValue,
): RuntimeRecord => createRecord(tripleShape, first, second, third);

export const createNonEmptyListValue = (
  head: RuntimeValue,
  ...tail: readonly RuntimeValue[]
): RuntimeRecord => createRecord(nonEmptyShape, head, createRuntimeList(tail));

export const createAnyValue = (type: LfType, value: RuntimeValue): RuntimeAny => ({
  kind: "any",
  type,
  value,
});

export const createAnyTemplateValue = (any: RuntimeAny): RuntimeRecord =>
  createRecord(anyTemplateShape, any);

export const createTemplateTypeRepValue = (type: LfType): RuntimeRecord =>
  createRecord(templateRepShape, { kind: "typeRep", type });

export const createAnyChoiceValue = (argument: RuntimeAny, owner: LfType): RuntimeRecord =>
  createRecord(anyChoiceShape, argument, createTemplateTypeRepValue(owner));

export const createAnyContractKeyValue = (key: RuntimeAny, template: LfType): RuntimeRecord =>
  createRecord(anyKeyShape, key, createTemplateTypeRepValue(template));

export const createFailureStatusValue = ({
  errorId,
  category,
  message,
  metadata,
}: FailureStatus): RuntimeRecord =>
  createRecord(
    failureStatusShape,
    errorId,
    { kind: "failureCategory", category },
    message,
    createTextMap(metadata),
  );
