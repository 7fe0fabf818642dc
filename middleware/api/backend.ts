import {
  type Context,
  type Document,
  OpenAPIBackend,
  type Operation,
  ValidationContext,
} from "openapi-backend";

import { decodeFailure, misfitFailure } from "../decoding/decode-failure.ts";
import { decodingKeywords } from "../decoding/keywords.ts";
import type { Parameter } from "../decoding/parameters.ts";
import type { Route } from "../errors/meant-path.ts";
import { hintAtMethod, hintAtPath } from "../errors/path-hint.ts";
import { Call } from "./call.ts";
import type { DecodingDefinition } from "./decoding-definition.ts";
import type { ErrorReplies } from "./error-replies.ts";
import type { Handlers } from "./handler.ts";
import { operationHandlers } from "./operation-handlers.ts";
import type { Reply } from "./reply.ts";
import type { RouteMatch } from "./route-table.ts";

interface BackendParts {
  readonly decoding: DecodingDefinition;
  readonly operations: ReadonlyMap<string, IdentifiedOperation>;
  readonly routes: readonly Route[];
  readonly handlers: Handlers;
  readonly errors: ErrorReplies;
}

/** What holds the steps of a call together. */
export interface Backend {
  /** Resolves when calls may be handled. */
  readonly ready: Promise<void>;
  /** Authenticates, validates and hands over to the handler. Rejects with what goes wrong. */
  readonly handle: (call: Call) => Promise<Reply>;
}

/**
 * Has openapi-backend do it; the one place that names it. As it comes it searches all operations and parses the
 * request anew at every step (performance.md 2): routing, parsing and validation are replaced by ones that work
 * once. Costs a few milliseconds; the validator of a body is compiled when the first one arrives.
 */
export const createBackend = (parts: BackendParts): Backend => {
  const { decoding, operations, routes, handlers, errors } = parts;
  const definition = decoding.definition as Document;
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
  return { ready, handle: (call) => backend.handleRequest(call, call) as Promise<Reply> };
};

export type IdentifiedOperation = Operation & { readonly operationId: string };

/** Those of a document, by what they are called. */
export const operationsIn = ({
  definition,
}: DecodingDefinition): ReadonlyMap<string, IdentifiedOperation> => {
  const document = definition as Document;
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
