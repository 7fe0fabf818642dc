import { splitTypeId, type TypeId } from "../base/identifiers/identifiers.ts";
import type { LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type { Package } from "../contracts/engine/package.ts";
import type { PackageRegistry } from "../contracts/packages/registry.ts";
import type { LedgerState } from "../ledger/state/ledger-state.ts";
import { findEffectiveNodes } from "../views/visibility/find-effective-nodes.ts";

/**
 * Names of templates and choices that scripts have covered. A template is `package:Module:Template`; a
 * choice adds `:Choice`. A choice of an interface counts for each template that implements the interface,
 * as in `daml test`.
 */
export interface CoveredNames {
  readonly created: readonly string[];
  readonly exercised: readonly string[];
}

/** The definitions of a set of packages. */
export interface CoverableDefinitionNames {
  readonly templates: readonly string[];
  readonly choices: readonly string[];
  readonly implementations: readonly CoverableInterfaceImplementation[];
  readonly interfaceChoices: readonly string[];
}

/** An implementation of an interface by a template. */
export interface CoverableInterfaceImplementation {
  readonly name: string;
  /** True if the interface belongs to the tested package. */
  readonly isInternalInterface: boolean;
}

/** The definitions of the tested package and of its dependencies. */
export interface CoverageDefinitions {
  readonly internal: CoverableDefinitionNames;
  readonly external: CoverableDefinitionNames;
}

export const collectCoverableDefinitions = ({
  main,
  packages,
}: LoadedScripts): CoverageDefinitions => {
  const others = [...packages.packages()].filter(({ packageId }) => packageId !== main.packageId);
  return {
    internal: collectDefinedNames([main], main, packages),
    external: collectDefinedNames(others, main, packages),
  };
};

const collectDefinedNames = (
  of: readonly Package[],
  main: Package,
  packages: PackageRegistry,
): CoverableDefinitionNames => {
  const templates = of.flatMap((each) => [...each.templates.values()]);
  const implementations = templates.flatMap(({ id, implements: interfaces }) =>
    [...interfaces].map((interfaceId) => ({ id, interfaceId })),
  );
  const name = (id: TypeId): string => formatTypeName(id, packages);
  return {
    templates: templates.map(({ id }) => name(id)),
    choices: templates.flatMap(({ id, choices }) =>
      [...choices.keys()].map((choice) => `${name(id)}:${choice}`),
    ),
    implementations: implementations.map(({ id, interfaceId }) => ({
      name: `${name(id)}:${name(interfaceId)}`,
      isInternalInterface: splitTypeId(interfaceId).packageId === main.packageId,
    })),
    interfaceChoices: implementations.flatMap(({ id, interfaceId }) =>
      [...(packages.interface(interfaceId)?.choices.keys() ?? [])]
        .filter((choice) => choice !== "Archive")
        .map((choice) => `${name(id)}:${choice}`),
    ),
  };
};

/** Returns everything that the transactions on a ledger have created and exercised, at any depth. */
export const collectCoveredNames = ({ log, packages }: LedgerState): CoveredNames => {
  const created = new Set<string>();
  const exercised = new Set<string>();
  for (const { update } of log.values()) {
    if (update?.kind !== "transaction") continue;
    for (const node of findEffectiveNodes(update.transaction)) {
      if (node.kind === "create") created.add(formatTypeName(node.contract.templateId, packages));
      if (node.kind === "exercise") {
        exercised.add(`${formatTypeName(node.templateId, packages)}:${node.choice}`);
      }
    }
  }
  return { created: [...created], exercised: [...exercised] };
};

const formatTypeName = (id: TypeId, packages: PackageRegistry): string => {
  const { packageId, qualifiedName } = splitTypeId(id);
  return `${packages.get(packageId)?.name ?? packageId}:${qualifiedName}`;
};
