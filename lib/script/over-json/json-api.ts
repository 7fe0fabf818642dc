import type { ErrorCode } from "../../base/errors/catalogue.ts";
import { errorCategories, type ErrorCategoryName } from "../../base/errors/categories.ts";
import { isLedgerError, LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  createCountOptionCheck,
  functionOptionCheck,
  type OptionChecks,
  secretOptionCheck,
  textOptionCheck,
} from "../../base/errors/options.ts";
import { isJsonObject, type JsonValue } from "../../base/values/json-object.ts";
import { parseRemoteJson } from "../../remote/parse-remote-json.ts";
import {
  type HttpResponseData,
  maxRemoteResponseBytes,
  readResponseWithTimeout,
} from "../../remote/read-response-with-timeout.ts";

/** Address and token of a participant's JSON Ledger API. */
export interface JsonApiClientOptions {
  /** Base URL of the API, such as `http://localhost:7575`. */
  readonly url: string;
  /** Bearer token, if the participant requires one. */
  readonly token?: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: (url: string, init?: RequestInit) => Promise<Response>;
  /** Maximum time for an answer, in milliseconds. Default: 300,000. An answer may have at most 128 MiB. */
  readonly timeoutMillis?: number;
}

export const jsonApiClientOptionChecks: OptionChecks<JsonApiClientOptions> = {
  url: textOptionCheck,
  token: secretOptionCheck,
  fetch: functionOptionCheck,
  timeoutMillis: createCountOptionCheck("milliseconds"),
};

const defaultTimeoutMillis = 300_000;

/** Client of a participant's JSON API. An error answer is raised as the LedgerError that it contains. */
export class JsonApiClient {
  readonly #options: JsonApiClientOptions;

  constructor(options: JsonApiClientOptions) {
    this.#options = options;
  }

  get(path: string): Promise<unknown> {
    return this.#requestJson("GET", path);
  }

  delete(path: string): Promise<unknown> {
    return this.#requestJson("DELETE", path);
  }

  post(path: string, body: unknown): Promise<unknown> {
    return this.#requestJson("POST", path, body);
  }

  patch(path: string, body: unknown): Promise<unknown> {
    return this.#requestJson("PATCH", path, body);
  }

  /** Returns the bytes of an answer that is not JSON, such as a package. */
  async getBytes(path: string): Promise<Uint8Array> {
    return (await this.#sendRequest("GET", path)).bytes;
  }

  async #requestJson(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#sendRequest(method, path, body);
    return parseAnswer(decodeText(answer), path);
  }

  async #sendRequest(method: string, path: string, body?: unknown): Promise<HttpResponseData> {
    const answer = await this.#fetchAnswer(method, path, body);
    if (answer.isGood) return answer;
    throw toAnswerError(answer, path);
  }

  async #fetchAnswer(method: string, path: string, body: unknown): Promise<HttpResponseData> {
    const { url, token, fetch = globalThis.fetch } = this.#options;
    const { timeoutMillis = defaultTimeoutMillis } = this.#options;
    const isBytes = body instanceof Uint8Array;
    const init = {
      method,
      // A redirect could send the request and its token to another server.
      redirect: "error" as const,
      signal: AbortSignal.timeout(timeoutMillis),
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { "Content-Type": isBytes ? "application/octet-stream" : "application/json" }),
      },
      ...(body === undefined
        ? {}
        : { body: isBytes ? Uint8Array.from(body) : JSON.stringify(body) }),
    };
    try {
      return await readResponseWithTimeout(fetch(`${url.replace(/\/$/u, "")}${path}`, init), {
        timeoutMillis,
        timeoutError: () => unexpectedAnswerError(path, `nothing for ${timeoutMillis} ms`),
        onChunk: (_, bytes) => {
          if (bytes > maxRemoteResponseBytes) {
            throw unexpectedAnswerError(path, `more than ${maxRemoteResponseBytes} bytes`);
          }
        },
      });
    } catch (error) {
      if (isLedgerError(error)) throw error;
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `The participant at ${url} cannot be reached: ${getFailureReason(error)}.`,
      });
    }
  }
}

/** Returns the message of the error's cause, which is more specific than that of `fetch`. */
const getFailureReason = (error: unknown): string => {
  if (!(error instanceof Error)) return "there is no answer";
  const { cause } = error;
  return (cause instanceof Error ? cause.message : "") || error.message;
};

const unexpectedAnswerError = (path: string, found: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The participant's answer to ${path} is not one of a JSON Ledger API: ${found}.`,
  });

const decodeText = ({ bytes }: HttpResponseData): string => new TextDecoder().decode(bytes);

const toAnswerError = (answer: HttpResponseData, path: string): LedgerError => {
  const text = decodeText(answer);
  return toParticipantError(tryParseJson(text), { status: answer.status, text, path });
};

const parseAnswer = (text: string, path: string): unknown =>
  text === "" ? {} : parseRemoteJson(text, (found) => unexpectedAnswerError(path, found));

const tryParseJson = (text: string): unknown => {
  try {
    return parseAnswer(text, "");
  } catch {
    return undefined;
  }
};

interface RefusedRequest {
  readonly status: number;
  readonly text: string;
  readonly path: string;
}

const toParticipantError = (json: unknown, { status, text, path }: RefusedRequest): LedgerError => {
  if (!isJsonObject(json) || typeof json["code"] !== "string") {
    return ledgerError("LEDGER_API_INTERNAL_ERROR", {
      cause: `The participant answered ${path} with status ${status}: ${text.slice(0, 200)}`,
    });
  }
  const { code, cause, context, resources, errorCategory } = json;
  return new LedgerError({
    // A participant of another version may have codes that this version does not know.
    code: code as ErrorCode,
    cause: `${statusExplanation(status, path)}${typeof cause === "string" ? cause : ""}`,
    context: isJsonObject(context) ? (context as Readonly<Record<string, string>>) : {},
    resources: Array.isArray(resources) ? resources.map(parseErrorResource) : [],
    category: findCategory(errorCategory),
  });
};

/** Returns an explanation of the statuses for which participants give none. */
const statusExplanation = (status: number, path: string): string => {
  if (status === 401) return `The participant requires a valid token for ${path}. `;
  if (status === 403) return `The participant does not allow the token's user to call ${path}. `;
  return "";
};

/**
 * Parses a resource. Participants write its type in two ways: `CONTRACT_ID` and
 * `ErrorResource(CONTRACT_ID)`.
 */
const parseErrorResource = (resource: JsonValue): readonly [string, string] => {
  const [type, name] = Array.isArray(resource) ? (resource as readonly unknown[]) : [];
  return [String(type).replace(/^ErrorResource\((.*)\)$/u, "$1"), String(name)];
};

const findCategory = (number: unknown): ErrorCategoryName => {
  const found = Object.entries(errorCategories).find(([, category]) => category.number === number);
  return (found?.[0] as ErrorCategoryName | undefined) ?? "internal";
};
