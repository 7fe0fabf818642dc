import { allocateParty, submitAndWaitForTransaction } from "../../lib/api.ts";
import { createLedger } from "../../lib/index.ts";
import { createPing } from "./create-ping.ts";
import { beginPathRecording, endPathRecording } from "./probe.ts";

// Reports the path of one create in process to the parent process.

const ledger = await createLedger({ seed: 1 });
const { partyDetails } = await allocateParty(ledger, { partyIdHint: "alice" });
const requests = Array.from({ length: 30 }, (_, index) => createPing(partyDetails.party, index));
for (const request of requests) await submitAndWaitForTransaction(ledger, request);
beginPathRecording();
await submitAndWaitForTransaction(ledger, createPing(partyDetails.party, requests.length));
process.send?.(endPathRecording());
