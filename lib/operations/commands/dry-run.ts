import { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Party } from "../../base/identifiers/identifiers.ts";
import { type PartySet, partySet } from "../../base/model/party-set.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import {
  presentTransaction,
  type TransactionPresentation,
} from "../../views/envelope/transaction-json.ts";
import { type TransactionJson, transactionJson } from "../../views/envelope/transaction-json.ts";
import { wildcardTransactions } from "../../views/visibility/event-format.ts";
import { type EventExplanation, explainUpdate } from "../../views/visibility/explain-update.ts";
import type { Caller } from "../authorization/caller.ts";
import { decideSubmission, rehearsalSeed } from "../submission/decide-submission.ts";
import { timeToWaitFor } from "../submission/execute-submission.ts";
import { reasonOf } from "../submission/explain-failure.ts";
import { type CostEstimationJson, freeOfCharge } from "../submission/traffic-cost.ts";
import type { SubmitRequest } from "./submit.ts";
import { admitRequest } from "./submit.ts";
import { SubmitResult } from "./submit-result.ts";

/**
 * What a submission would do. Ids of the update and of created contracts are not those that the
 * submission would get.
 */
export interface DryRun {
  /** As the submitters would see it: created contracts, archives, exercises, the JSON of the API. */
  readonly result: SubmitResult;
  /** All events, in the shape LEDGER_EFFECTS, as all parties together would see them. */
  readonly transaction: TransactionJson;
  /** The parties that would see an event, in order. */
  readonly parties: readonly Party[];
  /**
   * Which events a party would see, and why; also for a party that would see none. Do not show it to
   * the party, because it contains events that the party would not see.
   */
  readonly seenBy: (party: Party) => readonly EventExplanation[];
  /** The estimated traffic cost, in bytes. */
  readonly traffic: CostEstimationJson;
}

/**
 * Does everything that `submit` does, but writes nothing and does not wait for a ledger time ahead
 * of the clock. Costs as much as a submission. Rejects with the error with which the submission
 * would be refused.
 */
export const dryRun = async (
  ledger: Ledger,
  request: SubmitRequest,
  caller: Caller,
): Promise<DryRun> => {
  const admitted = admitRequest(ledger, request, caller);
  const { state, config, clock } = ledger;
  const now = timeToWaitFor(ledger, admitted) ?? clock.now();
  const decided = ledger.inTurns(
    (turns) => decideSubmission(state, { now, config, seed: rehearsalSeed, turns }, admitted),
    admitted.userId,
  );
  const { outcome } = decided instanceof Promise ? await decided : decided;
  if (outcome.kind === "rejected") {
    const { error } = outcome;
    throw new LedgerError(error, { reason: () => reasonOf(error, state, admitted) });
  }
  const { update } = outcome;
  const parties = witnessesOf(update);
  const shown: TransactionPresentation<TransactionJson> = {
    format: wildcardTransactions(parties, "ledgerEffects"),
    form: transactionJson,
  };
  return {
    result: new SubmitResult(update, admitted.readAs, state),
    transaction: presentTransaction(update, shown, state),
    parties,
    seenBy: (party) => explainUpdate(update, party).events,
    traffic: freeOfCharge(now),
  };
};

const witnessesOf = ({ transaction }: TransactionUpdate): PartySet =>
  partySet(transaction.nodes.flatMap(({ witnesses }) => witnesses));
