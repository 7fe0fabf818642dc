import { version } from "../../lib/api.ts";
import { createParametersHandler } from "../api/handler.ts";

export const versionHandlers = {
  getLedgerApiVersion: createParametersHandler(version, () => ({})),
};
