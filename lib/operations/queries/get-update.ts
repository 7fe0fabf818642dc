import { bytesToHex } from "@noble/hashes/utils.js";

import { missingFieldError } from "../../base/errors/argument-error.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { checkUpdateFormat, readUpdateFormat } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
  readBase64Bytes,
  readJsonObject,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import { createUpdateJson, type UpdateJson } from "../../views/envelope/update-json.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { listEventFormats } from "../../views/visibility/project-update.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireReadClaimsOfUpdateFormat } from "../authorization/format-claims.ts";
import type {
  GetUpdateByHashRequest,
  GetUpdateByIdRequest,
  GetUpdateByOffsetRequest,
} from "../requests/updates.ts";
import {
  checkUpdateIdentifier,
  findAndPresentUpdate,
  readUpdateId,
  readUpdateOffsetFromRequest,
  type UpdateIdentifier,
} from "./find-and-present-update.ts";
import { UpdateJsonConverter } from "./update-json-converter.ts";

/** An update: a transaction, a reassignment, a topology change or a checkpoint. */
export interface GetUpdateResult {
  readonly update: UpdateJson;
}

/**
 * Returns the update with an id (rules.yaml S15, ledger-api.md 3.8). Raises MISSING_FIELD,
 * INVALID_FIELD, INVALID_ARGUMENT, UPDATE_NOT_FOUND, the errors of `checkKnownTypes`,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const updateById = (
  ledger: Ledger,
  request: GetUpdateByIdRequest,
  caller: Caller = trustedCaller,
): GetUpdateResult => {
  const object = readJsonObject(request);
  return getUpdate(ledger, object, readUpdateId(object), caller);
};

/**
 * Like {@link updateById}, but by `offset`. Raises NON_POSITIVE_OFFSET for an offset below 1.
 */
export const updateByOffset = (
  ledger: Ledger,
  request: GetUpdateByOffsetRequest,
  caller: Caller = trustedCaller,
): GetUpdateResult => {
  const object = readJsonObject(request);
  return getUpdate(ledger, object, readUpdateOffsetFromRequest(object), caller);
};

/**
 * Like {@link updateById}, by the hash that an external party signed (interactive-submission.md 2).
 * Raises MISSING_FIELD if it is empty.
 */
export const updateByHash = (
  ledger: Ledger,
  request: GetUpdateByHashRequest,
  caller: Caller = trustedCaller,
): GetUpdateResult => {
  const object = readJsonObject(request);
  const hash =
    readOptionalJsonField(object, "transactionHash", readBase64Bytes) ?? new Uint8Array();
  return getUpdate(ledger, object, { kind: "hash", hash: bytesToHex(hash) }, caller);
};

const getUpdate = (
  { state, config }: Ledger,
  object: JsonObject,
  key: UpdateIdentifier,
  caller: Caller,
): GetUpdateResult => {
  const format = readOptionalJsonField(object, "updateFormat", readUpdateFormat);
  requireReadClaimsOfUpdateFormat(caller, format ?? {});
  checkUpdateIdentifier(key);
  if (format === undefined) throw missingFieldError("updateFormat");
  checkUpdateFormat(format, "updateFormat", config);
  checkKnownTypes(listEventFormats(format), state.packages);
  return {
    update: findAndPresentUpdate(
      state,
      key,
      new UpdateJsonConverter(format, createUpdateJson, caller),
    ),
  };
};
