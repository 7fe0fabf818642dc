/** The real coin from its DAR: `node --import tsx examples/real-coin/main.ts splice-amulet-0.1.14.dar`. */
import { readFile } from "node:fs/promises";

import { openMarket, tellHistory } from "./market.ts";

const dar = await readFile(process.argv[2] ?? "splice-amulet-0.1.14.dar");
for (const line of tellHistory(await openMarket(dar))) console.log(line);
