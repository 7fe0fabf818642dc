import type { Package } from "../../contracts/engine/package.ts";
import type { Pace } from "../../contracts/engine/suspension.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { type ErrorDetails, isLedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import { type PackageId, splitTypeId, type TypeId } from "../../ground/identifiers/identifiers.ts";
import type { Contract } from "../../ground/model/contract.ts";
import type { Value } from "../../ground/values/value.ts";

/** What an interface shows of a contract (ledger-api.md 3.1.2). */
export type InterfaceView =
  | { readonly kind: "computed"; readonly implementation: PackageId; readonly value: Value }
  | { readonly kind: "failed"; readonly implementation?: PackageId; readonly error: ErrorDetails };

/** Which packages there are, and which of them may compute views. */
export interface ViewPackages {
  readonly packages: PackageRegistry;
  readonly isUsable: (candidate: Package) => boolean;
  /** What the views that are shown together may take; each as much as it is allowed when absent. */
  readonly pace?: Pace;
}

/**
 * The view of a contract, computed by the highest usable version of its package whose template
 * implements the interface. A view whose code fails is a result, not an exception.
 */
export const interfaceView = (
  contract: Contract,
  interfaceId: TypeId,
  { packages, isUsable, pace }: ViewPackages,
): InterfaceView => {
  const { qualifiedName } = splitTypeId(contract.templateId);
  for (const version of packages.versions(contract.packageName)) {
    const { packageId, templates, engine } = version;
    const template = templates.get(qualifiedName);
    if (template?.implements.has(interfaceId) !== true || !isUsable(version)) continue;
    try {
      const value = engine.view(template.id, interfaceId, contract, pace);
      return { kind: "computed", implementation: packageId, value };
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      return { kind: "failed", implementation: packageId, error: error.details };
    }
  }
  return { kind: "failed", error: noImplementation(contract, interfaceId) };
};

const noImplementation = (contract: Contract, interfaceId: TypeId): ErrorDetails =>
  ledgerError("NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE", {
    cause:
      `No version of the package ${contract.packageName} is vetted that implements ` +
      `${interfaceId} for the template ${contract.templateId}.`,
    resources: [
      ["TEMPLATE_ID", contract.templateId],
      ["INTERFACE_ID", interfaceId],
    ],
  }).details;
