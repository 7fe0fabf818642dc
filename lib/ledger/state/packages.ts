import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { EventApplicationContext } from "./event-application-context.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

/** Adds those of the packages whose definition the context has. */
export const addPackagesToState = (
  draft: LedgerStateDraft,
  packageIds: readonly PackageId[],
  context: EventApplicationContext,
): void => {
  for (const packageId of packageIds) {
    const definition = context.package(packageId);
    if (definition !== undefined) draft.packages = draft.packages.add(definition);
  }
};
