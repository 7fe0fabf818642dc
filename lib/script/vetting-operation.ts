import type { ScriptPackageNameAndVersion } from "../contracts/daml-lf/script/package-codecs.ts";
import type { VettingOperationInput } from "../operations/requests/packages.ts";

/** Returns the operation that vets or unvets packages by name and version. */
export const createVettingOperation = (
  change: "Vet" | "Unvet",
  packages: readonly ScriptPackageNameAndVersion[],
): VettingOperationInput => {
  const references = packages.map(({ name, version }) => ({
    packageName: name,
    packageVersion: version,
  }));
  return change === "Vet"
    ? { Vet: { value: { packages: references } } }
    : { Unvet: { value: { packages: references } } };
};
