import type { EvaluationTrace } from "../../base/errors/evaluation-trace.ts";
import { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Party } from "../../base/identifiers/identifiers.ts";
import { createPartySet, type PartySet } from "../../base/model/party-set.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { readBoolean, readOptionalJsonField } from "../../views/envelope/readers.ts";
import {
  createTransactionResponse,
  type TransactionResponseFormat,
} from "../../views/envelope/transaction-json.ts";
import { toTransactionJson, type TransactionJson } from "../../views/envelope/transaction-json.ts";
import { createWildcardTransactionFormat } from "../../views/visibility/event-format.ts";
import {
  type EventExplanation,
  explainUpdateVisibility,
} from "../../views/visibility/explain-update.ts";
import type { Caller } from "../authorization/caller.ts";
import { decideSubmission, dryRunSeed } from "../submission/decide-submission.ts";
import { findFutureMinLedgerTime } from "../submission/execute-admitted-submission.ts";
import { explainSubmissionFailure } from "../submission/explain-failure.ts";
import { traceSubmissionEvaluation } from "../submission/trace-evaluation.ts";
import {
  type CostEstimationJson,
  createZeroTrafficCostEstimate,
} from "../submission/traffic-cost.ts";
import { setErrorStackToCaller } from "./set-error-stack-to-caller.ts";
import type { SubmitRequest } from "./submit.ts";
import { admitSubmitRequest } from "./submit.ts";
import { SubmitResult } from "./submit-result.ts";

/** The commands of a dry run. */
export interface DryRunRequest extends SubmitRequest {
  /**
   * If true, the result has the steps of the evaluation, and the commands run a second time.
   * Default: false.
   */
  readonly trace?: boolean;
}

/**
 * The effects that a submission would have. A real submission would get another update id and other
 * ids of created contracts.
 */
export interface DryRun {
  /**
   * The transaction that the submitters would see: created contracts, archives, exercises, and the
   * JSON of the API.
   */
  readonly result: SubmitResult;
  /** All events that any party would see, in the shape LEDGER_EFFECTS. */
  readonly transaction: TransactionJson;
  /** The parties that would see at least one event, in ascending order. */
  readonly parties: readonly Party[];
  /**
   * Returns an explanation for each event: whether the party would see it, and why. Also works for
   * a party that would see none. Do not show the explanations to the party, because they contain
   * events that the party would not see.
   */
  readonly seenBy: (party: Party) => readonly EventExplanation[];
  /** The estimated traffic cost, in bytes. */
  readonly traffic: CostEstimationJson;
  /** The steps of the evaluation; undefined unless the request asked for it. */
  readonly trace: EvaluationTrace | undefined;
}

/**
 * Runs the commands like `submit`, but writes nothing, and does not wait if the ledger time is in
 * the future. Takes as long as a submission. Rejects with the error that the submission would
 * reject with.
 */
export const dryRun = async (
  ledger: Ledger,
  request: DryRunRequest,
  caller: Caller,
): Promise<DryRun> => {
  try {
    return await decideDryRun(ledger, request, caller);
  } catch (error) {
    setErrorStackToCaller(error, dryRun);
    throw error;
  }
};

const decideDryRun = async (
  ledger: Ledger,
  { trace, ...request }: DryRunRequest,
  caller: Caller,
): Promise<DryRun> => {
  const isTraced = readOptionalJsonField({ trace }, "trace", readBoolean) ?? false;
  const admitted = admitSubmitRequest(ledger, request, caller);
  const { state, config, clock } = ledger;
  const seed = dryRunSeed;
  const now = findFutureMinLedgerTime(ledger, admitted) ?? clock.now();
  const decided = ledger.evaluate(
    (handle) => decideSubmission(state, { now, config, seed, handle }, admitted),
    admitted.userId,
  );
  const traceAt = (ledgerTime: Micros): EvaluationTrace =>
    traceSubmissionEvaluation({ state, admitted, context: { seed, config, ledgerTime } });
  const { outcome } = decided instanceof Promise ? await decided : decided;
  if (outcome.kind === "rejected") {
    const { error } = outcome;
    throw new LedgerError(error, {
      reason: () => explainSubmissionFailure(error, state, admitted),
      trace: () => traceAt(now),
    });
  }
  const { update } = outcome;
  const parties = collectWitnesses(update);
  const shown: TransactionResponseFormat<TransactionJson> = {
    format: createWildcardTransactionFormat(parties, "ledgerEffects"),
    form: toTransactionJson,
  };
  return {
    result: new SubmitResult(update, admitted.readAs, state),
    transaction: createTransactionResponse(update, shown, state),
    parties,
    seenBy: (party) => explainUpdateVisibility(update, party).events,
    traffic: createZeroTrafficCostEstimate(now),
    trace: isTraced ? traceAt(update.effectiveAt) : undefined,
  };
};

const collectWitnesses = ({ transaction }: TransactionUpdate): PartySet =>
  createPartySet(transaction.nodes.flatMap(({ witnesses }) => witnesses));
