import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { MeasuredBuild } from "../../bench/runner/run-bench.ts";

/** The root of the project. */
export const project = join(import.meta.dirname, "..", "..");

/**
 * Writes a build that contains only these benches. Their code can call `report`. The build is in the project
 * folder, so that Node finds the packages. The caller deletes its root folder.
 */
export const buildOfBenches = (benches: Readonly<Record<string, string>>): MeasuredBuild => {
  mkdirSync(join(project, ".build"), { recursive: true });
  const root = mkdtempSync(join(project, ".build", "benches-"));
  mkdirSync(join(root, "bench"));
  writeFileSync(join(root, "bench", "built.tsconfig.json"), "{}");
  const imports = `import { reportFigures } from ${JSON.stringify(join(project, "bench", "report.ts"))};\n`;
  for (const [name, program] of Object.entries(benches)) {
    writeFileSync(join(root, "bench", `${name}.bench.ts`), imports + program);
  }
  return { root };
};
