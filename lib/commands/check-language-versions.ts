import { ledgerError } from "../errors/ledger-error.ts";
import { splitTypeId, type PackageId, type TypeId } from "../model/identifiers.ts";
import type { Package } from "../packages/package.ts";
import type { PackageRegistry } from "../packages/registry.ts";
import { withDependencies } from "../packages/with-dependencies.ts";
import type { Node, Transaction } from "../transaction/node.ts";

/**
 * Raises ALLOWED_LANGUAGE_VERSIONS when a node of the transaction, rolled back or not, is of a package
 * that is written in another version of Daml-LF than the allowed ones, or that depends on such a
 * package. Packages in TypeScript are not bound by versions of Daml-LF.
 */
export const checkLanguageVersions = (
  { nodes }: Transaction,
  packages: PackageRegistry,
  allowed: readonly string[],
): void => {
  for (const node of nodes)
    for (const typeId of typesOf(node)) {
      const used = packages.get(splitTypeId(typeId).packageId);
      if (used === undefined) continue;
      for (const [language, packageId] of languagesOf(used, packages))
        if (language !== "typescript" && !allowed.includes(language))
          throw notAllowed(packageId, language, allowed);
    }
};

const typesOf = (node: Node): readonly TypeId[] => {
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

/** The languages a package and its dependencies are written in, each with one package in it. */
type Languages = ReadonlyMap<string, PackageId>;

/** What a package depends on never changes. */
const known = new WeakMap<Package, Languages>();

const languagesOf = (used: Package, packages: PackageRegistry): Languages => {
  let languages = known.get(used);
  if (languages === undefined) {
    languages = new Map(
      [...withDependencies(packages, used.packageId)].flatMap((packageId) => {
        const each = packages.get(packageId);
        return each === undefined ? [] : [[each.language, packageId] as const];
      }),
    );
    known.set(used, languages);
  }
  return languages;
};

const notAllowed = (packageId: PackageId, language: string, allowed: readonly string[]) =>
  ledgerError("ALLOWED_LANGUAGE_VERSIONS", {
    cause:
      `Package ${packageId} is written in Daml-LF ${language}; transactions of this protocol ` +
      `version may use ${allowed.join(", ")}.`,
    context: { packageId, languageVersion: language },
  });
