import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  type Micros,
  type PackageId,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { ProtocolVersionRules } from "../../base/identifiers/protocol-version.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import { isPackageVetted, type Vetting } from "../../base/model/vetting.ts";
import { collectPackageWithDependencies } from "../../contracts/packages/collect-with-dependencies.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";

/**
 * Returns a package of the transaction that is not vetted at the time; undefined if all are. Linear
 * in the nodes.
 */
export const findUnvettedPackage = (
  { nodes }: Transaction,
  vetting: Vetting | undefined,
  time: Micros,
): PackageId | undefined => {
  let previous: PackageId | undefined;
  for (const node of nodes) {
    for (const id of collectTypesOfNode(node)) {
      const { packageId } = splitTypeId(id);
      // Consecutive nodes often have the same package, so skip repeated checks.
      if (packageId !== previous && !isPackageVetted(vetting, packageId, time)) return packageId;
      previous = packageId;
    }
  }
  return undefined;
};

/**
 * Raises ALLOWED_LANGUAGE_VERSIONS if a node of the transaction, including rolled-back nodes, uses
 * a package whose Daml-LF version the rules do not allow, directly or as a dependency. Packages in
 * TypeScript have no Daml-LF version and are always allowed.
 */
export const checkTransactionLanguageVersions = (
  { nodes }: Transaction,
  packages: PackageRegistry,
  rules: ProtocolVersionRules,
): void => {
  const accepted = acceptedTypes(packages, rules);
  for (const node of nodes) {
    for (const typeId of collectTypesOfNode(node)) {
      if (accepted.has(typeId)) continue;
      checkPackage(splitTypeId(typeId).packageId, packages, rules);
      accepted.add(typeId);
    }
  }
};

/** Cache of the types that were found to be allowed, for each set of packages. */
const acceptedTypesCache = new WeakMap<PackageRegistry, Map<ProtocolVersionRules, Set<TypeId>>>();

const acceptedTypes = (packages: PackageRegistry, rules: ProtocolVersionRules): Set<TypeId> => {
  const byRules = acceptedTypesCache.get(packages) ?? new Map<ProtocolVersionRules, Set<TypeId>>();
  const accepted = byRules.get(rules) ?? new Set();
  acceptedTypesCache.set(packages, byRules.set(rules, accepted));
  return accepted;
};

const checkPackage = (
  packageId: PackageId,
  packages: PackageRegistry,
  { languageVersions }: ProtocolVersionRules,
): void => {
  for (const each of collectPackageWithDependencies(packages, packageId)) {
    const language = packages.get(each)?.language ?? "typescript";
    if (language === "typescript" || languageVersions.includes(language)) continue;
    throw ledgerError("ALLOWED_LANGUAGE_VERSIONS", {
      cause:
        `Package ${each} is written in Daml-LF ${language}. Transactions of this protocol version ` +
        `may only use ${languageVersions.join(", ")}.`,
      context: { packageId: each, languageVersion: language },
    });
  }
};

/** Returns the templates and interfaces that a node names. Their packages must be vetted. */
export const collectTypesOfNode = (node: Node): readonly TypeId[] => {
  switch (node.kind) {
    case "create":
      return [node.contract.templateId];
    case "exercise":
    case "fetch":
      return node.interfaceId === undefined
        ? [node.templateId]
        : [node.templateId, node.interfaceId];
    case "lookupByKey":
      return [node.templateId];
    case "rollback":
      return [];
  }
};
