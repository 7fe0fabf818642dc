import { version } from "../../lib/api.ts";
import { handleParameters } from "../api/handler.ts";

export const versionHandlers = {
  getLedgerApiVersion: handleParameters(version, () => ({})),
};
