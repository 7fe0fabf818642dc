import {
  activeContracts,
  activeContractsPage,
  connectedSynchronizers,
  latestPrunedOffsets,
  ledgerEnd,
} from "../../lib/index.ts";
import { askedByBody, askedByParameters } from "../api/handler.ts";
import { streamed } from "./streamed.ts";

export const stateHandlers = {
  getActiveContracts: streamed(activeContracts),
  getActiveContractsPageByGet: askedByBody(activeContractsPage),
  getConnectedSynchronizers: askedByParameters(connectedSynchronizers, (parameters) => parameters),
  getLedgerEnd: askedByParameters(ledgerEnd, () => ({})),
  getLatestPrunedOffsets: askedByParameters(latestPrunedOffsets, () => ({})),
};
