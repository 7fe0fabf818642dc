import { version } from "../../lib/api.ts";
import { askedByParameters } from "../api/handler.ts";

export const versionHandlers = {
  getLedgerApiVersion: askedByParameters(version, () => ({})),
};
