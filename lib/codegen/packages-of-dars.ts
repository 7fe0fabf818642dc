import { createDamlLoader, type DarLoadingOptions } from "../contracts/daml-lf/load-dar.ts";
import type { CodegenInput } from "./codegen-input.ts";

/**
 * Returns the packages of DARs. The main package of each DAR is generated completely, and the others as far
 * as needed. DARs are checked as on upload, and the same errors are raised.
 */
export const packagesOfDars = (
  dars: readonly Uint8Array[],
  options: DarLoadingOptions = {},
): CodegenInput => {
  const loader = createDamlLoader(options);
  const loaded = dars.map((dar) => loader.load(dar));
  return { mains: loaded.flatMap(([main]) => main ?? []), packages: loaded.flat() };
};
