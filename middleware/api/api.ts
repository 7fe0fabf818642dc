import {
  type Context,
  type Document,
  OpenAPIBackend,
  type Operation,
  ValidationContext,
} from "openapi-backend";

import {
  anonymousCaller,
  type Caller,
  isLedgerError,
  isWithheld,
  LedgerError,
} from "../../lib/index.ts";
import { callError } from "../../lib/internal.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { DecodeFailure, decodeFailure, misfitFailure } from "../decoding/decode-failure.ts";
import { decodingKeywords } from "../decoding/keywords.ts";
import type { Parameter } from "../decoding/parameters.ts";
import type { AnsweredRequest } from "../errors/failed-request.ts";
import type { Hint } from "../errors/hint.ts";
import { hintHeaders, hintIn } from "../errors/hint-header.ts";
import type { Route } from "../errors/meant-path.ts";
import { noteOnAnswer } from "../errors/note-on-answer.ts";
import { hintAtMethod, hintAtPath } from "../errors/path-hint.ts";
import { brokenRule } from "../errors/rules.ts";
import type { BodySchema } from "../errors/strangers.ts";
import type { LogEntry } from "../log/log-entry.ts";
import { isAcceptable } from "./acceptable.ts";
import { type Adaptations, type MessageAdapter, messageAdapter } from "./adaptations.ts";
import type { ApiRequest } from "./api-request.ts";
import { type ApiHost, Call } from "./call.ts";
import { ConnectionCut } from "./connection-cut.ts";
import { identityWithoutCall } from "./error-identity.ts";
import type { ErrorReplies } from "./error-replies.ts";
import { faultedCall } from "./faulted-call.ts";
import type { Exchange, Handler, Handlers } from "./handler.ts";
import { cut, empty, type Reply } from "./reply.ts";
import { createRouteTable, type RouteMatch } from "./route-table.ts";
import { isByFault, strike } from "./strike.ts";
import { withinTime } from "./within-time.ts";

/** A document as `npm run spec` prepares it (spec/decoding-definition.ts). */
export interface DecodingDefinition {
  /** An OpenAPI document without schemas of bodies. */
  readonly definition: unknown;
  /** Which of the schemas the request body of an operation has. */
  readonly bodies: Readonly<Record<string, string | undefined>>;
  /** The operations whose request body is bytes, not JSON. */
  readonly octets: readonly string[];
  /** The operations whose answer is a stream. */
  readonly streams: readonly string[];
  /** What an operation answers, by content type, if not JSON alone. */
  readonly answers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly schemas: object;
  /** Of versions whose messages are not as the ledger reads and writes them. */
  readonly adaptations?: Adaptations;
}

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
 * Routes, authenticates, decodes and hands over to the handlers, by openapi-backend; the one place
 * that names it. As it comes it searches all operations and parses the request anew at every step
 * (performance.md 2): routing, parsing and validation are replaced by ones that work once. Costs a
 * few milliseconds; the validator of a body is compiled when the first one arrives.
 *
 * @throws RangeError when a handler is for no operation of the document.
 */
export const createApi = ({ decoding, handlers, errors }: ApiDefinition): Api => {
  const definition = decoding.definition as Document;
  const operations = operationsIn(definition);
  const stray = Object.keys(handlers).filter((operationId) => !operations.has(operationId));
  if (stray.length > 0) throw new RangeError(`No operation is called ${stray.join(", ")}.`);
  const routes = Array.from(operations.values(), ({ method, path, operationId }) => ({
    method,
    path,
    operationId,
    isStream: decoding.streams.includes(operationId),
  }));
  const table = createRouteTable(routes);
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    strict: true,
    ajvOpts: { verbose: true, validateSchema: false, code: { optimize: false } },
    customizeAjv: (ajv) => {
      for (const [keyword, validate] of Object.entries(decodingKeywords)) {
        ajv.addKeyword({ keyword, validate });
      }
      return ajv;
    },
    handlers: reservedHandlers(errors, routes),
    securityHandlers: securityHandlers(definition),
  });
  const ready = backend.init().then(() => {
    // Not registered: for each one openapi-backend would list all operations anew.
    Object.assign(backend.handlers, operationHandlers(handlers, decoding));
    replaceRouting(backend, operations);
    replaceValidation(backend, decoding);
  });
  const kindOf = (route: RouteMatch): BodyKind =>
    route.kind === "found" ? bodyKind(decoding, route.operationId) : "none";
  const operationOf = (route: RouteMatch) =>
    route.kind === "found" ? operations.get(route.operationId) : undefined;
  const parametersOf = (route: RouteMatch): readonly Parameter[] =>
    (operationOf(route)?.parameters ?? []) as readonly Parameter[];
  const isStream = (route: RouteMatch): boolean =>
    route.kind === "found" && decoding.streams.includes(route.operationId);
  const schemaOf = (route: RouteMatch): BodySchema | undefined => {
    const reference = route.kind === "found" ? decoding.bodies[route.operationId] : undefined;
    return reference === undefined ? undefined : { schemas: decoding.schemas, reference };
  };
  const answered = (call: Call): AnsweredRequest | undefined => {
    const { route } = call.request;
    return call.answered(schemaOf(route), parametersOf(route));
  };
  const answer = async (call: Call, entry: LogEntry | undefined): Promise<Reply> => {
    try {
      await ready;
      const { deprecated = false, description = "" } = operationOf(call.request.route) ?? {};
      if (deprecated) entry?.asksDeprecated(description);
      const kind = kindOf(call.request.route);
      const { faults } = call.host;
      if (kind !== "none" || !faults.isEmpty) call.readParameters(parametersOf(call.request.route));
      if (kind !== "none") await call.receiveBody(kind);
      const handle = async () => (await backend.handleRequest(call, call)) as Reply;
      if (faults.asksForUsers) await call.identify();
      const strikes = faults.isEmpty ? [] : faults.meet(faultedCall(call));
      entry?.struckBy(strikes.map(({ name }) => name));
      const timedOut = () => errors.timedOut(call.path);
      const reply = await (strikes.length === 0
        ? handle()
        : strike(strikes, { call, handle, timedOut }));
      call.identifyInLog();
      return withNote(reply, answered(call), entry);
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
          schema: schemaOf(route),
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

type IdentifiedOperation = Operation & { readonly operationId: string };

const operationsIn = (document: Document): ReadonlyMap<string, IdentifiedOperation> => {
  const operations = new Map<string, IdentifiedOperation>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method];
      if (operation?.operationId === undefined) continue;
      const { operationId } = operation;
      const security = operation.security ?? document.security ?? [];
      operations.set(operationId, { ...operation, operationId, path, method, security });
    }
  }
  return operations;
};

const methods = ["get", "put", "post", "delete", "patch"] as const;

type BackendHandler = (context: Context, call: Call) => Reply | Promise<Reply>;

type BodyKind = "none" | "json" | "octets";

const bodyKind = ({ bodies, octets }: DecodingDefinition, operationId: string): BodyKind => {
  if (octets.includes(operationId)) return "octets";
  return bodies[operationId] === undefined ? "none" : "json";
};

const operationHandlers = (
  handlers: Handlers,
  decoding: DecodingDefinition,
): Record<string, BackendHandler> =>
  Object.fromEntries(
    Object.entries(handlers).map(([operationId, handler]) => [
      operationId,
      adapted(handler, {
        body: bodyKind(decoding, operationId),
        answers: decoding.answers[operationId] ?? ["application/json"],
        adapter: messageAdapter(decoding.adaptations, operationId),
      }),
    ]),
  );

interface Formats {
  readonly body: BodyKind;
  readonly answers: readonly string[];
  readonly adapter: MessageAdapter | undefined;
}

const adapted = (handler: Handler, formats: Formats): BackendHandler => {
  const { adapter } = formats;
  if (adapter === undefined) return exchanging(handler, formats);
  const answer = exchanging(
    (exchange) => handler(withBody(exchange, adapter.request(exchange.body))),
    formats,
  );
  return async (context, call) => adapter.reply(await answer(context, call));
};

/** What is looked up when it is needed stays so. */
const withBody = (exchange: Exchange, body: unknown): Exchange =>
  Object.create(exchange, { body: { value: body, enumerable: true } }) as Exchange;

const exchanging =
  (handler: Handler, { body, answers }: Formats): BackendHandler =>
  ({ security }, call) => {
    if (!isAcceptable(call.accept, answers)) return empty(406);
    return handler({
      ledger: call.host.ledger,
      history: call.host.history,
      // What the security handler found; nobody in particular where none is asked for.
      caller: call.acting((security["bearer"] as Caller | undefined) ?? anonymousCaller),
      authenticateAgain: () => call.authenticate(),
      parameters: call.parameters,
      body: body === "json" ? call.body : body === "octets" ? call.octets : undefined,
      headers: call.request.headers,
      get traceContext() {
        return call.traceContext;
      },
      delivery: call.request.delivery,
      allowMillis: (millis) => call.allowMillis(millis),
      // Few operations wait, so most calls need no signal.
      get signal() {
        return call.signal;
      },
    });
  };

/** A public API has no scheme; a handler without one would be refused. */
const securityHandlers = ({ components }: Document) =>
  components?.securitySchemes?.["bearer"] === undefined
    ? {}
    : { bearer: (_: Context, call: Call) => call.authenticate() };

/** openapi-backend goes on with a request unless each of these cases is taken. */
const reservedHandlers = (errors: ErrorReplies, routes: readonly Route[]) => ({
  notFound: (_: Context, { method, path, uri, wantsHints }: Call) =>
    errors.notFound(method, uri, wantsHints ? hintAtPath({ method, path }, routes) : undefined),
  methodNotAllowed: (_: Context, { method, path, request: { route }, wantsHints }: Call) => {
    const allowed = route.kind === "methodNotAllowed" ? route.allowed : [];
    const refused = { method, path, allowed };
    return errors.methodNotAllowed(refused, wantsHints ? hintAtMethod(refused, routes) : undefined);
  },
  notImplemented: (_: Context, { method, path }: Call) => errors.notImplemented(method, path),
  // Called for what cannot be routed, too.
  postRoutingHandler: ({ operation }: Partial<Context>, call: Call) =>
    call.readParameters((operation?.parameters ?? []) as readonly Parameter[]),
  unauthorizedHandler: ({ security }: Context): never => {
    throw (security["bearer"] as { readonly error: unknown }).error;
  },
  validationFail: ({ validation }: Context): never => {
    const [misfit] = validation.errors ?? [];
    throw misfit === undefined ? decodeFailure("body", "unreadable") : misfitFailure(misfit);
  },
});

/** The route is part of the call; a call parses itself. */
const replaceRouting = (
  { router }: OpenAPIBackend,
  operations: ReadonlyMap<string, IdentifiedOperation>,
): void => {
  router.matchOperation = (request: unknown): Operation => {
    const route = routeOf(request);
    const operation = route.kind === "found" ? operations.get(route.operationId) : undefined;
    if (operation !== undefined) return operation;
    // The texts by which openapi-backend tells the two cases apart.
    throw new RangeError(route.kind === "notFound" ? "404-notFound" : "405-methodNotAllowed");
  };
  router.parseRequest = ({ method, path, headers }) => ({
    method,
    path,
    headers,
    requestBody: undefined,
    params: {},
    query: {},
    cookies: {},
  });
};

const routeOf = (request: unknown): RouteMatch =>
  request instanceof Call ? request.request.route : { kind: "notFound" };

type Validate = ReturnType<OpenAPIBackend["validator"]["getRequestValidatorsForOperation"]>[number];

/** One compiled function per schema, shared by all operations that use it. */
const replaceValidation = ({ validator }: OpenAPIBackend, decoding: DecodingDefinition): void => {
  const ajv = validator.getAjv(ValidationContext.RequestBody);
  ajv.addSchema({ $id: "requests", ...decoding.schemas });
  const compiled = new Map<string, Validate>();
  const compile = (reference: string): Validate => {
    // The schemas let null pass, which a field may be but a body may not.
    const schema = { type: "object", allOf: [{ $ref: `requests${reference}` }] };
    const validate = ajv.compile(schema);
    compiled.set(reference, validate);
    return validate;
  };
  validator.validateRequest = (request: unknown, operation) => {
    const operationId = typeof operation === "string" ? operation : operation?.operationId;
    const reference = decoding.bodies[operationId ?? ""];
    if (reference === undefined || !(request instanceof Call)) return { valid: true };
    const validate = compiled.get(reference) ?? compile(reference);
    const fits = validate(request.body);
    return { valid: fits, errors: fits ? null : (validate.errors ?? []) };
  };
};

/** Errors that are no answers: neither refusals of the ledger, nor bad input, nor a client that left. */
const isDefect = (error: unknown): boolean => {
  if (isLedgerError(error)) {
    const { category, layer, expected } = error.details;
    return category === "internal" && layer === undefined && expected === undefined;
  }
  const isAborted = error instanceof Error && error.name === "AbortError";
  return !isAborted && !(error instanceof DecodeFailure);
};
