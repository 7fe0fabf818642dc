import { bytesToHex } from "@noble/hashes/utils.js";

import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  getNameBeforeNamespace,
  type Offset,
  type Party,
} from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { type CompletionJson, completionJson } from "../../views/envelope/completion-json.ts";
import {
  readBase64Bytes,
  readJsonObject,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireActiveUser } from "../authorization/claims.ts";
import type { CompletionByHashRequest } from "../requests/interactive.ts";

/** The API's GetCompletionByHashResponse. */
export interface CompletionByHashResponse {
  readonly acceptedCompletion: CompletionJson | null;
  /** Latest first; at most ten. */
  readonly lastRejectedCompletions: readonly CompletionJson[];
}

/**
 * Returns the completions of a transaction that an external party signed, for any submitting user.
 * Shows only completions that were not pruned and have an acting party that the caller may read as
 * (interactive-submission.md 2).
 *
 * Raises INVALID_ARGUMENT for an empty hash, COMPLETION_NOT_FOUND, UNAUTHENTICATED,
 * PERMISSION_DENIED.
 */
export const completionByHash = (
  { state }: Ledger,
  request: CompletionByHashRequest,
  caller: Caller = trustedCaller,
): CompletionByHashResponse => {
  const bytes =
    readOptionalJsonField(readJsonObject(request), "transactionHash", readBase64Bytes) ??
    new Uint8Array();
  requireActiveUser(caller);
  if (bytes.length === 0) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "Missing field: transaction_hash",
      path: "transactionHash",
    });
  }
  const hash = bytesToHex(bytes);
  const seen = (offset: Offset): readonly CompletionJson[] =>
    readVisibleCompletions(state, offset, caller);
  const accepted = state.signedTransactions.get(hash);
  const [acceptedCompletion = null] = accepted === undefined ? [] : seen(accepted);
  const lastRejectedCompletions = (state.signedRejections.get(hash) ?? [])
    .toReversed()
    .flatMap(seen);
  if (acceptedCompletion !== null || lastRejectedCompletions.length > 0) {
    return { acceptedCompletion, lastRejectedCompletions };
  }
  throw ledgerError("COMPLETION_NOT_FOUND", {
    cause: `No completion of a transaction signed as ${hash} is visible.`,
    resources: [["TRANSACTION_HASH", hash]],
  });
};

const readVisibleCompletions = (
  state: LedgerState,
  offset: Offset,
  caller: Caller,
): readonly CompletionJson[] => {
  const completion = state.log.get(offset)?.completion;
  if (completion === undefined) return [];
  const actAs = completion.submission.actAs.filter((party) => mayRead(caller, party));
  return actAs.length === 0
    ? []
    : [
        completionJson(completion, actAs, {
          withHash: true,
          participant: getNameBeforeNamespace(state.participantId),
        }),
      ];
};

const mayRead = (caller: Caller, party: Party): boolean => {
  if (caller.kind !== "user") return caller.kind === "trusted";
  const { readAsAnyParty, readAs } = caller.claims;
  return readAsAnyParty || readAs.has(party);
};
