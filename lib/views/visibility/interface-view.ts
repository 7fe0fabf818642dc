import { type ErrorDetails, isLedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  type PackageId,
  type PackageName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Value } from "../../base/values/value.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { StepQuota } from "../../contracts/engine/suspension.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";

/** The result of an interface view on a contract (ledger-api.md 3.1.2). */
export type InterfaceView =
  | { readonly kind: "computed"; readonly implementation: PackageId; readonly value: Value }
  | { readonly kind: "failed"; readonly implementation?: PackageId; readonly error: ErrorDetails };

/** The known packages, and the conditions for using them to compute views. */
export interface InterfaceViewPackages {
  readonly packages: PackageRegistry;
  readonly isUsable: (candidate: Package) => boolean;
  /**
   * Step budget for all views of one response item; if absent, each view has the default budget.
   */
  readonly quota?: StepQuota;
  /** The packages that a stream has used before, and continues to use. */
  readonly used?: PinnedViewPackages;
}

/** The packages that computed a view, by template and interface. */
export type PinnedViewPackages = Map<string, PackageId>;

/**
 * Returns the view of a contract. It is computed by the package that was used before, if that is
 * still usable; otherwise by the highest usable version of the contract's package in which the
 * template implements the interface. If the code fails, returns a failed view instead of throwing.
 */
export const computeInterfaceView = (
  contract: Contract,
  interfaceId: TypeId,
  { packages, isUsable, quota, used }: InterfaceViewPackages,
): InterfaceView => {
  const { qualifiedName } = splitTypeId(contract.templateId);
  const key = `${contract.packageName}:${qualifiedName} ${interfaceId}`;
  for (const version of usedFirst(packages, contract.packageName, used?.get(key))) {
    const { packageId, templates, engine } = version;
    const template = templates.get(qualifiedName);
    if (template?.implements.has(interfaceId) !== true || !isUsable(version)) continue;
    used?.set(key, packageId);
    try {
      const value = engine.computeInterfaceView(template.id, interfaceId, contract, quota);
      return { kind: "computed", implementation: packageId, value };
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      return { kind: "failed", implementation: packageId, error: error.details };
    }
  }
  return { kind: "failed", error: noImplementation(contract, interfaceId) };
};

const usedFirst = (
  packages: PackageRegistry,
  name: PackageName,
  used: PackageId | undefined,
): Iterable<Package> => {
  const versions = packages.versions(name);
  const found = used === undefined ? undefined : packages.get(used);
  return found === undefined ? versions : [found, ...versions];
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
