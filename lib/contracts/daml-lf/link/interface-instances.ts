import { splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import type {
  RuntimeContractId,
  RuntimeInterfaceValue,
  RuntimeRecord,
} from "../runtime/runtime-value.ts";
import type { DecodedOnEachCall, InterfaceInstance, LfExpr } from "../syntax/ast.ts";
import { createUndefinedReferenceError, type LinkedDefinitions } from "./linked-definitions.ts";
import type { CodeLinker } from "./linker.ts";

/** Returns true if the template has an instance of the interface. */
export const hasInterfaceInstance = (
  definitions: LinkedDefinitions,
  templateId: TypeId,
  interfaceId: TypeId,
): boolean => definitions.getTemplate(templateId).implements.has(interfaceId);

/**
 * Returns the template's instance of the interface. Raises CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE if there
 * is none.
 */
export const requireInterfaceInstance = (
  definitions: LinkedDefinitions,
  templateId: TypeId,
  interfaceId: TypeId,
): InterfaceInstance => {
  const instance = definitions.getTemplate(templateId).implements.get(interfaceId);
  if (instance === undefined) {
    throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE", {
      cause: `the template ${templateId} does not implement the interface ${interfaceId}.`,
      resources: [
        ["TEMPLATE_ID", templateId],
        ["INTERFACE_ID", interfaceId],
      ],
    });
  }
  return instance;
};

/** Returns the implementation of a method. Raises PACKAGE_VALIDATION_FAILED if the instance lacks it. */
export const requireMethodImplementation = (
  { interfaceId, methods }: InterfaceInstance,
  name: string,
): DecodedOnEachCall<LfExpr> => {
  const body = methods.get(name);
  if (body === undefined) throw createUndefinedReferenceError(`${interfaceId}.${name}`);
  return body;
};

/**
 * Returns the payload if the value belongs to this template or another version of it (daml-lf.md 7). Raises
 * INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED if the payload of another version cannot be converted.
 */
export const convertFromInterface = (
  { definitions, values, budget }: CodeLinker,
  value: RuntimeInterfaceValue,
  templateId: TypeId,
): RuntimeRecord | undefined => {
  if (value.templateId === templateId) return value.payload;
  if (!haveSameLineage(definitions, value.templateId, templateId)) return undefined;
  const payloadType = definitions.getPayloadType(templateId);
  return requireValueKind("record", values.read(payloadType, toLedgerValue(value.payload, budget)));
};

/** Returns true for templates with the same qualified name in packages with the same name. */
const haveSameLineage = (definitions: LinkedDefinitions, left: TypeId, right: TypeId): boolean => {
  const one = splitTypeId(left);
  const other = splitTypeId(right);
  return (
    one.qualifiedName === other.qualifiedName &&
    definitions.findPackage(one.packageId)?.name === definitions.findPackage(other.packageId)?.name
  );
};

/**
 * Returns the payload of the contract. Raises WRONGLY_TYPED_CONTRACT if it does not belong to exactly this
 * template.
 */
export const convertFromInterfaceOrThrow = (
  value: RuntimeInterfaceValue,
  templateId: TypeId,
  { value: contractId }: RuntimeContractId,
): RuntimeRecord => {
  if (value.templateId === templateId) return value.payload;
  throw interpretationError("WRONGLY_TYPED_CONTRACT", {
    cause: `contract ${contractId} is of template ${value.templateId}, not ${templateId}.`,
    resources: [
      ["CONTRACT_ID", contractId],
      ["TEMPLATE_ID", templateId],
      ["TEMPLATE_ID", value.templateId],
    ],
  });
};

/** An interface, an interface that requires it, and the contract that must implement both. */
interface RequiredInterface {
  readonly required: TypeId;
  readonly requiring: TypeId;
  readonly contractId: RuntimeContractId;
}

/**
 * Raises CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE if the value's template has no instance of the
 * requiring interface.
 */
export const assertTemplateHasRequiringInterface = (
  definitions: LinkedDefinitions,
  { templateId }: RuntimeInterfaceValue,
  { required, requiring, contractId: { value: contractId } }: RequiredInterface,
): void => {
  if (hasInterfaceInstance(definitions, templateId, requiring)) return;
  throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE", {
    cause: `contract ${contractId} implements ${required} but not ${requiring}.`,
    resources: [
      ["CONTRACT_ID", contractId],
      ["TEMPLATE_ID", templateId],
      ["INTERFACE_ID", requiring],
    ],
  });
};
