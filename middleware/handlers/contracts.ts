import { contractById, eventsByContractId } from "../../lib/api.ts";
import { askedByBody } from "../api/handler.ts";

export const contractHandlers = {
  getContract: askedByBody(contractById),
  getEventsByContractId: askedByBody(eventsByContractId),
};
