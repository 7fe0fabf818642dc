import type { Caller, ErrorIdentity } from "../../lib/index.ts";
import { bodyText, type LoggedBody } from "./body-text.ts";
import { printable, printableWord } from "./printable.ts";
import type { RequestError, RequestLogOptions, RequestRecord } from "./request-record.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** What is known of a call when it comes. */
export interface LoggedRequest extends Pick<RequestRecord, "via" | "method" | "path"> {
  readonly operationId?: string | undefined;
}

interface LogHost extends RequestLogOptions {
  readonly onUnexpectedError?: ((error: unknown, identity: ErrorIdentity) => void) | undefined;
}

/** The entry of a call; undefined when nobody keeps a log. */
export const openEntry = (host: LogHost, request: () => LoggedRequest): LogEntry | undefined =>
  host.onRequest === undefined ? undefined : new LogEntry(host, request());

/** What comes to be known of a call, until its answer is out. */
export class LogEntry {
  /** Whether it is worth while to say what bodies hold. */
  readonly withBodies: boolean;
  readonly #host: LogHost;
  readonly #request: LoggedRequest;
  readonly #begin = performance.now();
  #caller: Caller | undefined;
  #identity: ErrorIdentity = {};
  #error: RequestError | undefined;
  #requestBody: LoggedBody | undefined;
  #answerBody: LoggedBody | undefined;

  constructor(host: LogHost, request: LoggedRequest) {
    this.#host = host;
    this.#request = request;
    this.withBodies = host.logBodies === true;
  }

  calledBy(caller: Caller): void {
    this.#caller = caller;
  }

  identifiedBy(identity: ErrorIdentity): void {
    this.#identity = identity;
  }

  failed(error: RequestError, identity: ErrorIdentity): void {
    this.#error = error;
    this.#identity = identity;
  }

  asked(body: LoggedBody): void {
    this.#requestBody = body;
  }

  answering(body: LoggedBody | undefined): void {
    this.#answerBody = body;
  }

  /** Never throws. */
  answered(status: number): void {
    const { onRequest, onUnexpectedError } = this.#host;
    const report = (error: unknown): void => onUnexpectedError?.(error, this.#identity);
    try {
      // Hosts may well give an async function.
      const told: unknown = onRequest?.(this.#record(status));
      if (told instanceof Promise) told.catch(report);
    } catch (error) {
      report(error);
    }
  }

  #record(status: number): RequestRecord {
    const { via, method, path, operationId } = this.#request;
    const { traceId, correlationId } = this.#identity;
    return {
      via,
      method: printableWord(method),
      path: printableWord(withoutSecrets(path)),
      operationId,
      principal: this.#caller?.kind === "user" ? printableWord(this.#caller.userId) : undefined,
      status,
      millis: performance.now() - this.#begin,
      traceId,
      correlationId: correlationId === undefined ? undefined : printableWord(correlationId),
      error: this.#error === undefined ? undefined : printableError(this.#error),
      requestBody: this.#bodyText(this.#requestBody),
      answerBody: this.#bodyText(this.#answerBody),
    };
  }

  #bodyText(body: LoggedBody | undefined): string | undefined {
    return this.withBodies && body !== undefined ? bodyText(body) : undefined;
  }
}

const printableError = ({ code, cause }: RequestError): RequestError => ({
  code,
  cause: printable(withoutSecrets(cause)),
});
