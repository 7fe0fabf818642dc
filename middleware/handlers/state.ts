import { connectedSynchronizers, latestPrunedOffsets, ledgerEnd } from "../../lib/api.ts";
import { activeContractsInSlices, activeContractsPageParts } from "../../lib/internal.ts";
import { handleBodyAsList, handleParameters } from "../api/handler.ts";
import { handleStream } from "./handle-stream.ts";

export const stateHandlers = {
  getActiveContracts: handleStream(activeContractsInSlices),
  getActiveContractsPage: handleBodyAsList("activeContracts", activeContractsPageParts),
  getActiveContractsPageByGet: handleBodyAsList("activeContracts", activeContractsPageParts),
  getConnectedSynchronizers: handleParameters(connectedSynchronizers, (parameters) => parameters),
  getLedgerEnd: handleParameters(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: handleParameters(latestPrunedOffsets, () => ({})),
};
