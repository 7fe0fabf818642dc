import { getPackage, getPackageStatus, listPackages } from "../../lib/index.ts";
import type { ParameterValues } from "../decoding/parameters.ts";
import { bytes } from "../reply.ts";
import { askedByParameters, type Handler } from "./handler.ts";

const packageInPath = ({ "package-id": packageId }: ParameterValues) => ({ packageId });

/** The id of a package is the hash of its content; clients check it (ledger-api.md 3.17.7). */
const archiveOfPackage: Handler = ({ ledger, parameters, caller }) => {
  const { packageId, archive } = getPackage(ledger, packageInPath(parameters), caller);
  return bytes(archive, { "Canton-Package-Hash": packageId });
};

export const packageHandlers = {
  listPackages: askedByParameters(listPackages, () => ({})),
  getPackage: archiveOfPackage,
  getPackageStatus: askedByParameters(getPackageStatus, packageInPath),
};
