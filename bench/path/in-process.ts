import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type * as ledgers from "ledger-in-a-box";

import { createPing } from "./create-ping.ts";
import { begin, end } from "./probe.ts";

// Sends its parent the path of one create that a program makes in its own process.

const [, , root = ""] = process.argv;
const library = (await import(pathToFileURL(join(root, "lib", "index.ts")).href)) as typeof ledgers;

const ledger = await library.createLedger({ seed: 1 });
const { partyDetails } = await library.allocateParty(ledger, { partyIdHint: "alice" });
const requests = Array.from({ length: 30 }, (_, index) => createPing(partyDetails.party, index));
for (const request of requests) await library.submitAndWaitForTransaction(ledger, request);
begin();
await library.submitAndWaitForTransaction(ledger, createPing(partyDetails.party, requests.length));
process.send?.(end());
