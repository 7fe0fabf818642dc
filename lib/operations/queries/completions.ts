import { missingFieldError } from "../../base/errors/argument-error.ts";
import { partyIdGrammar, userIdGrammar } from "../../base/identifiers/identifier-syntax.ts";
import {
  getNameBeforeNamespace,
  type Offset,
  type Party,
  type UserId,
} from "../../base/identifiers/identifiers.ts";
import { getApiVersionRules } from "../../ledger/port/api-version.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import {
  type CompletionJson,
  completionJson,
  type CompletionJsonOptions,
} from "../../views/envelope/completion-json.ts";
import {
  checkIdentifierOfUnnamedField,
  requireIdentifier,
} from "../../views/envelope/identifier-readers.ts";
import {
  type JsonReader,
  readJsonObject,
  readJsonString,
  readOffset,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
} from "../../views/envelope/readers.ts";
import { type CheckpointItemJson, createCheckpointJson } from "../../views/envelope/update-json.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import {
  requireReadAs,
  requireReadAsAnyParty,
  resolveRequestedUser,
} from "../authorization/claims.ts";
import type { CommandCompletionsRequest, CompletionStreamRequest } from "../requests/state.ts";
import { type LedgerStreamItem, tailLedgerLog } from "./log-tail.ts";
import {
  requireBeginNotPruned,
  requireNonNegativeOffset,
  requireNotAfterLedgerEnd,
} from "./offset-checks.ts";
import type { StreamWaitOptions } from "./timers.ts";

/** An item of a completion stream: a completion, or a checkpoint. */
export interface CompletionItem {
  readonly completionResponse:
    { readonly Completion: { readonly value: CompletionJson } } | CheckpointItemJson;
}

/**
 * Returns a stream of the completions of a user's commands after an offset, for the requested
 * acting parties, that follows the ledger (rules.yaml S2, ledger-api.md 3.3).
 *
 * The call itself raises INVALID_ARGUMENT, INVALID_TOKEN, INVALID_FIELD, NEGATIVE_OFFSET,
 * OFFSET_AFTER_LEDGER_END, MISSING_FIELD, PARTICIPANT_PRUNED_DATA_ACCESSED, UNAUTHENTICATED and
 * PERMISSION_DENIED. Reading the stream fails with the errors of `tailLedgerLog`.
 */
export const completions = (
  ledger: Ledger,
  request: CompletionStreamRequest,
  caller: Caller = trustedCaller,
  options: StreamWaitOptions = {},
): AsyncIterableIterator<CompletionItem, void, undefined> => {
  const { parties, beginExclusive: begin, ...requested } = readRequest(request);
  const user = requireCompletionsUser(caller, requested.userId);
  requireReadAs(caller, parties);
  requireIdentifier(userIdGrammar, user, "userId");
  checkParties(parties);
  requireNonNegativeOffset(begin, "beginExclusive");
  requireNotAfterLedgerEnd(begin, "beginExclusive", ledger.state);
  if (parties.length === 0) throw missingFieldError("parties");
  return tailCompletions(ledger, { user, parties: new Set(parties) }, { ...options, begin });
};

/**
 * Like {@link completions}, but for commands of all users. Returns those with one of the requested
 * parties as acting party, or all if the request has no party, which requires the right to read as
 * any party.
 *
 * Raises the same errors except INVALID_TOKEN, INVALID_FIELD and MISSING_FIELD.
 */
export const commandCompletions = (
  ledger: Ledger,
  request: CommandCompletionsRequest,
  caller: Caller = trustedCaller,
  options: StreamWaitOptions = {},
): AsyncIterableIterator<CompletionItem, void, undefined> => {
  const { parties, beginExclusive: begin } = readRequest(request);
  if (parties.length === 0) requireReadAsAnyParty(caller);
  else requireReadAs(caller, parties);
  checkParties(parties);
  requireNonNegativeOffset(begin, "beginExclusive");
  requireNotAfterLedgerEnd(begin, "beginExclusive", ledger.state);
  const wanted = parties.length === 0 ? undefined : new Set(parties);
  return tailCompletions(ledger, { user: undefined, parties: wanted }, { ...options, begin });
};

const tailCompletions = (
  ledger: Ledger,
  wanted: WantedCompletions,
  options: StreamWaitOptions & { readonly begin: Offset },
): AsyncIterableIterator<CompletionItem, void, undefined> => {
  requireBeginNotPruned(options.begin, "beginExclusive", ledger);
  const form = {
    withHash: getApiVersionRules(ledger.config.apiVersion).completionsHaveHash,
    participant: getNameBeforeNamespace(ledger.state.participantId),
  };
  return tailLedgerLog(ledger, (step) => completionItem(step, wanted, form), options);
};

const checkParties = (parties: readonly Party[]): void =>
  parties.forEach((party, index) =>
    checkIdentifierOfUnnamedField(partyIdGrammar, party, `parties[${index}]`),
  );

interface CompletionsRequest {
  readonly userId: UserId;
  readonly parties: readonly Party[];
  readonly beginExclusive: Offset;
}

const readRequest: JsonReader<CompletionsRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    userId: readOptionalText(object, "userId"),
    parties: readOptionalList(object, "parties", readJsonString),
    beginExclusive: readOptionalJsonField(object, "beginExclusive", readOffset) ?? 0,
  };
};

/** Returns the user of the request. A caller that may read as any party may name another user. */
const requireCompletionsUser = (caller: Caller, requested: UserId): UserId =>
  caller.kind === "user" && caller.claims.readAsAnyParty && requested !== ""
    ? requested
    : resolveRequestedUser(caller, requested);

interface WantedCompletions {
  /** Undefined for all users. */
  readonly user: UserId | undefined;
  /** Undefined for all parties. */
  readonly parties: ReadonlySet<Party> | undefined;
}

const completionItem = (
  step: LedgerStreamItem,
  { user, parties }: WantedCompletions,
  form: CompletionJsonOptions,
): CompletionItem | undefined => {
  if (step.kind === "checkpoint") {
    return { completionResponse: createCheckpointJson(step.checkpoint) };
  }
  const { completion } = step.entry;
  if (completion === undefined) return undefined;
  const { submission } = completion;
  if (user !== undefined && submission.userId !== user) return undefined;
  const actAs = submission.actAs.filter((party) => parties?.has(party) ?? true);
  if (actAs.length === 0) return undefined;
  const value = completionJson(completion, actAs, form);
  return { completionResponse: { Completion: { value } } };
};
