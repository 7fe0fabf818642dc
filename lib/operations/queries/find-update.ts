import { invalidArgument, missingField } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  type JsonObject,
  optional,
  optionalText,
  readOffset,
} from "../../views/envelope/readers.ts";
import { requirePositive } from "./offset-checks.ts";
import type { UpdatePresenter } from "./update-presenter.ts";

/** How a look-up names an update. */
export type UpdateKey =
  | { readonly kind: "offset"; readonly offset: Offset }
  | { readonly kind: "id"; readonly updateId: UpdateId }
  /** What an external party signed, in lowercase hex. */
  | { readonly kind: "hash"; readonly hash: string };

/** At `offset`, 0 when it is left out. */
export const offsetKey = (request: JsonObject): UpdateKey => ({
  kind: "offset",
  offset: optional(request, "offset", readOffset) ?? 0,
});

/** With the id `updateId`, in letters of either case; empty when it is left out. */
export const idKey = (request: JsonObject): UpdateKey => ({
  kind: "id",
  updateId: optionalText(request, "updateId").toLowerCase(),
});

/** Raises NON_POSITIVE_OFFSET, MISSING_FIELD, INVALID_ARGUMENT. */
export const checkUpdateKey = (key: UpdateKey): void => {
  if (key.kind === "offset") {
    requirePositive(key.offset, "offset");
    return;
  }
  if (key.kind === "hash") {
    if (key.hash === "") throw missingField("transactionHash");
    return;
  }
  if (key.updateId === "") throw missingField("updateId");
  if (!/^1220[0-9a-f]{64}$/.test(key.updateId)) {
    throw invalidArgument({
      field: "updateId",
      expected: "an update id, 1220 followed by 64 hex digits",
      found: key.updateId,
    });
  }
};

/**
 * The update that a key names, as the presenter shows it. Raises UPDATE_NOT_FOUND when there is none,
 * it was pruned, or nothing of it is visible.
 */
export const findUpdate = <Json>(
  state: LedgerState,
  key: UpdateKey,
  presenter: UpdatePresenter<Json>,
): Json => {
  const json = presenter.present(updateNamed(state, key), state);
  if (json === undefined) throw updateNotFound(key);
  return json;
};

/** Whoever may see it. Raises UPDATE_NOT_FOUND when there is none, or it was pruned. */
export const updateNamed = (state: LedgerState, key: UpdateKey): Update => {
  const offset = offsetOf(state, key);
  const update = offset === undefined ? undefined : state.log.get(offset)?.update;
  if (update === undefined) throw updateNotFound(key);
  return update;
};

const offsetOf = (state: LedgerState, key: UpdateKey): Offset | undefined => {
  switch (key.kind) {
    case "offset":
      return key.offset;
    case "id":
      return state.updateOffsets.get(key.updateId);
    case "hash":
      return state.signedTransactions.get(key.hash);
  }
};

/** The same whether it does not exist, is not visible, or was pruned. */
const updateNotFound = (key: UpdateKey): LedgerError => {
  const { what, resource } = described(key);
  return ledgerError("UPDATE_NOT_FOUND", {
    cause: `No update ${what} is visible in the requested format.`,
    resources: [resource],
  });
};

interface DescribedKey {
  readonly what: string;
  readonly resource: readonly [string, string];
}

const described = (key: UpdateKey): DescribedKey => {
  switch (key.kind) {
    case "offset":
      return { what: `at offset ${key.offset}`, resource: ["OFFSET", String(key.offset)] };
    case "id":
      return { what: key.updateId, resource: ["UPDATE_ID", key.updateId] };
    case "hash":
      return { what: `signed as ${key.hash}`, resource: ["TRANSACTION_HASH", key.hash] };
  }
};
