import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireParticipantAdmin } from "../authorization/claims.ts";

/**
 * Removes the updates and completions up to and including `offset`; active contracts stay. Later
 * requests for removed data fail with PARTICIPANT_PRUNED_DATA_ACCESSED. An already pruned offset
 * changes nothing. Requires a participant administrator. O(removed entries).
 *
 * Raises NON_POSITIVE_OFFSET, OFFSET_AFTER_LEDGER_END, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const prune = async (
  ledger: Ledger,
  offset: Offset,
  caller: Caller = trustedCaller,
): Promise<void> => {
  requireParticipantAdmin(caller);
  if (!Number.isSafeInteger(offset) || offset < 1) {
    throw ledgerError("NON_POSITIVE_OFFSET", {
      cause: `The offset to prune up to must be a whole number, 1 or more, not ${offset}.`,
    });
  }
  return ledger.commit(({ ledgerEnd, prunedUpTo }) => {
    if (offset > ledgerEnd) {
      throw ledgerError("OFFSET_AFTER_LEDGER_END", {
        cause: `The offset to prune up to is ${offset}, after the ledger end ${ledgerEnd}.`,
      });
    }
    return {
      events: offset <= prunedUpTo ? [] : [{ kind: "pruned", upTo: offset }],
      outcome: undefined,
    };
  }, caller);
};
