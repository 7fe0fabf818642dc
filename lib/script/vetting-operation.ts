import type { ScriptPackage } from "../contracts/daml-lf/script/package-forms.ts";
import type { VettingOperationInput } from "../operations/requests/packages.ts";

/** To vet packages by name and version, or to vet them no more. */
export const vettingOperation = (
  change: "Vet" | "Unvet",
  packages: readonly ScriptPackage[],
): VettingOperationInput => {
  const references = packages.map(({ name, version }) => ({
    packageName: name,
    packageVersion: version,
  }));
  return change === "Vet"
    ? { Vet: { value: { packages: references } } }
    : { Unvet: { value: { packages: references } } };
};
