import { connectedSynchronizers, latestPrunedOffsets, ledgerEnd } from "../../lib/api.ts";
import { getActiveContractsPageLazily, streamActiveContractsInSlices } from "../../lib/internal.ts";
import { createPageReplyHandler, createParametersHandler } from "../api/handler.ts";
import { createStreamHandler } from "./handle-stream.ts";

export const stateServiceHandlers = {
  getActiveContracts: createStreamHandler(streamActiveContractsInSlices),
  getActiveContractsPage: createPageReplyHandler("activeContracts", getActiveContractsPageLazily),
  getActiveContractsPageByGet: createPageReplyHandler(
    "activeContracts",
    getActiveContractsPageLazily,
  ),
  getConnectedSynchronizers: createParametersHandler(
    connectedSynchronizers,
    (parameters) => parameters,
  ),
  getLedgerEnd: createParametersHandler(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: createParametersHandler(latestPrunedOffsets, () => ({})),
};
