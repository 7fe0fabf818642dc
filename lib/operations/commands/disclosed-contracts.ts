import {
  createInvalidArgumentError,
  invalidFieldError,
  missingFieldError,
} from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  contractIdGrammar,
  uniqueIdentifierGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { ContractId, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { encodeBase64 } from "../../base/values/base64.ts";
import type { ValueShape } from "../../base/values/shape.ts";
import { encodeValueAsProtobuf } from "../../base/values/wire-encode.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { isContractIdAuthentic } from "../../contracts/transaction/contract-id.ts";
import {
  decodeCreatedEventBlob,
  encodeCreatedEventBlob,
} from "../../contracts/transaction/created-event-blob.ts";
import { interpretationError } from "../../contracts/transaction/interpretation-error.ts";
import type { ApiVersionRules } from "../../ledger/port/api-version.ts";
import {
  checkOptionalIdentifier,
  readTemplateOrInterfaceReference,
} from "../../views/envelope/identifier-readers.ts";
import { readWithErrorPath } from "../../views/envelope/readers.ts";
import type { DisclosedContractRequest } from "./commands-request.ts";

/**
 * The disclosed contracts of a submission, and the synchronizer that the request states for them.
 */
export interface DisclosedContracts {
  readonly contracts: ReadonlyMap<ContractId, Contract>;
  /** Undefined if no contract states one. */
  readonly synchronizerId: SynchronizerId | undefined;
}

export const noDisclosedContracts: DisclosedContracts = {
  contracts: new Map(),
  synchronizerId: undefined,
};

/**
 * Decodes disclosed contracts, and makes the checks that depend only on the request (ledger-api.md
 * 3.6.5). Linear in the size of the blobs.
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT. A contract that is disclosed twice raises
 * INVALID_ARGUMENT if the API version refuses that; otherwise
 * DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS if the contents differ.
 */
export const decodeDisclosedContracts = (
  requests: readonly DisclosedContractRequest[],
  { duplicateDisclosure }: Pick<ApiVersionRules, "duplicateDisclosure">,
): DisclosedContracts => {
  const contracts = new Map<ContractId, Contract>();
  requests.forEach((request, index) => {
    const path = `disclosedContracts[${index}]`;
    const contract = readWithErrorPath(path, request, () => decodeDisclosed(request));
    const { contractId } = contract;
    const other = contracts.get(contractId);
    if (other !== undefined && duplicateDisclosure === "refused") {
      throw repeatedDisclosureError(contractId, path);
    }
    if (other !== undefined && !areSame(contract, other)) {
      throw conflictingDisclosureError(contractId, path);
    }
    contracts.set(contractId, contract);
  });
  return { contracts, synchronizerId: commonSynchronizer(requests) };
};

/**
 * Checks that disclosed contracts match their ids. Raises
 * INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED, and TEMPLATES_OR_INTERFACES_NOT_FOUND for an
 * unknown template.
 */
export const authenticateDisclosedContracts = (
  { contracts }: DisclosedContracts,
  packages: PackageRegistry,
): void => {
  for (const contract of contracts.values()) authenticateContract(contract, packages);
};

const decodeDisclosed = (request: DisclosedContractRequest): Contract => {
  const { createdEventBlob: blob, contractId, templateId, synchronizerId } = request;
  if (blob === "") {
    throw missingFieldError("createdEventBlob", { name: "DisclosedContract.createdEventBlob" });
  }
  const contract = readWithErrorPath("createdEventBlob", blob, () => decodeCreatedEventBlob(blob));
  if (
    contractId !== "" &&
    checkOptionalIdentifier(contractIdGrammar, contractId, "contractId") !== contract.contractId
  ) {
    throw blobMismatchError("contractId", contractId, contract.contractId);
  }
  if (templateId !== "") {
    const reference: string = readWithErrorPath(
      "templateId",
      templateId,
      readTemplateOrInterfaceReference,
    );
    if (reference.startsWith("#")) throw packageNameNotAllowedError(templateId);
    if (reference !== contract.templateId) {
      throw blobMismatchError("templateId", templateId, contract.templateId);
    }
  }
  checkOptionalIdentifier(uniqueIdentifierGrammar, synchronizerId, "synchronizerId");
  return contract;
};

const commonSynchronizer = (
  requests: readonly DisclosedContractRequest[],
): SynchronizerId | undefined => {
  let first: SynchronizerId | undefined;
  for (const { synchronizerId } of requests) {
    if (synchronizerId === "") continue;
    first ??= synchronizerId;
    if (synchronizerId !== first) throw differentSynchronizersError(first, synchronizerId);
  }
  return first;
};

const differentSynchronizersError = (first: SynchronizerId, second: SynchronizerId): LedgerError =>
  ledgerError("DISCLOSED_CONTRACTS_SYNCHRONIZER_ID_MISMATCH", {
    cause: `The disclosed contracts are on different synchronizers, for example ${first} and ${second}.`,
    path: "disclosedContracts",
  });

/**
 * Cache of the contracts that were found authentic, with the shape of the argument that the check
 * used. Contracts and shapes never change.
 */
const authenticatedShapes = new WeakMap<Contract, ValueShape>();

const authenticateContract = (contract: Contract, packages: PackageRegistry): void => {
  const template = packages.template(contract.templateId);
  if (template === undefined) {
    throw ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
      cause: `The template ${contract.templateId} of a disclosed contract is not known to this participant.`,
      resources: [["TEMPLATE_ID", contract.templateId]],
      path: "disclosedContracts",
    });
  }
  const { shapes } = packages;
  const argument = shapes.of(template.payload);
  const key = template.key && shapes.of(template.key);
  if (authenticatedShapes.get(contract) === argument) return;
  if (isContractIdAuthentic(contract, { argument, ...(key && { key }) })) {
    authenticatedShapes.set(contract, argument);
  } else {
    const { contractId, templateId } = contract;
    throw interpretationError("INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED", {
      cause: `the blob of the disclosed contract ${contractId} was altered: its content does not match its contract id.`,
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", templateId],
        ["TEMPLATE_ID", templateId],
        ["CONTRACT_ARG", encodeBase64(encodeValueAsProtobuf(contract.argument))],
      ],
      path: "disclosedContracts",
    });
  }
};

const blobMismatchError = (field: string, found: string, inBlob: string): LedgerError =>
  createInvalidArgumentError({ field, expected: `${inBlob}, as in the blob`, found });

const packageNameNotAllowedError = (found: string): LedgerError =>
  invalidFieldError({ field: "templateId", expected: "<package id>:<Module>:<Entity>", found });

/**
 * Returns true if the contracts are equal. Compares newly encoded blobs, because received blobs of
 * equal contracts may have different padding.
 */
const areSame = (left: Contract, right: Contract): boolean =>
  left === right || encodeCreatedEventBlob(left) === encodeCreatedEventBlob(right);

const repeatedDisclosureError = (contractId: ContractId, path: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `Disclosed contracts contain duplicate contract id (${contractId})`,
    path,
  });

const conflictingDisclosureError = (contractId: ContractId, path: string): LedgerError =>
  ledgerError("DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS", {
    cause: `The contract ${contractId} is disclosed more than once, with different payloads.`,
    resources: [["CONTRACT_ID", contractId]],
    path,
  });
