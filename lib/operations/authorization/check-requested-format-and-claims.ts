import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import { checkEventFormat } from "../../views/envelope/event-format-reader.ts";
import type { EventFormat } from "../../views/visibility/event-format.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import type { Caller } from "./caller.ts";
import { requireReadClaimsOfFormat } from "./format-claims.ts";

export interface FormatCheckContext {
  /** Path of the format in the request. */
  readonly path: string;
  readonly caller: Caller;
  readonly packages: PackageRegistry;
  readonly config: Pick<LedgerConfig, "apiVersion">;
}

/**
 * Checks the format that a submission requests for its response, before the submission is executed:
 * the caller's claims, and the format itself. Raises UNAUTHENTICATED, PERMISSION_DENIED,
 * MISSING_FIELD, INVALID_ARGUMENT, INVALID_FIELD and the errors of `checkKnownTypes`.
 */
export const checkRequestedFormatAndClaims = (
  format: EventFormat,
  { path, caller, packages, config }: FormatCheckContext,
): void => {
  requireReadClaimsOfFormat(caller, format);
  checkEventFormat(format, path, config);
  checkKnownTypes([format], packages);
};
