import type { Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { RequestMetadata } from "../../base/model/request-metadata.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { readTransactionFormat } from "../../views/envelope/event-format-reader.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readRequiredJsonField,
} from "../../views/envelope/readers.ts";
import {
  createTransactionResponse,
  createTransactionTreeJson,
  toTransactionJson,
  type TransactionJson,
  type TransactionResponseFormat,
  type TransactionTreeJson,
} from "../../views/envelope/transaction-json.ts";
import { createWildcardTransactionFormat } from "../../views/visibility/event-format.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../authorization/caller.ts";
import type { CommandsInput, SubmitAndWaitForTransactionRequest } from "../requests/commands.ts";
import { scheduleIfRequestingViews } from "../requests/schedule-if-requesting-views.ts";
import {
  executeAdmittedSubmission,
  executeUntilCommitted,
} from "../submission/execute-admitted-submission.ts";
import { admitSubmission } from "./admit-submission.ts";
import { readCommandsRequest } from "./commands-request.ts";

/** The update and the offset of executed commands. */
export interface SubmitAndWaitResponse {
  readonly updateId: UpdateId;
  readonly completionOffset: Offset;
}

/**
 * POST /v2/commands/submit-and-wait: executes a JsCommands record as one atomic transaction
 * (ledger-api.md 3.6). Rejects with the error of the first step that fails.
 */
export const submitAndWait = async (
  ledger: Ledger,
  request: CommandsInput,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<SubmitAndWaitResponse> => {
  const commands = readCommandsRequest(request);
  const admitted = admitSubmission(ledger, commands, { caller, traceContext });
  const { updateId, offset } = await executeUntilCommitted(ledger, admitted);
  return { updateId, completionOffset: offset };
};

/**
 * POST /v2/commands/submit-and-wait-for-transaction (rules.yaml S10): like {@link submitAndWait},
 * but returns the transaction in the requested format. The default format shows the ACS delta that
 * the parties in actAs and readAs see. Events that the format excludes are omitted; the transaction
 * itself is always returned.
 */
export const submitAndWaitForTransaction = async (
  ledger: Ledger,
  request: SubmitAndWaitForTransactionRequest,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<{ readonly transaction: TransactionJson }> => {
  const body = readJsonObject(request);
  const commands = readRequiredJsonField(body, "commands", readCommandsRequest);
  const format = readOptionalJsonField(body, "transactionFormat", readTransactionFormat);
  const admitted = admitSubmission(ledger, commands, { caller, traceContext, format });
  const update = await executeUntilCommitted(ledger, admitted);
  const seenBy = [...admitted.submission.actAs, ...admitted.readAs];
  const presentation = {
    format: format ?? createWildcardTransactionFormat(seenBy, "acsDelta"),
    form: toTransactionJson,
  };
  const transaction = scheduleIfRequestingViews(request, { userId: getCallerUserId(caller) }, () =>
    presentTransactionToCaller(update, presentation, ledger.state, caller),
  );
  return { transaction: transaction instanceof Promise ? await transaction : transaction };
};

/**
 * POST /v2/commands/submit-and-wait-for-transaction-tree (rules.yaml S6): like
 * {@link submitAndWait}, but returns the tree of the events that the parties in actAs see.
 */
export const submitAndWaitForTransactionTree = async (
  ledger: Ledger,
  request: CommandsInput,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<{ readonly transactionTree: TransactionTreeJson }> => {
  const commands = readCommandsRequest(request);
  const admitted = admitSubmission(ledger, commands, { caller, traceContext });
  const update = await executeUntilCommitted(ledger, admitted);
  const format = createWildcardTransactionFormat(admitted.submission.actAs, "ledgerEffects");
  const presentation = { format, form: createTransactionTreeJson };
  return {
    transactionTree: presentTransactionToCaller(update, presentation, ledger.state, caller),
  };
};

/**
 * POST /v2/commands/async/submit: resolves when the commands were interpreted and a synchronizer
 * was chosen. The outcome then follows as a completion. Failures before that reject, and cause no
 * completion (ledger-api.md 3.6.2).
 */
export const submitAsync = async (
  ledger: Ledger,
  request: CommandsInput,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<Readonly<Record<string, never>>> => {
  const commands = readCommandsRequest(request);
  const admitted = admitSubmission(ledger, commands, { caller, traceContext });
  await executeAdmittedSubmission(ledger, admitted);
  return {};
};

/**
 * Returns the transaction of a submission in the form of its response. Records in the caller's fact
 * recorder what the response shows.
 */
export const presentTransactionToCaller = <Json>(
  update: TransactionUpdate,
  presentation: TransactionResponseFormat<Json>,
  state: LedgerState,
  { factRecorder }: Caller,
): Json =>
  createTransactionResponse(
    update,
    presentation,
    state,
    factRecorder &&
      ((visible) =>
        factRecorder.recordUpdate(update, visible, { transactions: presentation.format })),
  );
