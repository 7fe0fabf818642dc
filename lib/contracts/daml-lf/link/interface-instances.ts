import { splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { asKind } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import type { ContractIdV, InterfaceV, RecordV } from "../runtime/runtime-value.ts";
import type { Expr, InterfaceInstance, Lazy } from "../syntax/ast.ts";
import { type LinkedDefinitions, notDefined } from "./linked-definitions.ts";
import type { Linker } from "./linker.ts";

/** Whether the template has an instance of the interface. */
export const hasInstance = (
  definitions: LinkedDefinitions,
  templateId: TypeId,
  interfaceId: TypeId,
): boolean => definitions.template(templateId).implements.has(interfaceId);

/**
 * The instance of the interface that the template has. Raises
 * CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE for one without.
 */
export const instanceOf = (
  definitions: LinkedDefinitions,
  templateId: TypeId,
  interfaceId: TypeId,
): InterfaceInstance => {
  const instance = definitions.template(templateId).implements.get(interfaceId);
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

/** What an instance gives for a method. Raises PACKAGE_VALIDATION_FAILED for one it lacks. */
export const methodOf = ({ interfaceId, methods }: InterfaceInstance, name: string): Lazy<Expr> => {
  const body = methods.get(name);
  if (body === undefined) throw notDefined(`${interfaceId}.${name}`);
  return body;
};

/**
 * The payload, if the value is of this template or of another version of it (daml-lf.md 7). Raises
 * INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED for another version that does not fit.
 */
export const fromInterface = (
  { definitions, values, budget }: Linker,
  value: InterfaceV,
  templateId: TypeId,
): RecordV | undefined => {
  if (value.templateId === templateId) return value.payload;
  if (!haveSameLineage(definitions, value.templateId, templateId)) return undefined;
  const payloadType = definitions.payloadType(templateId);
  return asKind("record", values.read(payloadType, toLedgerValue(value.payload, budget)));
};

/** Templates of one qualified name, in packages of one name. */
const haveSameLineage = (definitions: LinkedDefinitions, left: TypeId, right: TypeId): boolean => {
  const one = splitTypeId(left);
  const other = splitTypeId(right);
  return (
    one.qualifiedName === other.qualifiedName &&
    definitions.package(one.packageId)?.name === definitions.package(other.packageId)?.name
  );
};

/** The payload of the contract. Raises WRONGLY_TYPED_CONTRACT if it is not of this very template. */
export const unsafeFromInterface = (
  value: InterfaceV,
  templateId: TypeId,
  { value: contractId }: ContractIdV,
): RecordV => {
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

/** An interface, one that requires it, and the contract that is to implement both. */
interface RequiredInterface {
  readonly required: TypeId;
  readonly requiring: TypeId;
  readonly contractId: ContractIdV;
}

/**
 * Raises CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE unless the value's template has an instance
 * of the requiring interface.
 */
export const assertImplementsRequiring = (
  definitions: LinkedDefinitions,
  { templateId }: InterfaceV,
  { required, requiring, contractId: { value: contractId } }: RequiredInterface,
): void => {
  if (hasInstance(definitions, templateId, requiring)) return;
  throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE", {
    cause: `contract ${contractId} implements ${required} but not ${requiring}.`,
    resources: [
      ["CONTRACT_ID", contractId],
      ["TEMPLATE_ID", templateId],
      ["INTERFACE_ID", requiring],
    ],
  });
};
