import { contractById, eventsByContractId } from "../../lib/index.ts";
import { askedByBody } from "./handler.ts";

export const contractHandlers = {
  getContract: askedByBody(contractById),
  getEventsByContractId: askedByBody(eventsByContractId),
};
