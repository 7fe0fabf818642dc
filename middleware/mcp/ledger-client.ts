import { isJsonObject } from "../../lib/internal.ts";
import { findControlRoute } from "../control/control-routes.ts";
import { RefusedCallError } from "./refusal.ts";

/** Address and token of a ledger. */
export interface LedgerConnectionSettings {
  /** Base URL of its JSON Ledger API. */
  readonly url: string;
  /** Returns the bearer token for the next request; undefined for none. */
  readonly token: () => string | undefined;
  /** Secret of its control API; undefined if it needs none, or if there is no control API. */
  readonly controlSecret: string | undefined;
  /** True if the token has all rights, and the ledger does not have its user. */
  readonly isPrivileged?: boolean;
}

interface LedgerHttpCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly type?: string;
  readonly bearer: string | undefined;
}

/** Maximum time for an answer, in milliseconds. */
const timeoutMillis = 120_000;

/** Calls a ledger over HTTP. Calls reject with a RefusedCallError. */
export class LedgerClient {
  readonly url: string;
  readonly #address: LedgerConnectionSettings;
  readonly #signal: AbortSignal;

  /** `signal` aborts the requests. */
  constructor(address: LedgerConnectionSettings, signal: AbortSignal) {
    this.#address = address;
    this.#signal = signal;
    this.url = address.url.replace(/\/$/u, "");
  }

  /** Returns the bearer token, which names the user; undefined for none. */
  readToken(): string | undefined {
    return this.#address.token();
  }

  /** True if requests have the rights of a user of the ledger. */
  get hasUser(): boolean {
    return this.readToken() !== undefined && this.#address.isPrivileged !== true;
  }

  /** Texts that an answer of a tool must not contain. */
  get secrets(): readonly string[] {
    return [this.#address.token(), this.#address.controlSecret].flatMap((each) =>
      each === undefined || each === "" ? [] : [each],
    );
  }

  /** Calls the JSON Ledger API, or the data of the explorer. */
  get(path: string): Promise<unknown> {
    return this.#sendLedgerRequest({ method: "GET", path });
  }

  post(path: string, body: unknown): Promise<unknown> {
    return this.#sendLedgerRequest({ method: "POST", path, ...toJsonBody(body) });
  }

  postBytes(path: string, body: Uint8Array<ArrayBuffer>): Promise<unknown> {
    const type = "application/octet-stream";
    return this.#sendLedgerRequest({ method: "POST", path, body, type });
  }

  /** Calls the control API. Raises CONTROL_API_NOT_AVAILABLE if the ledger has none. */
  callControlApi(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
    return this.#sendControlRequest({ method, path, ...toJsonBody(body) });
  }

  /** Sends a text to the control API; see {@link callControlApi}. */
  controlText(path: string, body: string): Promise<unknown> {
    return this.#sendControlRequest({ method: "POST", path, body, type: "text/plain" });
  }

  async #sendLedgerRequest(call: Omit<LedgerHttpCall, "bearer">): Promise<unknown> {
    try {
      return await this.#sendRequest({ ...call, bearer: this.#address.token() });
    } catch (error) {
      throw error instanceof RefusedCallError ? withTokenAdvice(error) : error;
    }
  }

  async #sendControlRequest(call: Omit<LedgerHttpCall, "bearer">): Promise<unknown> {
    const path = `/control${call.path}`;
    try {
      return await this.#sendRequest({ ...call, path, bearer: this.#address.controlSecret });
    } catch (error) {
      throw error instanceof RefusedCallError
        ? (toControlApiRefusal(error) ?? removeControlApiAdvice(error, call))
        : error;
    }
  }

  async #sendRequest({ method, path, body, type, bearer }: LedgerHttpCall): Promise<unknown> {
    const headers = new Headers({
      Accept: "application/json",
      ...(type === undefined ? {} : { "Content-Type": type }),
    });
    if (bearer !== undefined) setBearer(headers, bearer);
    let status: number;
    let text: string;
    try {
      const answer = await fetch(`${this.url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        // A redirect could send the token to another server.
        redirect: "error",
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMillis)]),
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      throw this.#createNoAnswerRefusal(error);
    }
    if (status >= 400) throw parseRefusal(status, text);
    return text === "" ? {} : parseAnswer(text);
  }

  #createNoAnswerRefusal(error: unknown): RefusedCallError {
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    return new RefusedCallError({
      code: "LEDGER_NOT_REACHABLE",
      cause: isTimeout
        ? `The ledger at ${this.url} did not answer within ${timeoutMillis / 1000} seconds.`
        : `No ledger answers at ${this.url}.`,
      hint: { advice: "Start the ledger, or start this server with the right --url." },
    });
  }
}

const setBearer = (headers: Headers, bearer: string): void => {
  try {
    headers.set("Authorization", `Bearer ${bearer}`);
  } catch {
    throw new RefusedCallError({
      code: "INVALID_TOKEN",
      cause: "The token or the secret of this server has characters that HTTP does not allow.",
      hint: { advice: `Ask the user to start this server with another one: ${tokenOptions}.` },
    });
  }
};

const toJsonBody = (body: unknown): Pick<LedgerHttpCall, "body" | "type"> =>
  body === undefined ? {} : { body: JSON.stringify(body), type: "application/json" };

const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedCallError({
      code: "UNEXPECTED_ANSWER",
      cause: "The ledger's answer is not JSON.",
      hint: { advice: "Check that --url is the base URL of a JSON Ledger API." },
    });
  }
};

/** Returns the error in an answer. Validation errors of a participant are texts. */
const parseRefusal = (status: number, text: string): RefusedCallError => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new RefusedCallError({ code: `HTTP_${status}`, cause: text.slice(0, maxText) });
  }
  if (!isJsonObject(body)) return new RefusedCallError({ code: `HTTP_${status}`, cause: text });
  const { code, cause, hint, context } = body;
  return new RefusedCallError({
    code: typeof code === "string" && code !== "NA" ? code : toErrorCode(status),
    cause: typeof cause === "string" ? cause : text.slice(0, maxText),
    hint: isJsonObject(hint) ? hint : {},
    context: isJsonObject(context) ? omitUnhelpfulContext(context) : {},
  });
};

/** Returns the code of an answer that withholds its code, as a participant does for missing rights. */
const toErrorCode = (status: number): string =>
  status === 401 ? "UNAUTHENTICATED" : status === 403 ? "PERMISSION_DENIED" : `HTTP_${status}`;

const maxText = 2_000;

/** Removes the entries of a participant's errors that do not help to explain the error. */
const omitUnhelpfulContext = (
  context: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(context).filter(
      ([name]) =>
        !["participant", "tid", "category", "definite_answer", "commands", "submissionId"].includes(
          name,
        ),
    ),
  );

/**
 * Returns a refusal of the ledger. If the refusal is about the token or the rights of its user, its advice is
 * written for the caller of a tool. That caller cannot change the token, because this server sends it.
 */
const withTokenAdvice = (refusal: RefusedCallError): RefusedCallError => {
  const { code, message: cause, hint } = refusal;
  if (code === "UNAUTHENTICATED") {
    const advice = `Ask the user to start this server with a token that the ledger accepts: ${tokenOptions}.`;
    return new RefusedCallError({
      code,
      cause,
      hint: { ...hint, part: null, expected: null, advice },
    });
  }
  const granted = addGrantAdvice(
    refusal,
    `; or ask the user to start this server with another token: ${tokenOptions}`,
  );
  if (hint.expected !== "the right CanReadAsAnyParty") return granted;
  const advice = `Pass party. Otherwise: ${granted.hint.advice ?? ""}`;
  return new RefusedCallError({ code, cause, hint: { ...granted.hint, advice } });
};

/**
 * Returns a refusal of the ledger. If a right is missing, the advice names the tool that grants it, and
 * `alternative`, instead of a request of the API.
 */
export const addGrantAdvice = (refusal: RefusedCallError, alternative = ""): RefusedCallError => {
  const { code, message: cause, hint } = refusal;
  const [grant = "", request] = hint.advice?.split(": POST /v2/users/", 2) ?? [];
  if (code !== "PERMISSION_DENIED" || request === undefined) return refusal;
  const place = hint.part === "header Authorization" ? { part: null } : {};
  const advice = `${grant} with grant_rights, which needs an administrator${alternative}.`;
  return new RefusedCallError({ code, cause, hint: { ...hint, ...place, advice } });
};

const tokenOptions = "--token-file <file>, or the environment variable LEDGER_IN_A_BOX_TOKEN";

/** Removes the advice for callers of the control API, because a tool has other arguments. */
const removeControlApiAdvice = (
  { code, message, hint, context }: RefusedCallError,
  { method, path }: Omit<LedgerHttpCall, "bearer">,
): RefusedCallError => {
  const ofRoute = findControlRoute(method, path.split("?")[0] ?? "")?.advice;
  if (ofRoute === undefined) return new RefusedCallError({ code, cause: message, hint, context });
  const advice = (hint.advice ?? "").replace(ofRoute, "").trim();
  return new RefusedCallError({ code, cause: message, hint: { ...hint, advice }, context });
};

/** Returns the refusal if the control API does not exist or does not accept the secret. */
const toControlApiRefusal = ({ code }: RefusedCallError): RefusedCallError | undefined => {
  const isAbsent = code === "HTTP_404";
  const advice = isAbsent
    ? "Start the ledger with --control, and this server with its --control-secret. A participant has no control API."
    : code === "UNAUTHENTICATED"
      ? "Start this server with the ledger's --control-secret."
      : undefined;
  if (advice === undefined) return undefined;
  const cause = isAbsent
    ? "This needs the control API, and the ledger has none."
    : "The ledger's control API does not accept the secret of this server.";
  return new RefusedCallError({
    code: "CONTROL_API_NOT_AVAILABLE",
    cause,
    hint: { advice },
  });
};
