import { bytesToHex } from "@noble/hashes/utils.js";

import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { ContractId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import { encodeBase64 } from "../../../base/values/base64.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { decodeCreatedEventBlob } from "../../../contracts/transaction/created-event-blob.ts";
import { authenticateDisclosedContracts } from "../../commands/disclosed-contracts.ts";
import { hashInputContract } from "../hash/hash-node.ts";
import {
  getPreparedChildNodeIds,
  type PreparedInputContract,
  type PreparedNodes,
  type PreparedTransaction,
} from "../wire/prepared-transaction.ts";
import { listInputContractIds, toPreparedInputContract } from "./to-prepared-nodes.ts";

/**
 * Returns the input contracts of a prepared transaction. Contracts that were found by key come
 * first, in the order of the look-ups. Raises INVALID_ARGUMENT unless the inputs are exactly the
 * contracts that the nodes use, and the id, blob and create node of each agree. Also raises
 * TEMPLATES_OR_INTERFACES_NOT_FOUND and INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED.
 */
export const readInputContracts = (
  { transaction, metadata }: PreparedTransaction,
  packages: PackageRegistry,
): ReadonlyMap<ContractId, Contract> => {
  const needed = new Set(listInputContractIds(transaction));
  const providedIds = metadata.inputContracts.map(({ contract }) => contract.contractId);
  const found = new Set(providedIds);
  const missing = [...needed].filter((contractId) => !found.has(contractId));
  if (missing.length > 0) throw wrongInputsError("Missing", missing);
  const superfluous = providedIds.filter((contractId) => !needed.has(contractId));
  if (superfluous.length > 0) throw wrongInputsError("Superfluous", superfluous);
  const inputs = new Map(
    metadata.inputContracts.map((input) => [input.contract.contractId, input] as const),
  );
  const contracts = new Map<ContractId, Contract>();
  for (const contractId of [...foundByKey(transaction), ...inputs.keys()]) {
    const input = inputs.get(contractId);
    if (input === undefined || contracts.has(contractId)) continue;
    contracts.set(contractId, decodeInputContract(input, packages));
  }
  return contracts;
};

/**
 * Returns the contracts that look-ups by key found, in the order of the look-ups. The executed
 * transaction must find them in the same order.
 */
const foundByKey = ({ roots, nodes }: PreparedNodes): readonly ContractId[] => {
  const found: ContractId[] = [];
  const pending = roots.toReversed();
  for (let nodeId = pending.pop(); nodeId !== undefined; nodeId = pending.pop()) {
    const node = nodes.get(nodeId);
    if (node === undefined) continue;
    if (node.kind === "queryByKey") {
      for (const contractId of node.result) found.push(contractId);
    } else if ((node.kind === "fetch" || node.kind === "exercise") && node.byKey) {
      found.push(node.contractId);
    }
    for (const child of getPreparedChildNodeIds(node).toReversed()) pending.push(child);
  }
  return found;
};

const decodeInputContract = (input: PreparedInputContract, packages: PackageRegistry): Contract => {
  const contract = decodeCreatedEventBlob(encodeBase64(input.eventBlob));
  const { contractId } = contract;
  const contracts = new Map([[contractId, contract]]);
  authenticateDisclosedContracts({ contracts, synchronizerId: undefined }, packages);
  const described = toPreparedInputContract(contract, packages);
  if (
    described.createdAt === input.createdAt &&
    hashInputContent(described) === hashInputContent(input)
  ) {
    return contract;
  }
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The event blob and the create node of the input contract ${input.contract.contractId} are of different contracts.`,
  });
};

/**
 * Returns the content of an input in a form that can be compared: its hash under scheme V3, which
 * also covers the key.
 */
const hashInputContent = ({ contract }: PreparedInputContract): string =>
  bytesToHex(hashInputContract(contract, 3));

const wrongInputsError = (how: string, contractIds: readonly ContractId[]): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `${how} input contracts: ${contractIds.join(", ")}`,
  });
