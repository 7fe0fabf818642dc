import { existsSync } from "node:fs";
import { join } from "node:path";

import { lcovText, uniquePathNamer } from "../../fixtures/index.ts";
import type { ModuleCoverage } from "../../lib/api.ts";
import { writeOutputFile } from "./output-file.ts";

/** Folders that usually contain the sources of a Daml package, below that of the package or the current one. */
const sourceFolders = ["daml", "src", "src/main/daml", "test/daml", "src/test/daml", ""];

/**
 * Writes the coverage of lines in the format of LCOV. A source file that exists below the current folder has its path
 * there, so that editors find it. Other source files have their paths in the DAR.
 */
export const writeLcov = async (
  output: string,
  modules: readonly ModuleCoverage[],
): Promise<void> => {
  const pathInDar = uniquePathNamer(modules);
  const pathOf = (module: ModuleCoverage): string => {
    const folder = module.package.replace(/-[\d.]+$/u, "");
    const places = [folder, ""].flatMap((each) =>
      sourceFolders.map((source) => join(each, source, module.file)),
    );
    return places.find((place) => existsSync(place)) ?? pathInDar(module);
  };
  await writeOutputFile(output, lcovText(modules, pathOf));
};
