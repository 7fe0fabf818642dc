import { createInvalidArgumentError, missingFieldError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  type JsonObject,
  readOffset,
  readOptionalJsonField,
  readOptionalText,
} from "../../views/envelope/readers.ts";
import { requirePositiveOffset } from "./offset-checks.ts";
import type { UpdateJsonConverter } from "./update-json-converter.ts";

/** Identifies an update: by its offset, its id, or the hash that an external party signed. */
export type UpdateIdentifier =
  | { readonly kind: "offset"; readonly offset: Offset }
  | { readonly kind: "id"; readonly updateId: UpdateId }
  /** The hash that an external party signed, in lowercase hex. */
  | { readonly kind: "hash"; readonly hash: string };

/** Reads the key `offset`; 0 if absent. */
export const readUpdateOffsetFromRequest = (request: JsonObject): UpdateIdentifier => ({
  kind: "offset",
  offset: readOptionalJsonField(request, "offset", readOffset) ?? 0,
});

/** Reads the key `updateId`, in upper or lower case; empty if absent. */
export const readUpdateId = (request: JsonObject): UpdateIdentifier => ({
  kind: "id",
  updateId: readOptionalText(request, "updateId").toLowerCase(),
});

/** Checks an identifier. Raises NON_POSITIVE_OFFSET, MISSING_FIELD, INVALID_ARGUMENT. */
export const checkUpdateIdentifier = (key: UpdateIdentifier): void => {
  if (key.kind === "offset") {
    requirePositiveOffset(key.offset, "offset");
    return;
  }
  if (key.kind === "hash") {
    if (key.hash === "") throw missingFieldError("transactionHash");
    return;
  }
  if (key.updateId === "") throw missingFieldError("updateId");
  if (!/^1220[0-9a-f]{64}$/.test(key.updateId)) {
    throw createInvalidArgumentError({
      field: "updateId",
      expected: "an update id, 1220 followed by 64 hex digits",
      found: key.updateId,
    });
  }
};

/**
 * Returns the JSON that the presenter makes of the update with this identifier. Raises UPDATE_NOT_FOUND if
 * the update does not exist, was pruned, or has no visible part.
 */
export const findAndPresentUpdate = <Json>(
  state: LedgerState,
  key: UpdateIdentifier,
  presenter: UpdateJsonConverter<Json>,
): Json => {
  const json = presenter.presentUpdate(requireUpdateByIdentifier(state, key), state);
  if (json === undefined) throw updateNotFoundError(key);
  return json;
};

/**
 * Returns the update with this key, without any filtering by party. Raises UPDATE_NOT_FOUND if it
 * does not exist or was pruned.
 */
export const requireUpdateByIdentifier = (state: LedgerState, key: UpdateIdentifier): Update => {
  const offset = findUpdateOffset(state, key);
  const update = offset === undefined ? undefined : state.log.get(offset)?.update;
  if (update === undefined) throw updateNotFoundError(key);
  return update;
};

const findUpdateOffset = (state: LedgerState, key: UpdateIdentifier): Offset | undefined => {
  switch (key.kind) {
    case "offset":
      return key.offset;
    case "id":
      return state.updateOffsets.get(key.updateId);
    case "hash":
      return state.signedTransactions.get(key.hash);
  }
};

/**
 * Returns the error for a missing update. It is the same for an update that does not exist, is not
 * visible, or was pruned.
 */
const updateNotFoundError = (key: UpdateIdentifier): LedgerError => {
  const { what, resource } = describeKey(key);
  return ledgerError("UPDATE_NOT_FOUND", {
    cause: `The requested format shows no update ${what}.`,
    resources: [resource],
  });
};

interface DescribedKey {
  readonly what: string;
  readonly resource: readonly [string, string];
}

const describeKey = (key: UpdateIdentifier): DescribedKey => {
  switch (key.kind) {
    case "offset":
      return { what: `at offset ${key.offset}`, resource: ["OFFSET", String(key.offset)] };
    case "id":
      return { what: key.updateId, resource: ["UPDATE_ID", key.updateId] };
    case "hash":
      return { what: `signed as ${key.hash}`, resource: ["TRANSACTION_HASH", key.hash] };
  }
};
