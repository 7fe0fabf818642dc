import { allocateParty, submitAndWaitForTransaction } from "../../lib/api.ts";
import { createLedger } from "../../lib/index.ts";
import { createSubmissionBody } from "./create-submission-body.ts";
import { beginPathRecording, endPathRecording } from "./probe.ts";

// Submits 30 creates in this process to warm up, then records one. Sends to the parent process
// which files ran for that create, and how many promises were created.

const probedLedger = await createLedger({ seed: 1 });
const { partyDetails } = await allocateParty(probedLedger, { partyIdHint: "alice" });
const pingRequests = Array.from({ length: 30 }, (_, index) =>
  createSubmissionBody(partyDetails.party, index),
);
for (const request of pingRequests) await submitAndWaitForTransaction(probedLedger, request);
beginPathRecording();
await submitAndWaitForTransaction(
  probedLedger,
  createSubmissionBody(partyDetails.party, pingRequests.length),
);
process.send?.(endPathRecording());
