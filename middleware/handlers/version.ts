import { version } from "../../lib/index.ts";
import { askedByParameters } from "../api/handler.ts";

export const versionHandlers = {
  getLedgerApiVersion: askedByParameters(version, () => ({})),
};
