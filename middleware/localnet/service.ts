import type { Context, Document, OpenAPIBackend } from "openapi-backend";

import { loadOpenApiBackend } from "#load-package";

import { ServiceError, toServiceError } from "../../lib/localnet/index.ts";

/** A request to a service of Splice, over HTTP or in process. */
export interface LocalnetServiceRequest {
  readonly method: string;
  /** Path below the service's base path, percent-encoded. */
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** The bytes of the body, or the result of the host's body parser. */
  readonly body: Uint8Array | { readonly parsed: unknown };
}

/** The answer: a status, and a JSON body if there is one. */
export interface LocalnetServiceReply {
  readonly status: number;
  readonly body?: unknown;
}

/** The input of a handler. */
export interface DecodedLocalnetRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters, converted to the types in the API document. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The body, validated by the API document; `{}` if it is absent. */
  readonly body: unknown;
  /** The user of the token; undefined for operations without one. */
  readonly userId: string | undefined;
}

/** Returns a parameter of the path; the empty text if the path has none with this name. */
export const getPathParameter = (params: DecodedLocalnetRequest["params"], name: string): string =>
  params[name] ?? "";

/**
 * Answers a call. Returns the JSON body of a response with status 200, undefined for a response without a
 * body, or a {@link LocalnetAnswerWithStatus}. May return a promise.
 */
export type LocalnetServiceHandler<Host> = (call: DecodedLocalnetRequest, host: Host) => unknown;

/**
 * Returns the user id of a request's token. Throws a {@link ServiceError} with status 401 or 403 if the user
 * may not call the operation.
 */
export type TokenAuthorizer<Host> = (authorization: string | undefined, host: Host) => string;

/**
 * The operations of one API document. The host of each request contains the ledger and the other data that the
 * handlers need.
 */
export interface LocalnetServiceDefinition<Host> {
  readonly document: object;
  /** Handlers by operation id; each operation of the document has one. */
  readonly handlers: Readonly<Record<string, LocalnetServiceHandler<Host>>>;
  /** Authenticators by security scheme of the document. */
  readonly security?: Readonly<Record<string, TokenAuthorizer<Host>>>;
}

/** Answers a request; never rejects. */
export type LocalnetService<Host> = (
  request: LocalnetServiceRequest,
  host: Host,
) => Promise<LocalnetServiceReply>;

/** An answer of a handler with a status other than 200. */
export class LocalnetAnswerWithStatus {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** Maximum length of a body, in bytes. */
export const localnetServiceBodyLimit = 8 * 1024 * 1024;

/**
 * Creates a service that matches, authorizes and validates requests by an OpenAPI document, and passes them
 * to handlers. It reads the document at the first request, which takes about 20 ms.
 */
export const createLocalnetService = <Host>(
  definition: LocalnetServiceDefinition<Host>,
): LocalnetService<Host> => {
  let backend: Promise<OpenAPIBackend> | undefined;
  return async ({ method, path, query, authorization, body }, host) => {
    try {
      requireDecodable(path);
      backend ??= createBackend(definition);
      const result: unknown = await (
        await backend
      ).handleRequest(
        {
          method,
          path,
          query,
          body: parseBody(body),
          headers: {
            "content-type": "application/json",
            ...(authorization !== undefined && { authorization }),
          },
        },
        host,
      );
      if (result instanceof LocalnetAnswerWithStatus) {
        return { status: result.status, body: result.body };
      }
      return { status: 200, body: result };
    } catch (error) {
      return createServiceFailureReply(error);
    }
  };
};

/** Raises status 400 if the path has a malformed percent-escape. */
const requireDecodable = (path: string): void => {
  try {
    decodeURIComponent(path);
  } catch {
    throw new ServiceError(400, `The path has a malformed percent-escape: ${path}`);
  }
};

/** Answers the paths of version 2 of the token standard by the second service, others by the first. */
export const combineRegistryVersions =
  <Host>(
    versionOne: LocalnetService<Host>,
    versionTwo: LocalnetService<Host>,
  ): LocalnetService<Host> =>
  (request, host) =>
    /^\/registry\/[a-z-]+\/v2\//.test(request.path)
      ? versionTwo(request, host)
      : versionOne(request, host);

const createBackend = async <Host>({
  document,
  handlers,
  security = {},
}: LocalnetServiceDefinition<Host>): Promise<OpenAPIBackend> => {
  const { OpenAPIBackend: Backend } = loadOpenApiBackend();
  const definition = document as Document;
  const operations = Object.entries(definition.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const backend = new Backend({
    definition,
    quick: true,
    strict: false,
    coerceTypes: true,
    ajvOpts: { formats: { "date-time": isInstant }, strict: false },
    handlers: {
      ...Object.fromEntries(
        Object.entries(handlers).map(([id, handler]) => [
          id,
          (context: Context, host: Host): unknown => handler(toServiceCall(context), host),
        ]),
      ),
      notFound: ({ request: { method, path } }: Context) => {
        throw new ServiceError(
          501,
          `${method.toUpperCase()} ${path} is not served here. Available: ${operations.join(", ")}.`,
        );
      },
      methodNotAllowed: ({ request: { method, path } }: Context) => {
        throw new ServiceError(405, `${path} has no method ${method.toUpperCase()}.`);
      },
      validationFail: ({ validation }: Context) => {
        const [error] = validation.errors ?? [];
        const place = error?.instancePath.replace(/^\/requestBody/, "body") ?? "";
        throw new ServiceError(400, `The request is malformed: ${place} ${error?.message ?? ""}`);
      },
      unauthorizedHandler: ({ security: results }: Context) => {
        // The security handler of a scheme that fails leaves its error here.
        for (const result of Object.values(results)) {
          if (isErrorResult(result)) throw result.error;
        }
        throw new ServiceError(401, "The operation requires a token.");
      },
    },
    securityHandlers: Object.fromEntries(
      Object.entries(security).map(([scheme, authorize]) => [
        scheme,
        ({ request }: Context, host: Host) => {
          const { authorization } = request.headers as Readonly<Record<string, string | undefined>>;
          return authorize(authorization, host);
        },
      ]),
    ),
  });
  return backend.init();
};

const isErrorResult = (result: unknown): result is { readonly error: unknown } =>
  typeof result === "object" && result !== null && "error" in result;

/**
 * Returns the reply to an error. An error that comes neither from the ledger nor from a service is answered
 * with status 500, without its text.
 */
export const createServiceFailureReply = (error: unknown): LocalnetServiceReply => {
  const known = toServiceError(error);
  return known instanceof ServiceError
    ? { status: known.status, body: { error: known.message } }
    : { status: 500, body: { error: "An internal error occurred." } };
};

const toServiceCall = ({ request, security: results }: Context): DecodedLocalnetRequest => {
  const userId: unknown = Object.values(results).find((result) => typeof result === "string");
  const body: unknown = request.requestBody ?? request.body ?? {};
  return {
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Readonly<Record<string, unknown>>,
    body,
    userId: typeof userId === "string" ? userId : undefined,
  };
};

/**
 * Returns the parsed body; undefined if there is none. Ignores the content type, because
 * `@canton-network/wallet-sdk` sends bodies without one.
 */
const parseBody = (body: LocalnetServiceRequest["body"]): unknown => {
  if ("parsed" in body) return body.parsed;
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ServiceError(400, `The request content was malformed: ${why}`);
  }
};

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
