import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { PackageName, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { interpretationError } from "./interpretation-error.ts";

/** The template of the key. */
export interface ContractKeyTemplate {
  readonly templateId: TypeId;
  readonly packageName: PackageName;
}

/** Returns the error for a key without maintainers, in a create or a lookup. */
export const emptyKeyMaintainersError = (
  step: "CREATE" | "FETCH",
  { templateId, packageName }: ContractKeyTemplate,
): LedgerError =>
  interpretationError(`${step}_EMPTY_CONTRACT_KEY_MAINTAINERS`, {
    cause: `Update failed due to a contract key with an empty set of maintainers: ${templateId}`,
    resources: [
      ["TEMPLATE_ID", templateId],
      ["PACKAGE_NAME", packageName],
    ],
  });

/** Returns the error for a second contract with a unique key. `key` is the JSON of the key. */
export const createDuplicateContractKeyError = (
  template: ContractKeyTemplate,
  key: string,
): LedgerError =>
  interpretationError("DUPLICATE_CONTRACT_KEY", {
    cause: `Update failed due to a duplicate contract key: ${template.templateId} ${key}`,
    resources: keyResources(template, key),
  });

/** Returns the error for a key without an active contract. `key` is the JSON of the key. */
export const createContractKeyNotFoundError = (
  template: ContractKeyTemplate,
  key: string,
): LedgerError =>
  interpretationError("CONTRACT_KEY_NOT_FOUND", {
    cause: `No active contract of ${template.templateId} with this key could be found: ${key}`,
    resources: keyResources(template, key),
  });

/**
 * Returns the error for a contract that exists, although the ledger's complete list of contracts
 * with its key lacks it.
 */
export const inconsistentContractKeyError = ({
  contractId,
  templateId,
  packageName,
}: Contract): LedgerError =>
  interpretationError("INCONSISTENT_CONTRACT_KEY", {
    cause: `Update failed due to an inconsistent contract key: the ledger returned the contracts with the key of ${contractId} (${templateId}) without this contract`,
    resources: [
      ["TEMPLATE_ID", templateId],
      ["CONTRACT_ID", contractId],
      ["PACKAGE_NAME", packageName],
    ],
  });

const keyResources = ({ templateId, packageName }: ContractKeyTemplate, key: string) =>
  [
    ["TEMPLATE_ID", templateId],
    ["CONTRACT_KEY", key],
    ["PACKAGE_NAME", packageName],
  ] as const;
