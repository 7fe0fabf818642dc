import { listPackages } from "../../lib/index.ts";
import { askedByParameters } from "./handler.ts";

export const packageHandlers = {
  listPackages: askedByParameters(listPackages, () => ({})),
};
