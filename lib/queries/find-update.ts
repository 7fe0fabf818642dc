import { requireIdentifier } from "../envelope/identifiers.ts";
import { ledgerError, type LedgerError } from "../errors/ledger-error.ts";
import { ledgerString } from "../model/identifier-syntax.ts";
import type { Offset, UpdateId } from "../model/identifiers.ts";
import type { Update } from "../model/update.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { requirePositive } from "./offset-checks.ts";

/** How a look-up names an update. */
export type UpdateKey =
  | { readonly kind: "offset"; readonly offset: Offset }
  | { readonly kind: "id"; readonly updateId: UpdateId };

/** Raises NON_POSITIVE_OFFSET, MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT. */
export const checkUpdateKey = (key: UpdateKey): void => {
  if (key.kind === "offset") {
    requirePositive(key.offset, "offset");
    return;
  }
  requireIdentifier(ledgerString, key.updateId, "updateId");
  if (!/^1220[0-9a-f]{64}$/.test(key.updateId)) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${key.updateId} is no update id: expected 1220 followed by 64 lowercase hex digits.`,
      path: "updateId",
    });
  }
};

/** Undefined when there is none, or it was pruned. */
export const findUpdate = (state: LedgerState, key: UpdateKey): Update | undefined => {
  const offset = key.kind === "offset" ? key.offset : state.updateOffsets.get(key.updateId);
  return offset === undefined ? undefined : state.log.get(offset)?.update;
};

/** The same whether it does not exist, is not visible, or was pruned. */
export const updateNotFound = (key: UpdateKey): LedgerError =>
  key.kind === "offset"
    ? ledgerError("UPDATE_NOT_FOUND", {
        cause: `No update at offset ${String(key.offset)} is visible in the requested format.`,
        resources: [["OFFSET", String(key.offset)]],
      })
    : ledgerError("UPDATE_NOT_FOUND", {
        cause: `No update ${key.updateId} is visible in the requested format.`,
        resources: [["UPDATE_ID", key.updateId]],
      });
