import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Build } from "../../bench/runner/run-bench.ts";

/** The root of the project. */
export const project = join(import.meta.dirname, "..", "..");

/**
 * A build that is nothing but benches, in which `report` is there. It lies in the project, so that what benches are run with is found;
 * the root is to be removed.
 */
export const buildOfBenches = (benches: Readonly<Record<string, string>>): Build => {
  mkdirSync(join(project, ".build"), { recursive: true });
  const root = mkdtempSync(join(project, ".build", "benches-"));
  mkdirSync(join(root, "bench"));
  writeFileSync(join(root, "bench", "built.tsconfig.json"), "{}");
  const imports = `import { report } from ${JSON.stringify(join(project, "bench", "report.ts"))};\n`;
  for (const [name, program] of Object.entries(benches)) {
    writeFileSync(join(root, "bench", `${name}.bench.ts`), imports + program);
  }
  return { root };
};
