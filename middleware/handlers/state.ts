import { connectedSynchronizers, latestPrunedOffsets, ledgerEnd } from "../../lib/api.ts";
import { getContractsPageLazily, streamContractsInSlices } from "../../lib/internal.ts";
import { handleBodyAsList, handleParameters } from "../api/handler.ts";
import { handleStream } from "./handle-stream.ts";

export const stateHandlers = {
  getActiveContracts: handleStream(streamContractsInSlices),
  getActiveContractsPage: handleBodyAsList("activeContracts", getContractsPageLazily),
  getActiveContractsPageByGet: handleBodyAsList("activeContracts", getContractsPageLazily),
  getConnectedSynchronizers: handleParameters(connectedSynchronizers, (parameters) => parameters),
  getLedgerEnd: handleParameters(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: handleParameters(latestPrunedOffsets, () => ({})),
};
