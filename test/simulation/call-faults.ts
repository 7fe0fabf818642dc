import type { FaultAction } from "../../lib/api.ts";
import type { FaultRule } from "../../lib/index.ts";

/** Fault actions for streams. */
const ofStreams: readonly FaultAction[] = [
  "cut",
  { cut: { after: 2 } },
  { expireToken: { after: 1 } },
];

const ofRequests: readonly FaultAction[] = [
  { refuse: "PARTICIPANT_BACKPRESSURE" },
  { refuse: "LEDGER_API_INTERNAL_ERROR" },
  { delay: { from: "1ms", to: "3s" } },
  { delay: { as: "blockchainSequencer" } },
  "cut",
  "loseAnswer",
  { loseAnswer: "timeout" },
  "twice",
  "contend",
  "expireToken",
  { prune: { keep: 30 } },
];

/** Returns rules for every kind of fault, which together affect calls with about this probability. */
export const callFaults = (probability: number): readonly FaultRule[] => {
  const each = 1 - (1 - probability) ** (1 / ofRequests.length);
  const requests = [
    "submit*",
    "execute*",
    "prepare*",
    "getActive*",
    "getEvents*",
    "getComp*",
    "uploadDar",
  ];
  return [
    ...ofStreams.map((then) => ({
      when: { operation: "getUpdates", probability: each },
      then,
    })),
    ...ofRequests.map((then) => ({ when: { operation: requests, probability: each }, then })),
  ];
};
