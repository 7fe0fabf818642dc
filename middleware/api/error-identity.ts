import type { ErrorIdentity } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import { isJsonObject, nameBeforeNamespace } from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { RouteMatch } from "./route-table.ts";
import { beginTrace, traceIdOf } from "./trace-context.ts";

/** By what an error is found that belongs to no call. */
export const identityWithoutCall = ({ ledger }: { readonly ledger: Ledger }): ErrorIdentity => ({
  ...tracedBy(beginTrace(ledger)),
  ...namedBy(ledger),
});

/** By what an error of a call is found, and what it tells of the call. */
export const identityOfCall = (
  ledger: Ledger,
  traceContext: TraceContext,
  { route, body }: { readonly route: RouteMatch; readonly body: unknown },
): ErrorIdentity => {
  const traced = tracedBy(traceContext);
  const call = route.kind === "found" ? toldOf(route.operationId, body, traced.traceId) : undefined;
  return {
    ...correlatedBy(body),
    ...traced,
    ...namedBy(ledger),
    ...(call !== undefined && { call }),
  };
};

/** The submission id of commands. */
export const correlatedBy = (body: unknown): ErrorIdentity => {
  const correlationId = submissionIdIn(body);
  return correlationId === undefined ? {} : { correlationId };
};

const tracedBy = (traceContext: TraceContext): ErrorIdentity => {
  const traceId = traceIdOf(traceContext);
  return traceId === undefined ? {} : { traceId };
};

/** Also failures of a ledger that is broken are to be told. */
const namedBy = (ledger: Ledger): ErrorIdentity => {
  try {
    return { participant: nameBeforeNamespace(ledger.state.participantId) };
  } catch {
    return {};
  }
};

/** A participant makes submissions of changes of users, and says whom a party's name was meant for. */
const toldOf = (
  operationId: string,
  body: unknown,
  traceId: string | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (changesOfUsers.has(operationId) && traceId !== undefined) {
    return { submissionId: `'${uuidOf(traceId)}'` };
  }
  if (operationId === "allocateParty" && isJsonObject(body)) {
    const { partyIdHint } = body;
    return typeof partyIdHint === "string" ? { parties: `['${partyIdHint}']` } : undefined;
  }
  return undefined;
};

const changesOfUsers: ReadonlySet<string> = new Set([
  "createUser",
  "updateUser",
  "deleteUser",
  "grantUserRights",
  "revokeUserRights",
]);

/** The id of a trace, which is as long, as a UUID. */
const uuidOf = (traceId: string): string =>
  [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => traceId.slice(start, end))
    .join("-");

/** One that is longer is refused, and finds nothing. */
const longestSubmissionId = 255;

/** Of commands, which some requests have inside; looked for no deeper, however deep the body is. */
const submissionIdIn = (body: unknown, levels = 1): string | undefined => {
  if (typeof body !== "object" || body === null) return undefined;
  if ("submissionId" in body && typeof body.submissionId === "string") {
    const { submissionId } = body;
    return submissionId === "" ? undefined : submissionId.slice(0, longestSubmissionId);
  }
  if (levels === 0) return undefined;
  if ("reassignmentCommands" in body) return submissionIdIn(body.reassignmentCommands, 0);
  return "commands" in body && !Array.isArray(body.commands)
    ? submissionIdIn(body.commands, 0)
    : undefined;
};
