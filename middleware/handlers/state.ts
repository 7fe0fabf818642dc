import {
  activeContracts,
  activeContractsPage,
  connectedSynchronizers,
  latestPrunedOffsets,
  ledgerEnd,
} from "../../lib/index.ts";
import { askedByBody, askedByParameters } from "./handler.ts";
import { listed } from "./listed.ts";

export const stateHandlers = {
  getActiveContracts: listed(activeContracts),
  getActiveContractsPage: askedByBody(activeContractsPage),
  getActiveContractsPageByGet: askedByBody(activeContractsPage),
  getConnectedSynchronizers: askedByParameters(connectedSynchronizers, (parameters) => parameters),
  getLedgerEnd: askedByParameters(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: askedByParameters(latestPrunedOffsets, () => ({})),
};
