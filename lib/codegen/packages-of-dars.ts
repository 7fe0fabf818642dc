import { createDamlLoader, type DamlOptions } from "../contracts/daml-lf/load-dar.ts";
import type { CodegenInput } from "./codegen-input.ts";

/**
 * The packages of DARs: of each the main one to be generated, the others as far as they are needed. DARs are read and checked as on
 * upload, and raise what that raises.
 */
export const packagesOfDars = (
  dars: readonly Uint8Array[],
  options: DamlOptions = {},
): CodegenInput => {
  const loader = createDamlLoader(options);
  const loaded = dars.map((dar) => loader.load(dar));
  return { mains: loaded.flatMap(([main]) => main ?? []), packages: loaded.flat() };
};
