import { connectedSynchronizers, latestPrunedOffsets, ledgerEnd } from "../../lib/api.ts";
import { activeContractsInTurns, activeContractsPageParts } from "../../lib/internal.ts";
import { askedByParameters, pagedByBody } from "../api/handler.ts";
import { streamed } from "./streamed.ts";

export const stateHandlers = {
  getActiveContracts: streamed(activeContractsInTurns),
  getActiveContractsPage: pagedByBody("activeContracts", activeContractsPageParts),
  getActiveContractsPageByGet: pagedByBody("activeContracts", activeContractsPageParts),
  getConnectedSynchronizers: askedByParameters(connectedSynchronizers, (parameters) => parameters),
  getLedgerEnd: askedByParameters(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: askedByParameters(latestPrunedOffsets, () => ({})),
};
