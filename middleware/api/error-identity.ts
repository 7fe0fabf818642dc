import type { FailedCallIdentifiers } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  formatIsoDuration,
  getNameBeforeNamespace,
  isJsonObject,
  parseJsonInteger,
} from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { RouteMatch } from "./route-table.ts";
import { createTraceContext, readTraceId } from "./trace-context.ts";

/** Returns the ids of an error that belongs to no call. */
export const createErrorIdentityWithoutCall = ({
  ledger,
}: {
  readonly ledger: Ledger;
}): FailedCallIdentifiers => ({
  ...traceIdentity(createTraceContext(ledger)),
  ...participantIdentity(ledger),
});

/** Returns the ids of an error of a call, and the details of the call that the error contains. */
export const createCallErrorIdentity = (
  ledger: Ledger,
  traceContext: TraceContext,
  { route, body, userId }: CalledOperation,
): FailedCallIdentifiers => {
  const traced = traceIdentity(traceContext);
  const common = {
    ...readSubmissionIdAsCorrelationId(body),
    ...traced,
    ...participantIdentity(ledger),
  };
  if (route.kind !== "found") return common;
  const { operationId } = route;
  const { traceId } = traced;
  const call = findAddedContext(operationId, body, traceId);
  const submission = describeSubmission(operationId, { ledger, body, userId, traceId });
  return { ...common, operationId, ...submission, ...(call !== undefined && { call }) };
};

/** Called operation, as far as it is known. */
interface CalledOperation {
  readonly route: RouteMatch;
  readonly body: unknown;
  readonly userId: string | undefined;
}

interface SubmissionParts extends Omit<CalledOperation, "route"> {
  readonly ledger: Ledger;
  readonly traceId: string | undefined;
}

/**
 * Returns the text of the commands and the correlation id. A participant gives a submission id to
 * commands that have none, but not to commands that are prepared for signing.
 */
const describeSubmission = (
  operationId: string,
  { ledger, body, userId, traceId }: SubmissionParts,
): Pick<FailedCallIdentifiers, "commands" | "correlationId"> => {
  const isPrepared = operationId === "prepareSubmission";
  if (!isPrepared && !submissionOperationIds.has(operationId)) return {};
  const given = findCommands(body);
  const submissionId = isPrepared
    ? undefined
    : (findSubmissionId(body) ?? (traceId === undefined ? undefined : formatUuid(traceId)));
  const period = isPrepared ? "duration: 'PT0S'" : formatDeduplicationPeriod(given, ledger);
  const fields = {
    readAs: listText(given["readAs"]),
    deduplicationPeriod: `{${period}}`,
    submittedAt: `'${ledger.clock.time}'`,
    submissionId: quoteText(submissionId),
    actAs: listText(given["actAs"]),
    commandId: quoteText(given["commandId"]),
    userId: quoteText(given["userId"] === "" ? userId : (given["userId"] ?? userId)),
    workflowId: quoteText(given["workflowId"]),
  };
  const text = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return {
    commands: `{${text.join(", ")}}`,
    ...(submissionId !== undefined && { correlationId: submissionId }),
  };
};

const submissionOperationIds: ReadonlySet<string> = new Set([
  "submit",
  "submitAndWait",
  "submitAndWaitForTransaction",
  "submitAndWaitForTransactionTree",
]);

/** Returns the commands of a body: the body itself, or its field `commands` beside a format. */
const findCommands = (body: unknown): Readonly<Record<string, unknown>> => {
  if (!isJsonObject(body)) return {};
  return isJsonObject(body["commands"]) ? body["commands"] : body;
};

const quoteText = (value: unknown): string =>
  typeof value === "string" && value !== "" ? `'${value}'` : "";

/** Maximum number of parties that an error lists. */
const maxParties = 20;

const listText = (value: unknown): string =>
  `[${Array.isArray(value) ? value.slice(0, maxParties).map(quoteText).join(", ") : ""}]`;

const formatDeduplicationPeriod = (
  given: Readonly<Record<string, unknown>>,
  ledger: Ledger,
): string => {
  const [kind, content] =
    Object.entries((given["deduplicationPeriod"] as object | undefined) ?? {})[0] ?? [];
  const value: unknown = isJsonObject(content) ? content["value"] : undefined;
  if (kind === "DeduplicationOffset") return `offset: '${readInteger(value)}'`;
  const micros =
    kind === "DeduplicationDuration" && isJsonObject(value)
      ? readInteger(value["seconds"]) * 1_000_000n
      : ledger.config.maxDeduplicationMicros;
  return `duration: '${formatIsoDuration(micros)}'`;
};

/** Returns a whole number of a body that may be invalid; 0 for anything else. */
const readInteger = (value: unknown): bigint => {
  if (typeof value === "string") return parseJsonInteger(value) ?? 0n;
  return typeof value === "number" && Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
};

/** Returns the submission id of the commands in a body as correlation id. */
export const readSubmissionIdAsCorrelationId = (body: unknown): FailedCallIdentifiers => {
  const correlationId = findSubmissionId(body);
  return correlationId === undefined ? {} : { correlationId };
};

const traceIdentity = (traceContext: TraceContext): FailedCallIdentifiers => {
  const traceId = readTraceId(traceContext);
  return traceId === undefined ? {} : { traceId };
};

/**
 * Returns the name of the participant. Returns nothing if the ledger is broken, so that its failures can be reported too.
 */
const participantIdentity = (ledger: Ledger): FailedCallIdentifiers => {
  try {
    return { participant: getNameBeforeNamespace(ledger.state.participantId) };
  } catch {
    return {};
  }
};

/**
 * Returns the context fields that a participant adds: the submission id of user changes, the hint
 * of a party allocation.
 */
const findAddedContext = (
  operationId: string,
  body: unknown,
  traceId: string | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (userChangeOperations.has(operationId) && traceId !== undefined) {
    return { submissionId: `'${formatUuid(traceId)}'` };
  }
  if (operationId === "allocateParty" && isJsonObject(body)) {
    const { partyIdHint } = body;
    return typeof partyIdHint === "string" ? { parties: `['${partyIdHint}']` } : undefined;
  }
  return undefined;
};

const userChangeOperations: ReadonlySet<string> = new Set([
  "createUser",
  "updateUser",
  "deleteUser",
  "grantUserRights",
  "revokeUserRights",
]);

/** Formats a trace id, which has the same length, as a UUID. */
const formatUuid = (traceId: string): string =>
  [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => traceId.slice(start, end))
    .join("-");

/** Maximum length of a submission id, in characters. The ledger refuses longer ones. */
const longestSubmissionId = 255;

/**
 * Returns the submission id of the commands. Searches only the body and its fields, because a body may be
 * very deep.
 */
const findSubmissionId = (body: unknown, levels = 1): string | undefined => {
  if (typeof body !== "object" || body === null) return undefined;
  if ("submissionId" in body && typeof body.submissionId === "string") {
    const { submissionId } = body;
    return submissionId === "" ? undefined : submissionId.slice(0, longestSubmissionId);
  }
  if (levels === 0) return undefined;
  if ("reassignmentCommands" in body) return findSubmissionId(body.reassignmentCommands, 0);
  return "commands" in body && !Array.isArray(body.commands)
    ? findSubmissionId(body.commands, 0)
    : undefined;
};
