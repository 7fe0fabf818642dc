import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { EvolveContext } from "./evolve-context.ts";
import type { StateDraft } from "./state-draft.ts";

/** The participant knows these packages, as far as the context can tell what is in them. */
export const foldPackages = (
  draft: StateDraft,
  packageIds: readonly PackageId[],
  context: EvolveContext,
): void => {
  for (const packageId of packageIds) {
    const definition = context.package(packageId);
    if (definition !== undefined) draft.packages = draft.packages.add(definition);
  }
};
