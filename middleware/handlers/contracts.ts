import { contractById, eventsByContractId } from "../../lib/api.ts";
import { handleBody } from "../api/handler.ts";

export const contractHandlers = {
  getContract: handleBody(contractById),
  getEventsByContractId: handleBody(eventsByContractId),
};
