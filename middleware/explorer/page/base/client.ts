import type { ErrorHint } from "../../../errors/hint.ts";
import type { ProgramResult } from "../../live/run-typescript-program.ts";
import { controlApiUrl, explorerDataUrl, ledgerApiUrl } from "./boot.ts";
import { controlSecret, token } from "./session.ts";
import { ledgerTransport } from "./transport.ts";

/** Error of the ledger. */
export interface LedgerErrorBody {
  readonly code: string;
  readonly cause: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly hint?: ErrorHint | null;
  readonly correlationId?: string | null;
  readonly traceId?: string | null;
}

export class ApiError extends Error {
  readonly status: number;
  readonly refusal: LedgerErrorBody;
  constructor(status: number, refusal: LedgerErrorBody) {
    super(refusal.hint?.cause ?? refusal.cause);
    this.status = status;
    this.refusal = refusal;
  }
}

/** Called when the ledger no longer accepts the token of a signed-in user. */
let onExpiry = (_error: ApiError): void => undefined;

export const setTokenExpiryListener = (listener: typeof onExpiry): void => {
  onExpiry = listener;
};

export interface ApiCallOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly bytes?: Blob;
  /** Body that is sent as it is, for a body that is not JSON. */
  readonly text?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the ledger API. Rejects with an ApiError if the ledger refuses the request, and with a
 * TypeError if there is no response.
 */
export const callLedgerApi = (path: string, asked: ApiCallOptions = {}): Promise<unknown> =>
  askAsUser(new URL(path.slice(1), ledgerApiUrl), asked);

/** Requests data that the ledger API does not provide. */
export const requestExplorerData = (path: string, asked: ApiCallOptions = {}): Promise<unknown> =>
  askAsUser(new URL(path, explorerDataUrl), asked);

const askAsUser = async (url: URL, asked: ApiCallOptions): Promise<unknown> => {
  const bearer = token.peek();
  try {
    return await sendRequest(url, asked, bearer);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401 && bearer !== "";
    // The page may have another token by now.
    if (isRefused && bearer === token.peek()) onExpiry(error);
    throw error;
  }
};

/** Calls the control API. */
export const callControlApi = (path: string, asked: ApiCallOptions = {}): Promise<unknown> =>
  controlApiUrl === undefined
    ? Promise.reject(new ApiError(404, { code: "NA", cause: "The control API is off." }))
    : sendRequest(new URL(path, controlApiUrl), asked, controlSecret.peek());

/** Runs a program on a new ledger; only for a ledger that runs inside the page. */
export const requestProgramRun = (code: string): Promise<ProgramResult> =>
  sendRequest(new URL("../program", explorerDataUrl), { text: code }, "") as Promise<ProgramResult>;

const sendRequest = async (url: URL, asked: ApiCallOptions, bearer: string): Promise<unknown> => {
  const { body, bytes, text: plain, signal } = asked;
  const method = asked.method ?? ((body ?? bytes ?? plain) === undefined ? "GET" : "POST");
  const headers: Record<string, string> = { Accept: "application/json" };
  if (bearer !== "") headers["Authorization"] = `Bearer ${bearer}`;
  if (bytes !== undefined) headers["Content-Type"] = "application/octet-stream";
  else if (method !== "GET") headers["Content-Type"] = "application/json";
  const sent = bytes ?? plain ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await ledgerTransport.current.fetch(url, {
    method,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
    ...(signal === undefined ? {} : { signal }),
    redirect: "error",
  });
  const text = await answer.text();
  if (answer.ok) return text === "" ? {} : JSON.parse(text);
  throw new ApiError(answer.status, parseRefusal(text, answer.status));
};

const parseRefusal = (text: string, status: number): LedgerErrorBody => {
  try {
    const json = JSON.parse(text) as Partial<LedgerErrorBody> & { errors?: readonly string[] };
    const cause = json.cause ?? json.errors?.join(" ") ?? text;
    return { ...json, code: json.code ?? String(status), cause };
  } catch {
    return { code: String(status), cause: text };
  }
};

/** Returns the message of any error. */
export const formatErrorMessage = (error: unknown): string =>
  error instanceof TypeError ? "The ledger does not answer." : (error as Error).message;
