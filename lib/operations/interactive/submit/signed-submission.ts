import { bytesToHex } from "@noble/hashes/utils.js";

import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { Transaction } from "../../../base/model/node.ts";
import { convertValueToType } from "../../../base/values/conform.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import { createMalformedBytesError } from "../../../base/values/wire-message.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import type { SignedTransactionExpectations } from "../../submission/signed-transaction-expectations.ts";
import type { SubmissionRootCommand } from "../../submission/submission-root-command.ts";
import type { HashingScheme } from "../hash/hashing-scheme.ts";
import {
  hashTransactionWithoutMetadata,
  type PreparedTransactionHashes,
} from "../hash/prepared-hash.ts";
import type { EnrichedValue } from "../wire/enriched-value.ts";
import type {
  PreparedCreateNode,
  PreparedExerciseNode,
  PreparedNodes,
  PreparedTransaction,
} from "../wire/prepared-transaction.ts";
import { removeValueTypesAndLabels } from "./remove-value-types-and-labels.ts";
import { toPreparedNodes } from "./to-prepared-nodes.ts";
import { createUnresolvedTypeError } from "./unresolved-type.ts";

/**
 * Returns the command of the root node. Raises INVALID_ARGUMENT unless there is exactly one root,
 * and it is a create or an exercise. Also raises TEMPLATES_OR_INTERFACES_NOT_FOUND, and the errors
 * of `convertValueToType` for arguments.
 */
export const readPreparedRootCommand = (
  transaction: PreparedNodes,
  { packages, maxNesting }: { readonly packages: PackageRegistry; readonly maxNesting: number },
): SubmissionRootCommand => {
  const [root, ...others] = transaction.roots.map((nodeId) => transaction.nodes.get(nodeId));
  if (others.length > 0) {
    throw createMalformedBytesError("Transaction with multiple root nodes are not supported");
  }
  const conform = (type: Type, value: EnrichedValue): Value =>
    convertValueToType(packages.shapes.of(type), removeValueTypesAndLabels(value), maxNesting);
  if (root?.kind === "create") return createCommand(root, packages, conform);
  if (root?.kind === "exercise") return exerciseCommand(root, packages, conform);
  throw createMalformedBytesError("the root is neither a create nor an exercise");
};

type EnrichedValueConverter = (type: Type, value: EnrichedValue) => Value;

const createCommand = (
  { templateId, argument }: PreparedCreateNode,
  packages: PackageRegistry,
  conform: EnrichedValueConverter,
): SubmissionRootCommand => {
  const template = packages.template(templateId);
  const engine = packages.get(splitTypeId(templateId).packageId)?.engine;
  if (template === undefined || engine === undefined) throw createUnresolvedTypeError(templateId);
  return {
    kind: "create",
    engine,
    typeId: templateId,
    argument: conform(template.payload, argument),
  };
};

const exerciseCommand = (
  node: PreparedExerciseNode,
  packages: PackageRegistry,
  conform: EnrichedValueConverter,
): SubmissionRootCommand => {
  const { contractId, byKey, key } = node;
  const typeId = node.interfaceId ?? node.templateId;
  const signature = packages.template(typeId) ?? packages.interface(typeId);
  const choice = signature?.choices.get(node.choice);
  const engine = packages.get(splitTypeId(typeId).packageId)?.engine;
  if (choice === undefined || engine === undefined) throw createUnresolvedTypeError(typeId);
  const common = {
    engine,
    typeId,
    choice: choice.name,
    choiceArgument: conform(choice.argument, node.argument),
  };
  if (!byKey) return { kind: "exercise", ...common, contractId };
  const keyType = packages.template(typeId)?.key;
  if (keyType === undefined || key === undefined) throw createUnresolvedTypeError(typeId);
  return { kind: "exerciseByKey", ...common, key: conform(keyType, key.value) };
};

/** Returns the packages that the transaction uses, one for each package name. */
export const collectUsedPackageIds = (
  { nodes }: PreparedNodes,
  packages: PackageRegistry,
): readonly PackageId[] => {
  const chosen = new Map<PackageName, PackageId>();
  for (const node of nodes.values()) {
    if (node.kind === "rollback") continue;
    const found = packages.get(splitTypeId(node.templateId).packageId);
    if (found !== undefined && !chosen.has(found.name)) chosen.set(found.name, found.packageId);
  }
  return [...chosen.values()];
};

interface SignedContext {
  readonly packages: PackageRegistry;
  /** The hashing scheme of the signatures, and the hashes under it. */
  readonly scheme: HashingScheme;
  readonly hashes: PreparedTransactionHashes;
}

/** Returns the parts of a signed transaction that are needed to decide the submission. */
export const readSignedTransactionExpectations = (
  { transaction, metadata }: PreparedTransaction,
  { packages, scheme, hashes }: SignedContext,
): SignedTransactionExpectations => {
  const rootSeed = transaction.seeds.get(transaction.roots[0] ?? "");
  if (rootSeed === undefined) throw createMalformedBytesError("the seed of the root is missing");
  const { minLedgerTime: min, maxLedgerTime: max, preparationTime, maxRecordTime } = metadata;
  return {
    hash: bytesToHex(hashes.total),
    uuid: metadata.transactionUuid,
    rootSeed,
    preparationTime,
    ledgerTimeBounds: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
    maxRecordTime,
    isSame: (outcome: Transaction) => {
      const rootSeeds = { deriveSeed: () => rootSeed };
      const described = toPreparedNodes(outcome, { packages, rootSeeds });
      // Comparing hashes is enough even for scheme V2, which does not cover contract keys: an
      // earlier check refuses V2 for transactions with keys.
      return (
        described.version === transaction.version &&
        equalBytes(hashTransactionWithoutMetadata(described, scheme), hashes.transaction)
      );
    },
  };
};

const equalBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.every((byte, index) => byte === right[index]);
