import {
  activeContracts,
  connectedSynchronizers,
  latestPrunedOffsets,
  ledgerEnd,
} from "../../lib/index.ts";
import { askedByParameters } from "./handler.ts";
import { listed } from "./listed.ts";

export const stateHandlers = {
  getActiveContracts: listed(activeContracts),
  getConnectedSynchronizers: askedByParameters(connectedSynchronizers, (parameters) => parameters),
  getLedgerEnd: askedByParameters(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: askedByParameters(latestPrunedOffsets, () => ({})),
};
