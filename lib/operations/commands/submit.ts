import { createOptionFaultError, createUnknownOptionFault } from "../../base/errors/options.ts";
import type { Party, SynchronizerId, UserId } from "../../base/identifiers/identifiers.ts";
import type { TraceContext } from "../../base/model/update.ts";
import { isJsonObject } from "../../base/values/json-object.ts";
import type {
  CreateAndExerciseCommand,
  CreateCommand,
  ExerciseByKeyCommand,
  ExerciseCommand,
} from "../../contracts/templates/types/commands.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import {
  type JsonReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalText,
  readRequiredJsonField,
  readWithErrorPath,
} from "../../views/envelope/readers.ts";
import type { Caller } from "../authorization/caller.ts";
import type {
  DeduplicationPeriodInput,
  DisclosedContractInput,
  DurationInput,
  PrefetchContractKeyInput,
} from "../requests/commands.ts";
import type { AdmittedSubmission } from "../submission/admitted-submission.ts";
import { executeUntilCommitted } from "../submission/execute-admitted-submission.ts";
import { addAdviceToErrorCause } from "./add-caller-advice.ts";
import { admitSubmission } from "./admit-submission.ts";
import {
  type CommandRequest,
  type CommandsRequest,
  copyOptionalCommandFields,
  readCommandRequests,
  readTextList,
} from "./commands-request.ts";
import { setErrorStackToCaller } from "./set-error-stack-to-caller.ts";
import { SubmitResult } from "./submit-result.ts";

/** A command as JSON of the ledger API, with one key that names its kind. */
export type Command =
  CreateCommand | ExerciseCommand | ExerciseByKeyCommand | CreateAndExerciseCommand;

/** Commands of a TypeScript program: a JsCommands record with mostly optional fields. */
export interface SubmitRequest {
  /** At least one party. */
  readonly actAs: Party | readonly Party[];
  /** At least one; they are executed as one atomic transaction. */
  readonly commands: Command | readonly Command[];
  readonly readAs?: Party | readonly Party[];
  /** Default: the caller if it is a user, otherwise {@link hostUserId}. */
  readonly userId?: UserId;
  /** Default: a new unique id. */
  readonly commandId?: string;
  readonly workflowId?: string;
  readonly submissionId?: string;
  readonly synchronizerId?: SynchronizerId;
  readonly deduplicationPeriod?: DeduplicationPeriodInput;
  /** ISO 8601. */
  readonly minLedgerTimeAbs?: string;
  readonly minLedgerTimeRel?: DurationInput;
  readonly disclosedContracts?: readonly DisclosedContractInput[];
  readonly packageIdSelectionPreference?: readonly string[];
  readonly prefetchContractKeys?: readonly PrefetchContractKeyInput[];
  readonly tapsMaxPasses?: number;
  /** Returned with the transaction and its completion. */
  readonly traceContext?: TraceContext;
}

/** The default user id of commands that the host submits. It need not be a user of the ledger. */
export const hostUserId: UserId = "host";

/**
 * Executes commands as one atomic transaction, in the same steps as a submission over HTTP, but
 * user id and command id are optional. Resolves when the transaction is on the ledger. Rejects with
 * the LedgerError of the first step that fails.
 */
export const submitCommands = async (
  ledger: Ledger,
  request: SubmitRequest,
  caller: Caller,
): Promise<SubmitResult> => {
  try {
    const admitted = admitSubmitRequest(ledger, request, caller);
    const update = await executeUntilCommitted(ledger, admitted);
    return new SubmitResult(update, admitted.readAs, ledger.state);
  } catch (error) {
    const explained = addAdviceToErrorCause(error, ledger.state);
    setErrorStackToCaller(explained, submitCommands);
    throw explained;
  }
};

/** Decodes, authorizes and validates the commands of a program. Raises the errors of these steps. */
export const admitSubmitRequest = (
  ledger: Ledger,
  request: SubmitRequest,
  caller: Caller,
): AdmittedSubmission => {
  const commands = commandsRequest(request, caller);
  const { traceContext } = request;
  return admitSubmission(ledger, commands, { caller, traceContext, choosesCommandId: true });
};

const submitRequestFieldNames: ReadonlySet<string> = new Set<keyof SubmitRequest>([
  "actAs",
  "commands",
  "readAs",
  "userId",
  "commandId",
  "workflowId",
  "submissionId",
  "synchronizerId",
  "deduplicationPeriod",
  "minLedgerTimeAbs",
  "minLedgerTimeRel",
  "disclosedContracts",
  "packageIdSelectionPreference",
  "prefetchContractKeys",
  "tapsMaxPasses",
  "traceContext",
]);

const readOneOrMoreCommands: JsonReader<readonly CommandRequest[]> = (given) =>
  readCommandRequests(toList(given));

const readOneOrMoreTexts: JsonReader<readonly string[]> = (given) => readTextList(toList(given));

/**
 * Converts a request. Reads the fields in the same order as readCommandsRequest, so that the same
 * error comes first. Checks all types, because JavaScript callers may pass any value.
 */
const commandsRequest = (request: SubmitRequest, caller: Caller): CommandsRequest => {
  for (const name of Object.keys(readJsonObject(request))) {
    if (!submitRequestFieldNames.has(name)) {
      throw createOptionFaultError(
        createUnknownOptionFault(name, name, [...submitRequestFieldNames]),
      );
    }
  }
  const essentials = {
    commands: readRequiredJsonField(request, "commands", readOneOrMoreCommands),
    commandId: readOptionalText(request, "commandId"),
    actAs: readRequiredJsonField(request, "actAs", readOneOrMoreTexts),
    readAs: readWithErrorPath("readAs", toList(request.readAs ?? []), readTextList),
    userId:
      readOptionalJsonField(request, "userId", readJsonString) ??
      (caller.kind === "trusted" ? hostUserId : ""),
  };
  return copyOptionalCommandFields(essentials, request);
};

/**
 * Returns kind, template and choice of the first command in parentheses, for messages; `""` if the
 * request has none. Accepts any value, because it is not checked yet.
 */
export const describeFirstCommand = (request: unknown): string => {
  const [command] = isJsonObject(request) ? toList(request["commands"]) : [];
  const [named] = isJsonObject(command) ? Object.entries(command) : [];
  if (named === undefined || !isJsonObject(named[1])) return "";
  const [kind, { templateId, choice }] = named;
  const ofChoice = typeof choice === "string" ? `, choice ${choice}` : "";
  return ` (${kind} of ${String(templateId)}${ofChoice})`;
};

const toList = <Item>(items: Item | readonly Item[]): readonly Item[] =>
  Array.isArray(items) ? (items as readonly Item[]) : [items as Item];
