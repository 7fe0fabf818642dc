import type { Package } from "../../../contracts/engine/package.ts";
import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { SynchronizerId } from "../../../ground/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireAdmin } from "../../authorization/claims.ts";
import { addPackages, validatePackages } from "./add-packages.ts";
import { checkSynchronizerId } from "./vetting-request.ts";

export interface UploadDarRequest {
  /** The file. */
  readonly dar: Uint8Array;
  /** True when absent. */
  readonly vetAllPackages?: boolean;
  /** Where to vet; may be left out while there is only one synchronizer. */
  readonly synchronizerId?: SynchronizerId;
}

/**
 * Makes the packages of a DAR known and, unless told otherwise, vets them. A DAR that was uploaded
 * before changes nothing. Needs a participant administrator (ledger-api.md 3.17.7).
 *
 * Raises INVALID_ARGUMENT on a ledger without the Daml engine, INVALID_DAR, INVALID_ZIP_ENTRY,
 * ZIP_BOMB, DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS, DAR_VALIDATION_ERROR and what `addPackages`
 * raises.
 */
export const uploadDar = async (
  ledger: Ledger,
  { dar, ...how }: UploadDarRequest,
  caller: Caller = trustedCaller,
): Promise<Readonly<Record<string, never>>> =>
  addPackages(ledger, { packages: packagesOf(ledger, { dar, ...how }, caller), ...how }, caller);

/** Raises what {@link uploadDar} would raise, and changes nothing. */
export const validateDar = (
  ledger: Ledger,
  { dar, ...where }: Omit<UploadDarRequest, "vetAllPackages">,
  caller: Caller = trustedCaller,
): void => {
  const packages = packagesOf(ledger, { dar, ...where }, caller);
  validatePackages(ledger, { packages, ...where }, caller);
};

const packagesOf = (
  ledger: Ledger,
  { dar, synchronizerId = "" }: UploadDarRequest,
  caller: Caller,
): readonly Package[] => {
  requireAdmin(caller);
  checkSynchronizerId(synchronizerId);
  if (ledger.darLoader !== undefined) return ledger.darLoader.load(dar);
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      "This ledger has no Daml engine: create it with the option daml: createDamlLoader() of ledger-in-a-box/daml.",
  });
};
