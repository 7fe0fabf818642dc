import { spawnSync } from "node:child_process";

import { simulatorBundler } from "./bundle.ts";

// npm run simulate -- --seed 7 --steps 10000 --seeds 100 --faults 0.5
// See main.ts, which has the options.

const { bundle, close } = await simulatorBundler(".build/simulation");
const file = await bundle();
await close();
const options = ["--expose-gc", "--enable-source-maps", file, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, options, { stdio: "inherit" }).status ?? 1;
