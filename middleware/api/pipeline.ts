import {
  eventLoopIterationsBetweenSlices,
  isAnyLiveStreamBehind,
  machineTimeSource,
  requireActiveUser,
  yieldToEventLoop,
} from "../../lib/internal.ts";
import { hasAuthorizationChanged } from "../auth/authorization-change.ts";
import { defaultMaxTokenLifetimeSeconds } from "../auth/token-time-limits.ts";
import {
  createSchemaMismatchFailure,
  RequestDecodeFailure,
  toBodyTooLongServerFailure,
} from "../decoding/decode-failure.ts";
import { findSuspiciousSuccessHint } from "../errors/find-suspicious-success-hint.ts";
import { createErrorHint } from "../errors/hint.ts";
import { createHintHeaders } from "../errors/hint-header.ts";
import { createUnsupportedMethodHint, createWrongPathHint } from "../errors/path-hint.ts";
import type { OperationRoute } from "../errors/suggest-path.ts";
import type { CallLogEntry } from "../log/call-log-entry.ts";
import { waitForBodyTimeSlice } from "../quotas/body-quota.ts";
import { answerWithInjectedFaults } from "./answer-with-faults.ts";
import type { ApiRequest } from "./api-request.ts";
import type { ApiServingContext } from "./api-serving-context.ts";
import { PipelineCall } from "./call.ts";
import type { ApiErrorReplyFactory } from "./error-replies.ts";
import { createReportedErrorReply } from "./failure-reply.ts";
import {
  type ApiRegistration,
  assignOperationHandlers,
  type OperationWithHandler,
} from "./operation.ts";
import { type ApiReply, createEmptyReply } from "./reply.ts";
import { createRouteTable, type RouteMatch, type RouteTable } from "./route-table.ts";

export interface ApiDefinition extends ApiRegistration {
  readonly errors: ApiErrorReplyFactory;
  /** Returns the releases of the API that have an operation. */
  readonly releasesWith?: (method: string, path: string) => readonly string[];
}

/** A request that failed before the pipeline received it. */
interface EarlyFailure {
  readonly entry: CallLogEntry | undefined;
  readonly route: RouteMatch;
}

/**
 * Answers the requests of one API: match → parameters → authenticate → body → validate → handle →
 * encode → write. It depends neither on a ledger, because each call has its own, nor on sockets, because
 * each request reads its own body and writes its own answer. A body's validator is compiled at its
 * first use.
 */
export class RequestPipeline {
  readonly #operations: ReadonlyMap<string, OperationWithHandler>;
  readonly #table: RouteTable;
  readonly #errors: ApiErrorReplyFactory;
  readonly #releasesWith: ApiDefinition["releasesWith"];
  /** Method and path of each operation. */
  readonly routes: readonly OperationRoute[];

  /** @throws RangeError if a handler belongs to no operation of the document. */
  constructor({ errors, releasesWith, ...registered }: ApiDefinition) {
    this.#operations = assignOperationHandlers(registered);
    this.#errors = errors;
    this.#releasesWith = releasesWith;
    this.routes = [...this.#operations.values()];
    this.#table = createRouteTable([...this.#operations.values()]);
  }

  /** Returns the operation of a method and path. */
  matchRoute(method: string, path: string): RouteMatch {
    const route = this.#table.match(method, path);
    if (route.kind !== "methodNotAllowed") return route;
    // A GET of a stream is a WebSocket upgrade, which upgrades.ts serves.
    const isGet = method === "GET" || method === "HEAD";
    return isGet && this.isStream(this.#table.match("POST", path)) ? { kind: "notFound" } : route;
  }

  /** Ids of all operations. */
  get operationIds(): readonly string[] {
    return [...this.#operations.keys()];
  }

  isStream(route: RouteMatch): boolean {
    return this.#findOperation(route)?.isStream ?? false;
  }

  /** Answers a routed request. Rejects only if the answer to an error cannot be written either. */
  async handleRequest(
    request: ApiRequest,
    host: ApiServingContext,
    entry?: CallLogEntry,
  ): Promise<void> {
    const call = new PipelineCall(request, this.#findOperation(request.route), host, entry);
    const cancel = this.#limitTime(call);
    const reply = await this.#answerCall(call);
    if (request.comesBySocket === true && call.reception !== undefined) {
      if (call.reception.hasConsumed) await waitForConcurrentRequests(call);
      if (reply.status < 300 && host.openStreams.size > 0) await waitForStreamDelivery(call);
    }
    cancel();
    const written = call.isAnswered ? undefined : this.#write(call, reply);
    if (written !== undefined) await written;
  }

  /** Returns the reply to an error that occurred before a request was answered. */
  createFailureReply(error: unknown, host: ApiServingContext, before: EarlyFailure): ApiReply {
    const { entry, route } = before;
    return createReportedErrorReply(error, this.#errors, {
      host,
      entry,
      operation: this.#findOperation(route),
    });
  }

  #findOperation(route: RouteMatch): OperationWithHandler | undefined {
    return route.kind === "found" ? this.#operations.get(route.operationId) : undefined;
  }

  /** Returns the reply; errors become replies. Never rejects. */
  async #answerCall(call: PipelineCall): Promise<ApiReply> {
    const { entry, host, operation, request } = call;
    const { faults } = host;
    try {
      if (operation?.deprecation !== undefined) entry?.setDeprecation(operation.deprecation);

      call.checkTimeout();
      if (operation !== undefined) {
        call.readParameters(operation.parameters);
        operation.gate?.request?.(host.ledger.config, operation.endpoint);
      }

      if (operation !== undefined && (operation.isProtected || operation.body !== "none")) {
        const caller = call.authenticate();
        call.assignCaller(caller instanceof Promise ? await caller : caller);
      }

      if (operation !== undefined && operation.body !== "none") {
        const before = call.userId === undefined ? undefined : host.ledger.state;
        await this.#receiveBody(call, operation.body);
        // While the body arrived, the user's rights may have changed and the token may have
        // expired.
        if (before !== undefined && isAuthorizationOutdated(call, before)) {
          call.assignCaller(await call.authenticate());
        }
      }

      const reply = await (faults.isEmpty
        ? this.#callHandler(call)
        : answerWithInjectedFaults(call, {
            handle: () => this.#callHandler(call),
            timedOut: () => this.#errors.timedOut(request.path),
          }));
      if (entry !== undefined) call.identifyInLog(entry);
      return this.#encodeReply(call, reply);
    } catch (error) {
      const tokenFault = await call.findTokenFault(error);
      return createReportedErrorReply(error, this.#errors, { host, entry, call, tokenFault });
    } finally {
      call.reservation?.end();
    }
  }

  /** Reads the body within the quota of its sender. */
  async #receiveBody(call: PipelineCall, kind: "json" | "octets"): Promise<void> {
    const { caller, entry, host, request } = call;
    if (kind === "octets") requireActiveUser(caller);
    call.reservation = host.bodies.open(caller);
    try {
      call.received = await request.readBody(call.reservation);
    } catch (error) {
      const isTooLong = error instanceof RequestDecodeFailure && error.status === 413;
      throw isTooLong && kind === "octets" ? toBodyTooLongServerFailure(error) : error;
    }
    call.reservation.markComplete();
    if (call.received.kind !== "bytes") return;
    const { length } = call.received.bytes;
    entry?.setRequestBody({ kind: "bytes", length });
    // Parsing, validating and decoding block the event loop.
    const slice = kind === "json" ? waitForBodyTimeSlice(length, call) : undefined;
    if (slice !== undefined) await slice;
  }

  /** Validates the body and calls the handler. Fault rules may call it twice. */
  #callHandler(call: PipelineCall): ApiReply | Promise<ApiReply> {
    const { operation } = call;
    if (operation === undefined) return this.#createUnroutedReply(call);

    if (operation.body === "json") {
      const mismatches = operation.findMismatches(
        call.jsonBody,
        selectDecodingContext(call.ledger.config),
      );
      if (mismatches !== undefined) throw createSchemaMismatchFailure(mismatches);
      operation.gate?.body?.(call.ledger.config, call.jsonBody, operation.endpoint);
    }

    const { adapter, answers, body, handler } = operation;
    if (handler === undefined) {
      return this.#errors.notImplemented(call.request.method, call.request.path);
    }
    if (!acceptsContentType(call.acceptHeader, answers)) return createEmptyReply(406);
    if (body === "json") {
      call.body = adapter === undefined ? call.jsonBody : adapter.request(call.jsonBody);
    } else if (body === "octets") {
      call.body = call.bodyBytes;
    }
    return handler(call);
  }

  /**
   * Converts the reply to its API version. Adds a hint header if the request probably does not do what its
   * author meant.
   */
  #encodeReply(call: PipelineCall, plain: ApiReply): ApiReply {
    const reply = call.operation?.adapter?.reply(plain) ?? plain;
    const { answeredRequest: answered, caller, entry, userId } = call;
    const found =
      reply.status < 300 && answered !== undefined
        ? findSuspiciousSuccessHint(answered)
        : undefined;
    const isLongLived = caller.kind === "user" && caller.isNewAndLongLived === true;
    // A stream has no headers; its close reason is the only place for a hint.
    const showsLifetimeHint = isLongLived && answered !== undefined && call.delivery === "list";
    const hint = found ?? (showsLifetimeHint ? longLivedTokenHint : undefined);
    entry?.setNote(hint?.advice ?? (isLongLived ? longLivedTokenHint.advice : undefined));
    if (hint === undefined && userId === undefined) return reply;
    return {
      ...reply,
      userId,
      ...(hint !== undefined && { headers: { ...reply.headers, ...createHintHeaders(hint) } }),
    };
  }

  /** Writes the reply, or the error that occurred while it was written. */
  #write(call: PipelineCall, reply: ApiReply): void | Promise<void> {
    const { entry, host, request } = call;
    call.isAnswered = true;
    call.reception?.markResponded();
    const writeFailure = (error: unknown): void | Promise<void> =>
      request.write(createReportedErrorReply(error, this.#errors, { host, entry }));
    try {
      return request.write(reply)?.catch(writeFailure);
    } catch (error) {
      return writeFailure(error);
    }
  }

  /**
   * Writes a timeout answer after the time limit, unless the call was answered. Returns a function
   * that cancels it.
   */
  #limitTime(call: PipelineCall): () => void {
    const giveUp = (): void => {
      call.abortOnTimeout();
      void this.#write(call, this.#errors.timedOut(call.request.path));
    };
    let cancel = machineTimeSource.schedule(call.timeoutMillis, () => {
      if (call.allowedMillis > 0) cancel = machineTimeSource.schedule(call.allowedMillis, giveUp);
      else giveUp();
    });
    return () => cancel();
  }

  #createUnroutedReply({ host, request }: PipelineCall): ApiReply {
    const { headers, method, mount = "", path, route, uri } = request;
    const wantsHints = host.errors === "hints";
    const releases = wantsHints ? this.#releasesWith?.(method, path) : undefined;
    if (route.kind === "methodNotAllowed") {
      const refused = { method, path, releases, allowed: route.allowed };
      const hint = wantsHints ? createUnsupportedMethodHint(refused, this.routes) : undefined;
      return this.#errors.methodNotAllowed(refused, hint);
    }
    const isUpgrade = headers["upgrade"] !== undefined;
    const isFetch = request.comesBySocket !== true;
    const asked = { method, path, isUpgrade, isFetch, mount, releases };
    const hint = wantsHints ? createWrongPathHint(asked, this.routes) : undefined;
    return this.#errors.notFound(method, uri, hint);
  }
}

/**
 * Waits until requests that a client sent at the same time as this submission have arrived, so that they
 * overlap with it. A client that sends two requests at once writes the second one some milliseconds later, on
 * another connection.
 */
const waitForConcurrentRequests = async ({ request }: PipelineCall): Promise<void> => {
  await yieldToEventLoop(eventLoopIterationsBetweenSlices);
  if (request.hasOtherConnections !== true) return;
  await new Promise<void>((resolve) => machineTimeSource.schedule(overlapWaitMillis, resolve));
};

/**
 * Time to wait for other requests that the client sent at once, in milliseconds. They arrive within this time even
 * on a busy machine.
 */
const overlapWaitMillis = 5;

/**
 * Waits until the open streams have delivered what the submission wrote, because a client expects it in its
 * stream as soon as it has the answer. Does not wait for streams whose reader is slow.
 */
const waitForStreamDelivery = async ({ host, ledger }: PipelineCall): Promise<void> => {
  const { ledgerEnd } = ledger.state;
  for (
    let turn = 0;
    turn < maxStreamYields && isAnyLiveStreamBehind(host.openStreams, ledgerEnd);
    turn++
  ) {
    await yieldToEventLoop(eventLoopIterationsBetweenSlices);
  }
};

/** Maximum number of yields to open streams before a submission is answered; together some milliseconds. */
const maxStreamYields = 16;

const longLivedTokenHint = createErrorHint({
  cause: `The token is valid for longer than ${defaultMaxTokenLifetimeSeconds} seconds.`,
  part: "header Authorization",
  expected: `an exp at most ${defaultMaxTokenLifetimeSeconds} seconds from now`,
  advice:
    `A participant refuses tokens that are valid for longer than ${defaultMaxTokenLifetimeSeconds} seconds, unless it is configured otherwise. ` +
    `To refuse them here too, set maxTokenLifetimeSeconds: ${defaultMaxTokenLifetimeSeconds} (--max-token-lifetime participant).`,
});

const decodingContexts = {
  specification: { refusesSeveralKeys: true },
  participant: { refusesSeveralKeys: false },
} as const;

const selectDecodingContext = ({ precedence }: PipelineCall["ledger"]["config"]) =>
  decodingContexts[precedence];

/** Returns true if the user's rights may have changed since `before`, or its token expired. */
const isAuthorizationOutdated = (
  { caller, ledger }: PipelineCall,
  before: PipelineCall["ledger"]["state"],
): boolean =>
  hasAuthorizationChanged(before, ledger.state) ||
  (caller.kind === "user" && (caller.expiresAtMillis ?? Infinity) <= Date.now());

/**
 * Returns true if the Accept header allows one of the content types. A missing or malformed header
 * allows all of them; weights are ignored. A range with a parameter other than a weight and a charset
 * matches no type. An empty list of types stands for an answer without a
 * body, which is always acceptable.
 */
export const acceptsContentType = (
  accept: string | undefined,
  types: readonly string[],
): boolean => {
  if (accept === undefined || accept === "*/*" || types.length === 0) return true;
  const ranges = accept
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()))
    .filter((parts) => parts.join("") !== "");
  if (ranges.length === 0) return true;
  return ranges.some(
    ([range = "", ...parameters]) =>
      !rangePattern.test(range) ||
      (parameters.every((parameter) => ignoredPattern.test(parameter)) &&
        types.some((type) => isWithin(range.toLowerCase(), type))),
  );
};

const ignoredPattern = /^(q|charset)\s*=|^$/i;

const rangePattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$|^[\w!#$&^.+-]+\/\*$|^\*\/\*$/;

const isWithin = (range: string, type: string): boolean =>
  range === "*/*" ||
  range === type ||
  (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
