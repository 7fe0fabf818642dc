import { contractById, eventsByContractId } from "../../lib/api.ts";
import { createBodyHandler } from "../api/handler.ts";

export const contractRequestHandlers = {
  getContract: createBodyHandler(contractById),
  getEventsByContractId: createBodyHandler(eventsByContractId),
};
