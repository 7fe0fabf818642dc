import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import {
  daTypesPackage,
  failTypesPackage,
  internalAnyPackage,
  nonEmptyTypesPackage,
} from "../known/stable-packages.ts";
import { createTextMap } from "../runtime/maps.ts";
import {
  type AnyV,
  createList,
  type DataShape,
  type RecordV,
  type RuntimeValue,
  type VariantV,
} from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";

// Creates values of stable types, which are identical in every SDK (daml-lf.md 5), for answers.

const createShape = (
  { packageId }: { readonly packageId: PackageId },
  name: string,
  names: readonly string[],
): DataShape => ({ typeId: `${packageId}:${name}`, names });

const eitherShape = createShape(daTypesPackage, "DA.Types:Either", ["Left", "Right"]);
const pairShape = createShape(daTypesPackage, "DA.Types:Tuple2", ["_1", "_2"]);
const tripleShape = createShape(daTypesPackage, "DA.Types:Tuple3", ["_1", "_2", "_3"]);
const nonEmptyShape = createShape(nonEmptyTypesPackage, "DA.NonEmpty.Types:NonEmpty", ["hd", "tl"]);
const anyTemplateShape = createShape(internalAnyPackage, "DA.Internal.Any:AnyTemplate", [
  "getAnyTemplate",
]);
const templateRepShape = createShape(internalAnyPackage, "DA.Internal.Any:TemplateTypeRep", [
  "getTemplateTypeRep",
]);
const anyChoiceShape = createShape(internalAnyPackage, "DA.Internal.Any:AnyChoice", [
  "getAnyChoice",
  "getAnyChoiceTemplateTypeRep",
]);
const anyKeyShape = createShape(internalAnyPackage, "DA.Internal.Any:AnyContractKey", [
  "getAnyContractKey",
  "getAnyContractKeyTemplateTypeRep",
]);
const failureStatusShape = createShape(failTypesPackage, "DA.Internal.Fail.Types:FailureStatus", [
  "errorId",
  "category",
  "message",
  "meta",
]);

const createRecord = (of: DataShape, ...fields: readonly RuntimeValue[]): RecordV => ({
  kind: "record",
  shape: of,
  fields,
});

export const createEitherLeft = (value: RuntimeValue): VariantV => ({
  kind: "variant",
  shape: eitherShape,
  rank: 0,
  value,
});

export const createEitherRight = (value: RuntimeValue): VariantV => ({
  kind: "variant",
  shape: eitherShape,
  rank: 1,
  value,
});

export const createPair = (first: RuntimeValue, second: RuntimeValue): RecordV =>
  createRecord(pairShape, first, second);

export const createTriple = (
  first: RuntimeValue,
  second: RuntimeValue,
  third: RuntimeValue,
): RecordV => createRecord(tripleShape, first, second, third);

export const createNonEmpty = (head: RuntimeValue, ...tail: readonly RuntimeValue[]): RecordV =>
  createRecord(nonEmptyShape, head, createList(tail));

export const createAny = (type: LfType, value: RuntimeValue): AnyV => ({
  kind: "any",
  type,
  value,
});

export const createAnyTemplate = (any: AnyV): RecordV => createRecord(anyTemplateShape, any);

export const createTemplateRep = (type: LfType): RecordV =>
  createRecord(templateRepShape, { kind: "typeRep", type });

export const createAnyChoice = (argument: AnyV, owner: LfType): RecordV =>
  createRecord(anyChoiceShape, argument, createTemplateRep(owner));

export const createAnyKey = (key: AnyV, template: LfType): RecordV =>
  createRecord(anyKeyShape, key, createTemplateRep(template));

export const createFailureStatus = ({
  errorId,
  category,
  message,
  metadata,
}: FailureStatus): RecordV =>
  createRecord(
    failureStatusShape,
    errorId,
    { kind: "failureCategory", category },
    message,
    createTextMap(metadata),
  );
