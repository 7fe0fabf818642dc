import { version } from "../../lib/index.ts";
import { askedByParameters } from "./handler.ts";

export const versionHandlers = {
  getLedgerApiVersion: askedByParameters(version, () => ({})),
};
