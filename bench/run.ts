import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { environment } from "./report.ts";

// Each bench runs in a process of its own, so that heaps and compiled code are not shared. What they
// import by the name of the package is what was built: their own settings have no paths to the sources.
const env = { ...process.env, TSX_TSCONFIG_PATH: join(import.meta.dirname, "built.tsconfig.json") };
console.log(environment());
const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort();
for (const file of files) {
  const { status } = spawnSync(
    process.execPath,
    ["--expose-gc", "--import", "tsx", join(import.meta.dirname, file)],
    { stdio: "inherit", env },
  );
  if (status !== 0) process.exitCode = 1;
}
