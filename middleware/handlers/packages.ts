import {
  getPackage,
  getPackageStatus,
  listPackages,
  uploadDar,
  validateDar,
} from "../../lib/api.ts";
import { handleParameters, type Handler } from "../api/handler.ts";
import { bytesReply, emptyReply, jsonReply } from "../api/reply.ts";
import type { ParameterValues } from "../decoding/parameters.ts";

const readPackageId = ({ "package-id": packageId }: ParameterValues) => ({
  packageId: String(packageId),
});

/**
 * Serves the archive of a package. Its id is the hash of its content, which clients verify
 * (ledger-api.md 3.17.7).
 */
const archiveOfPackage: Handler = ({ ledger, parameters, caller }) => {
  const { packageId, archive } = getPackage(ledger, readPackageId(parameters), caller);
  return bytesReply(archive, { "Canton-Package-Hash": packageId });
};

/** Returns the parameters of an upload and its body, which is bytes. */
const readDarUpload = ({ parameters, body }: Parameters<Handler>[0]) => {
  const { vetAllPackages, synchronizerId } = parameters;
  return {
    dar: body instanceof Uint8Array ? body : new Uint8Array(),
    ...(typeof vetAllPackages === "boolean" ? { vetAllPackages } : {}),
    ...(typeof synchronizerId === "string" ? { synchronizerId } : {}),
  };
};

const handleUpload: Handler = async (exchange) =>
  jsonReply(await uploadDar(exchange.ledger, readDarUpload(exchange), exchange.caller));

/** Validates a DAR. The response to a valid one is empty. */
const handleValidation: Handler = async (exchange) => {
  await validateDar(exchange.ledger, readDarUpload(exchange), exchange.caller);
  return emptyReply();
};

export const packageHandlers = {
  uploadDar: handleUpload,
  uploadPackages: handleUpload,
  validateDar: handleValidation,
  listPackages: handleParameters(listPackages, () => ({})),
  getPackage: archiveOfPackage,
  getPackageStatus: handleParameters(getPackageStatus, readPackageId),
};
