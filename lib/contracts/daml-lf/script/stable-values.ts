import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import {
  daTypesPackage,
  failTypesPackage,
  internalAnyPackage,
  nonEmptyTypesPackage,
} from "../known/stable-packages.ts";
import { textMapFrom } from "../runtime/maps.ts";
import {
  type AnyV,
  type DataShape,
  listFrom,
  type RecordV,
  type RuntimeValue,
  type VariantV,
} from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";

// Creates values of stable types, which are identical in every SDK (daml-lf.md 5), for answers.

const shape = (
  { packageId }: { readonly packageId: PackageId },
  name: string,
  names: readonly string[],
): DataShape => ({ typeId: `${packageId}:${name}`, names });

const eitherShape = shape(daTypesPackage, "DA.Types:Either", ["Left", "Right"]);
const pairShape = shape(daTypesPackage, "DA.Types:Tuple2", ["_1", "_2"]);
const tripleShape = shape(daTypesPackage, "DA.Types:Tuple3", ["_1", "_2", "_3"]);
const nonEmptyShape = shape(nonEmptyTypesPackage, "DA.NonEmpty.Types:NonEmpty", ["hd", "tl"]);
const anyTemplateShape = shape(internalAnyPackage, "DA.Internal.Any:AnyTemplate", [
  "getAnyTemplate",
]);
const templateRepShape = shape(internalAnyPackage, "DA.Internal.Any:TemplateTypeRep", [
  "getTemplateTypeRep",
]);
const anyChoiceShape = shape(internalAnyPackage, "DA.Internal.Any:AnyChoice", [
  "getAnyChoice",
  "getAnyChoiceTemplateTypeRep",
]);
const anyKeyShape = shape(internalAnyPackage, "DA.Internal.Any:AnyContractKey", [
  "getAnyContractKey",
  "getAnyContractKeyTemplateTypeRep",
]);
const failureStatusShape = shape(failTypesPackage, "DA.Internal.Fail.Types:FailureStatus", [
  "errorId",
  "category",
  "message",
  "meta",
]);

const recordOf = (of: DataShape, ...fields: readonly RuntimeValue[]): RecordV => ({
  kind: "record",
  shape: of,
  fields,
});

export const createLeft = (value: RuntimeValue): VariantV => ({
  kind: "variant",
  shape: eitherShape,
  rank: 0,
  value,
});

export const createRight = (value: RuntimeValue): VariantV => ({
  kind: "variant",
  shape: eitherShape,
  rank: 1,
  value,
});

export const createPair = (first: RuntimeValue, second: RuntimeValue): RecordV =>
  recordOf(pairShape, first, second);

export const createTriple = (
  first: RuntimeValue,
  second: RuntimeValue,
  third: RuntimeValue,
): RecordV => recordOf(tripleShape, first, second, third);

export const createNonEmpty = (head: RuntimeValue, ...tail: readonly RuntimeValue[]): RecordV =>
  recordOf(nonEmptyShape, head, listFrom(tail));

export const createAny = (type: LfType, value: RuntimeValue): AnyV => ({
  kind: "any",
  type,
  value,
});

export const createAnyTemplate = (any: AnyV): RecordV => recordOf(anyTemplateShape, any);

export const createTemplateRep = (type: LfType): RecordV =>
  recordOf(templateRepShape, { kind: "typeRep", type });

export const createAnyChoice = (argument: AnyV, owner: LfType): RecordV =>
  recordOf(anyChoiceShape, argument, createTemplateRep(owner));

export const createAnyKey = (key: AnyV, template: LfType): RecordV =>
  recordOf(anyKeyShape, key, createTemplateRep(template));

export const createFailureStatus = ({
  errorId,
  category,
  message,
  metadata,
}: FailureStatus): RecordV =>
  recordOf(
    failureStatusShape,
    errorId,
    { kind: "failureCategory", category },
    message,
    textMapFrom(metadata),
  );
