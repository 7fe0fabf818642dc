import { formatArgumentFault } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  describeIdentifierGrammar,
  matchesGrammar,
  packageIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { PackageArchive } from "../../../ledger/state/journal-event.ts";
import { readJsonObject, readOptionalText } from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireActiveUser } from "../../authorization/claims.ts";
import type { PackageRequest } from "../../requests/packages.ts";

/**
 * Returns the ids of all packages of the participant, vetted or not, ascending; not paged.
 * O(packages). Raises UNAUTHENTICATED (ledger-api.md 3.17.7).
 */
export const listPackages = (
  ledger: Ledger,
  _request?: unknown,
  caller: Caller = trustedCaller,
): { readonly packageIds: readonly PackageId[] } => {
  requireActiveUser(caller);
  return { packageIds: Array.from(ledger.state.packages.packages(), ({ packageId }) => packageId) };
};

/** The status of a package, as JSON of the ledger API. */
export interface PackageStatusJson {
  readonly packageStatus: "PACKAGE_STATUS_REGISTERED" | "PACKAGE_STATUS_UNSPECIFIED";
}

/**
 * Returns the status that tells whether a package is known. `request` is `{packageId}`. Raises
 * INVALID_ARGUMENT for a malformed id, UNAUTHENTICATED (ledger-api.md 3.17.7).
 */
export const getPackageStatus = (
  ledger: Ledger,
  request: PackageRequest,
  caller: Caller = trustedCaller,
): PackageStatusJson => {
  const packageId = readPackageId(request, caller);
  const isKnown = ledger.state.packages.get(packageId) !== undefined;
  return { packageStatus: isKnown ? "PACKAGE_STATUS_REGISTERED" : "PACKAGE_STATUS_UNSPECIFIED" };
};

/**
 * Returns the archive of a package as it was uploaded. `request` is `{packageId}`. Packages written
 * in TypeScript have none. Raises INVALID_ARGUMENT, PACKAGE_NOT_FOUND, UNAUTHENTICATED
 * (ledger-api.md 3.17.7).
 */
export const getPackage = (
  ledger: Ledger,
  request: PackageRequest,
  caller: Caller = trustedCaller,
): PackageArchive => {
  const packageId = readPackageId(request, caller);
  const found = ledger.state.packages.get(packageId);
  if (found?.archive !== undefined) return { packageId, archive: found.archive };
  throw ledgerError("PACKAGE_NOT_FOUND", {
    cause:
      found === undefined
        ? `The package ${packageId} is not known to this participant.`
        : `The package ${packageId} (${found.name} ${found.version}) is written in ${found.language}: there is no archive of it.`,
    context: createErrorContext(packageId),
    resources: [["PACKAGE", packageId]],
  });
};

const readPackageId = (request: PackageRequest, caller: Caller): PackageId => {
  const packageId = readOptionalText(readJsonObject(request), "packageId");
  requireActiveUser(caller);
  if (matchesGrammar(packageIdGrammar, packageId)) return packageId;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: formatArgumentFault({
      field: "package-id",
      expected: describeIdentifierGrammar(packageIdGrammar),
      found: packageId,
    }),
    context: createErrorContext(packageId),
    path: "package-id",
    expected: describeIdentifierGrammar(packageIdGrammar),
  });
};

/** Returns the error context: the requested package in quotes, as a participant writes it. */
const createErrorContext = (packageId: string) => ({ packageId: `'${packageId}'` });
