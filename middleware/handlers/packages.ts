import {
  getPackage,
  getPackageStatus,
  listPackages,
  uploadDar,
  validateDar,
} from "../../lib/api.ts";
import { createParametersHandler, type OperationHandler } from "../api/handler.ts";
import { createBytesReply, createEmptyReply, createJsonReply } from "../api/reply.ts";
import type { RequestParameterValues } from "../decoding/parameters.ts";

const readPackageId = ({ "package-id": packageId }: RequestParameterValues) => ({
  packageId: String(packageId),
});

/**
 * Serves the archive of a package. Its id is the hash of its content, which clients verify
 * (ledger-api.md 3.17.7).
 */
const archiveOfPackage: OperationHandler = ({ ledger, parameters, caller }) => {
  const { packageId, archive } = getPackage(ledger, readPackageId(parameters), caller);
  return createBytesReply(archive, { "Canton-Package-Hash": packageId });
};

/** Returns the parameters of an upload and its body, which is bytes. */
const readDarUpload = ({ parameters, body }: Parameters<OperationHandler>[0]) => {
  const { vetAllPackages, synchronizerId } = parameters;
  return {
    dar: body instanceof Uint8Array ? body : new Uint8Array(),
    ...(typeof vetAllPackages === "boolean" ? { vetAllPackages } : {}),
    ...(typeof synchronizerId === "string" ? { synchronizerId } : {}),
  };
};

const handleUpload: OperationHandler = async (exchange) =>
  createJsonReply(await uploadDar(exchange.ledger, readDarUpload(exchange), exchange.caller));

/** Validates a DAR. The response to a valid one is empty. */
const handleValidation: OperationHandler = async (exchange) => {
  await validateDar(exchange.ledger, readDarUpload(exchange), exchange.caller);
  return createEmptyReply();
};

export const packageHandlers = {
  uploadDar: handleUpload,
  uploadPackages: handleUpload,
  validateDar: handleValidation,
  listPackages: createParametersHandler(listPackages, () => ({})),
  getPackage: archiveOfPackage,
  getPackageStatus: createParametersHandler(getPackageStatus, readPackageId),
};
