import { connectedSynchronizers, latestPrunedOffsets, ledgerEnd } from "../../lib/api.ts";
import { getContractsPageLazily, streamContractsInSlices } from "../../lib/internal.ts";
import { createBodyListHandler, createParametersHandler } from "../api/handler.ts";
import { createStreamHandler } from "./handle-stream.ts";

export const stateHandlers = {
  getActiveContracts: createStreamHandler(streamContractsInSlices),
  getActiveContractsPage: createBodyListHandler("activeContracts", getContractsPageLazily),
  getActiveContractsPageByGet: createBodyListHandler("activeContracts", getContractsPageLazily),
  getConnectedSynchronizers: createParametersHandler(
    connectedSynchronizers,
    (parameters) => parameters,
  ),
  getLedgerEnd: createParametersHandler(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: createParametersHandler(latestPrunedOffsets, () => ({})),
};
