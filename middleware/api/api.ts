import { isWithheld } from "../../lib/api.ts";
import { isLedgerError, LedgerError } from "../../lib/index.ts";
import { callError } from "../../lib/internal.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { DecodeFailure } from "../decoding/decode-failure.ts";
import type { Parameter } from "../decoding/parameters.ts";
import type { AnsweredRequest } from "../errors/failed-request.ts";
import type { Hint } from "../errors/hint.ts";
import { hintHeaders, hintIn } from "../errors/hint-header.ts";
import type { Route } from "../errors/meant-path.ts";
import { noteOnAnswer } from "../errors/note-on-answer.ts";
import { brokenRule } from "../errors/rules.ts";
import type { LogEntry } from "../log/log-entry.ts";
import type { ApiHost } from "./api-host.ts";
import type { ApiRequest } from "./api-request.ts";
import { createBackend, operationsIn } from "./backend.ts";
import { type Asked, Call } from "./call.ts";
import { ConnectionCut } from "./connection-cut.ts";
import {
  type BodyKind,
  bodyKind,
  bodySchema,
  type DecodingDefinition,
} from "./decoding-definition.ts";
import { identityWithoutCall } from "./error-identity.ts";
import type { ErrorReplies } from "./error-replies.ts";
import { faultedCall } from "./faulted-call.ts";
import type { Handlers } from "./handler.ts";
import { cut, type Reply } from "./reply.ts";
import { createRouteTable, type RouteMatch } from "./route-table.ts";
import { isByFault, strike } from "./strike.ts";
import { withinTime } from "./within-time.ts";

export interface ApiDefinition {
  readonly decoding: DecodingDefinition;
  readonly handlers: Handlers;
  readonly errors: ErrorReplies;
}

/** The operations of one document. Knows no ledger: each call brings its own. */
export interface Api {
  /** Of all operations. */
  readonly operationIds: readonly string[];
  /** Which operation a request is for. */
  readonly match: (method: string, path: string) => RouteMatch;
  /** Where its operations are called. */
  readonly routes: readonly Route[];
  /** Whether its answer is a stream. */
  readonly isStream: (route: RouteMatch) => boolean;
  /** Never rejects: what goes wrong is answered. The entry of the log learns what comes to be known of the call. */
  readonly handle: (request: ApiRequest, host: ApiHost, entry?: LogEntry) => Promise<Reply>;
  /** The answer to an error that came up while a reply was written. */
  readonly failure: (error: unknown, host: ApiHost, of?: FailedBefore) => Reply;
}

/** What failed where no request was being answered yet, or none any more. */
interface FailedBefore {
  readonly entry?: LogEntry | undefined;
  /** Where hints are to be told of what was asked for. */
  readonly route?: RouteMatch;
}

/**
 * Routes, authenticates, decodes and hands over to the handlers. Costs a few milliseconds; the validator of a body is compiled when the
 * first one arrives.
 *
 * @throws RangeError when a handler is for no operation of the document.
 */
export const createApi = ({ decoding, handlers, errors }: ApiDefinition): Api => {
  const operations = operationsIn(decoding);
  const stray = Object.keys(handlers).filter((operationId) => !operations.has(operationId));
  if (stray.length > 0) throw new RangeError(`No operation is called ${stray.join(", ")}.`);
  const routes = Array.from(operations.values(), ({ method, path, operationId }) => ({
    method,
    path,
    operationId,
    isStream: decoding.streams.includes(operationId),
  }));
  const table = createRouteTable(routes);
  const backend = createBackend({ decoding, operations, routes, handlers, errors });
  const kindOf = (route: RouteMatch): BodyKind =>
    route.kind === "found" ? bodyKind(decoding, route.operationId) : "none";
  const operationOf = (route: RouteMatch) =>
    route.kind === "found" ? operations.get(route.operationId) : undefined;
  const parametersOf = (route: RouteMatch): readonly Parameter[] =>
    (operationOf(route)?.parameters ?? []) as readonly Parameter[];
  const isStream = (route: RouteMatch): boolean =>
    route.kind === "found" && decoding.streams.includes(route.operationId);
  const asked = new Map(
    Array.from(operations.values(), ({ operationId, parameters = [] }) => [
      operationId,
      {
        schema: bodySchema(decoding, operationId),
        parameterNames: (parameters as readonly Parameter[])
          .filter((each) => each.in === "query")
          .map(({ name }) => name),
      },
    ]),
  );
  const askedBy = (route: RouteMatch): Asked =>
    (route.kind === "found" ? asked.get(route.operationId) : undefined) ?? {
      schema: undefined,
      parameterNames: [],
    };
  const answered = (call: Call): AnsweredRequest | undefined =>
    call.answered(askedBy(call.request.route));
  const answer = async (call: Call, entry: LogEntry | undefined): Promise<Reply> => {
    try {
      await backend.ready;
      const { deprecated = false, description = "" } = operationOf(call.request.route) ?? {};
      if (deprecated) entry?.asksDeprecated(description);
      const kind = kindOf(call.request.route);
      const { faults } = call.host;
      if (kind !== "none" || !faults.isEmpty) call.readParameters(parametersOf(call.request.route));
      if (kind !== "none") await call.receiveBody(kind);
      const handle = () => backend.handle(call);
      if (faults.asksForUsers) await call.identify();
      const strikes = faults.isEmpty ? [] : faults.meet(faultedCall(call));
      entry?.struckBy(strikes.map(({ name }) => name));
      const timedOut = () => errors.timedOut(call.path);
      const reply = await (strikes.length === 0
        ? handle()
        : strike(strikes, { call, handle, timedOut }));
      call.identifyInLog();
      return withNote(ofUser(reply, call.userId), answered(call), entry);
    } catch (error) {
      const fault = await call.tokenFaultBehind(error);
      return replyTo(withCause(error, fault), { host: call.host, call, entry, fault });
    } finally {
      call.end();
    }
  };
  const opening = (host: ApiHost, route: RouteMatch): AnsweredRequest | undefined =>
    host.errors === "exact" || route.kind !== "found"
      ? undefined
      : {
          operationId: route.operationId,
          body: undefined,
          schema: askedBy(route).schema,
          ledger: host.ledger,
          caller: undefined,
          parameters: [],
          parameterNames: [],
        };
  const replyTo = (error: unknown, { host, call, entry, fault, before }: Failing): Reply => {
    if (error instanceof ConnectionCut) return cut;
    const identity = call?.identity ?? identityWithoutCall(host);
    entry?.failed(callError(error), identity);
    if (isDefect(error) && !isByFault(error)) host.onUnexpectedError?.(error, identity);
    if (isLedgerError(error) && isWithheld(error.details)) host.onWithheldError?.(error, identity);
    const failed = call === undefined ? before : answered(call);
    const reply = errors.thrown(error, identity, failed && { ...failed, tokenFault: fault });
    entry?.advised(adviceIn(reply), ruleBroken(error, call));
    return reply;
  };
  return {
    operationIds: [...operations.keys()],
    match: (method, path) => {
      const route = table.match(method, path);
      // What GET is for there is an upgrade.
      const isGet = route.kind === "methodNotAllowed" && /^(GET|HEAD)$/.test(method);
      return isGet && isStream(table.match("POST", path)) ? { kind: "notFound" } : route;
    },
    routes,
    isStream,
    failure: (error, host, { entry, route } = {}) =>
      replyTo(error, { host, entry, before: route && opening(host, route) }),
    handle: (request, host, entry) => {
      const call = new Call(request, host, entry);
      const limits = [host.requestTimeoutMillis, () => call.allowedMillis] as const;
      return withinTime(answer(call, entry), limits, () => {
        call.expire();
        return errors.timedOut(request.path);
      });
    },
  };
};

const ofUser = (reply: Reply, userId: string | undefined): Reply =>
  userId === undefined ? reply : { ...reply, userId };

/** An answer that is no error is a participant's to the byte: what is to be said of it stands in a header. */
const withNote = (
  reply: Reply,
  request: AnsweredRequest | undefined,
  entry: LogEntry | undefined,
): Reply => {
  const note = request === undefined || reply.status >= 300 ? undefined : noteOnAnswer(request);
  entry?.noted(note?.advice);
  return note === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, ...hintHeaders(note) } };
};

/** What an error came up in. */
interface Failing {
  readonly host: ApiHost;
  readonly call?: Call;
  readonly entry: LogEntry | undefined;
  /** Why the token of the call is not accepted. */
  readonly fault?: TokenFault | undefined;
  /** Where there is no call: what it would have been. */
  readonly before?: AnsweredRequest | undefined;
}

const ruleBroken = (error: unknown, call: Call | undefined): string | undefined =>
  isLedgerError(error) && call?.request.route.kind === "found"
    ? brokenRule(error.details, call.request.route.operationId)
    : undefined;

/** A hint stands in the answer, or in a header of it. */
const adviceIn = (reply: Reply): string | undefined => hintOf(reply)?.advice ?? undefined;

const hintOf = (reply: Reply): Partial<Hint> | undefined => {
  const { value } = reply.kind === "json" ? reply : { value: undefined };
  if (typeof value === "object" && value !== null && "hint" in value) return value.hint as Hint;
  return hintIn(reply.headers);
};

/** Whoever reads the log learns what was wrong with the token; a client of an exact error does not. */
const withCause = (error: unknown, fault: TokenFault | undefined): unknown =>
  fault === undefined || !isLedgerError(error)
    ? error
    : new LedgerError({ ...error.details, cause: fault.cause });

/** Errors that are no answers: neither refusals of the ledger, nor bad input, nor a client that left. */
const isDefect = (error: unknown): boolean => {
  if (isLedgerError(error)) {
    const { category, layer, expected } = error.details;
    return category === "internal" && layer === undefined && expected === undefined;
  }
  const isAborted = error instanceof Error && error.name === "AbortError";
  return !isAborted && !(error instanceof DecodeFailure);
};
