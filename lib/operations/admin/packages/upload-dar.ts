import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { SynchronizerId, UserId } from "../../../base/identifiers/identifiers.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { createTimeSlicedEvaluation } from "../../../ledger/port/time-slice-handle.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import { addPackages, validatePackages } from "./add-packages.ts";
import { checkVettingSynchronizerIdFormat } from "./vetting-request.ts";

/** The bytes of a DAR, and whether its packages are vetted. */
export interface UploadDarRequest {
  /** The content of the file. */
  readonly dar: Uint8Array;
  /** Default: true. */
  readonly vetAllPackages?: boolean;
  /** The synchronizer on which to vet; optional if there is only one. */
  readonly synchronizerId?: SynchronizerId;
}

/**
 * Adds the packages of a DAR to the ledger and, by default, vets them. A repeated upload changes
 * nothing. Requires a participant administrator (ledger-api.md 3.17.7).
 *
 * Raises INVALID_ARGUMENT on a ledger without the Daml engine, INVALID_DAR, INVALID_ZIP_ENTRY,
 * ZIP_BOMB, DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS, DAR_VALIDATION_ERROR and the errors of
 * `addPackages`.
 */
export const uploadDar = async (
  ledger: Ledger,
  { dar, ...how }: UploadDarRequest,
  caller: Caller = trustedCaller,
): Promise<Readonly<Record<string, never>>> => {
  const packages = await readDarPackages(ledger, { dar, ...how }, caller);
  return addPackages(ledger, { packages, ...how }, caller);
};

/**
 * Rejects with the errors that {@link uploadDar} would reject with, and changes nothing. Takes as
 * long as it takes to read and check the DAR, and yields to other work.
 */
export const validateDar = async (
  ledger: Ledger,
  { dar, ...where }: Omit<UploadDarRequest, "vetAllPackages">,
  caller: Caller = trustedCaller,
): Promise<void> => {
  const packages = await readDarPackages(ledger, { dar, ...where }, caller);
  validatePackages(ledger, { packages, ...where }, caller);
};

/** Returns the packages of a DAR. Yields to other work. */
const readDarPackages = async (
  ledger: Ledger,
  { dar, synchronizerId = "" }: UploadDarRequest,
  caller: Caller,
): Promise<readonly Package[]> => {
  requireParticipantAdmin(caller);
  checkVettingSynchronizerIdFormat(synchronizerId);
  return loadDarPackages(ledger, dar, getCallerUserId(caller));
};

/**
 * Returns the packages of a DAR, the main one first. Rejects with the errors of {@link uploadDar}
 * for an invalid DAR.
 */
export const loadDarPackages = async (
  ledger: Ledger,
  dar: Uint8Array,
  userId?: UserId,
): Promise<readonly Package[]> => {
  const { darLoader } = ledger;
  if (darLoader !== undefined) {
    return ledger.evaluate(
      createTimeSlicedEvaluation((quota) => darLoader.load(dar, quota)),
      userId,
    );
  }
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      "This ledger has no Daml engine: create it with the option daml: createDamlLoader() of ledger-in-a-box/daml.",
  });
};
