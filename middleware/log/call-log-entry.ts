import type { ServerResponse } from "node:http";

import type { AnsweredCall, Caller, CallError, FailedCallIdentifiers } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  BoundedCallFactRecorder,
  type LedgerCallObservers,
  listFactsDecidingCallOutcome,
} from "../../lib/internal.ts";
import type { WrittenEntry } from "../../lib/store.ts";
import { formatRedactedBody, type LoggedBody, redactBody } from "./format-redacted-body.ts";
import { toPrintableText, toPrintableWord } from "./printable.ts";
import { redactSecrets } from "./redact-secrets.ts";
import type { LoggedRequestError, RequestLogOptions, RequestRecord } from "./request-record.ts";

/** The facts of a call that are known on arrival. */
export interface RequestFactsOnArrival extends Pick<RequestRecord, "via" | "method" | "path"> {
  /** Query without the question mark. */
  readonly query: string;
  readonly operationId?: string | undefined;
}

/** Observers of calls: the host through its options, and the call observers of the ledger. */
export interface CallLogObservers extends RequestLogOptions {
  readonly onUnexpectedError?:
    ((error: unknown, identity: FailedCallIdentifiers) => void) | undefined;
  readonly observed?: { readonly ledger: Ledger; readonly by: LedgerCallObservers } | undefined;
}

/** Returns the entry of a call; undefined if there are no observers. */
export const openCallLogEntry = (
  host: CallLogObservers,
  request: () => RequestFactsOnArrival,
): CallLogEntry | undefined =>
  host.onRequest === undefined && host.observed?.by.isPresent !== true
    ? undefined
    : new CallLogEntry(host, request());

/** Returns a callback for the bytes of the response; undefined if no observer needs them. */
export const createSentBytesCounter = (
  entry: CallLogEntry | undefined,
): ((bytes: number) => void) | undefined =>
  entry?.countsBytes === true ? (bytes) => entry.addSentBytes(bytes) : undefined;

/** Collects the facts of a call until its response is written. */
export class CallLogEntry {
  /** True if bodies must be recorded. */
  readonly withBodies: boolean;
  readonly #host: CallLogObservers;
  readonly #request: RequestFactsOnArrival;
  readonly #begin = performance.now();
  /** Undefined if only the host observes calls. */
  readonly #observedCall: ObservedCall | undefined;
  #caller: Caller | undefined;
  #identity: FailedCallIdentifiers = {};
  #error: CallError | undefined;
  #faults: readonly string[] = [];
  #rule: string | undefined;
  #note: string | undefined;
  #deprecated: string | undefined;
  #written: WrittenEntry | undefined;
  #requestBytes: number | undefined;
  #answerBytes: number | undefined;
  #requestBody: LoggedBody | undefined;
  #answerBody: LoggedBody | undefined;

  constructor(host: CallLogObservers, request: RequestFactsOnArrival) {
    this.#host = host;
    this.#request = request;
    this.#observedCall =
      host.observed?.by.isPresent === true ? new ObservedCall(host.observed) : undefined;
    this.withBodies = host.logBodies === true || this.#bodyLength > 0;
  }

  /** Records the caller, and returns the caller that the operation receives. */
  setCaller(caller: Caller): Caller {
    this.#caller = caller;
    const { onWritten } = this;
    return this.#observedCall === undefined
      ? { ...caller, onWritten }
      : { ...caller, onWritten, factRecorder: this.#observedCall.account };
  }

  /** Records the position of the last journal entry of the call, and adds up the bytes of all of them. */
  readonly onWritten = ({ position, bytes }: WrittenEntry): void => {
    this.#written = { position, bytes: (this.#written?.bytes ?? 0) + bytes };
  };

  /** True if an observer needs the length of the response. */
  get countsBytes(): boolean {
    return this.#observedCall !== undefined;
  }

  setIdentity(identity: FailedCallIdentifiers): void {
    this.#identity = identity;
  }

  setError(error: CallError, identity: FailedCallIdentifiers): void {
    this.#error = error;
    this.#identity = identity;
  }

  /**
   * Records the advice of the hint on an error, and the number of the rule that the error breaks.
   */
  setAdvice(advice: string | undefined, rule: string | undefined): void {
    if (this.#error !== undefined) this.#error = { ...this.#error, advice };
    this.#rule = rule;
  }

  /** Records the advice of the hint on a successful response. */
  setNote(advice: string | null | undefined): void {
    this.#note = advice ?? undefined;
  }

  /** Records the deprecation notice of the operation. */
  setDeprecation(about: string): void {
    this.#deprecated = about;
  }

  /** Records the names of the fault rules that applied. */
  setFaults(faults: readonly string[]): void {
    this.#faults = faults;
  }

  setRequestBody(body: LoggedBody): void {
    if (body.kind === "bytes") this.#requestBytes = body.length;
    this.#requestBody = body;
  }

  setAnswerBody(body: LoggedBody | undefined): void {
    this.#answerBody = body;
  }

  /** Records bytes of the response's body. */
  addSentBytes(bytes: number): void {
    this.#answerBytes = (this.#answerBytes ?? 0) + bytes;
  }

  /** Ends the entry with the status of the response and notifies the observers. Never throws. */
  end(status: number): void {
    const { onRequest, onUnexpectedError } = this.#host;
    const report = (error: unknown): void => onUnexpectedError?.(error, this.#identity);
    const millis = performance.now() - this.#begin;
    try {
      if (this.#observedCall !== undefined) {
        this.#observedCall.notifyObservers(
          this.#createAnsweredCall(this.#observedCall, status, millis),
        );
      }
      // A host may pass an async function.
      const returned: unknown = onRequest?.(this.#createRecord(status, millis));
      if (returned instanceof Promise) returned.catch(report);
    } catch (error) {
      report(error);
    }
  }

  #createRecord(status: number, millis: number): RequestRecord {
    const { via, operationId } = this.#request;
    const isLogged = this.#host.logBodies === true;
    return {
      via,
      ...this.#printableTarget,
      operationId,
      principal: this.#printableUserId,
      status,
      millis,
      ...this.#printableIds,
      error: this.#error === undefined ? undefined : toPrintableError(this.#error),
      note: this.#note === undefined ? undefined : toPrintableText(redactSecrets(this.#note)),
      ...(this.#deprecated !== undefined && { deprecated: this.#deprecated }),
      ...(this.#written !== undefined && { written: this.#written }),
      requestBody: isLogged ? formatBody(this.#requestBody, formatRedactedBody) : undefined,
      answerBody: isLogged ? formatBody(this.#answerBody, formatRedactedBody) : undefined,
    };
  }

  #createAnsweredCall(
    { begin, account, ledger }: ObservedCall,
    status: number,
    millis: number,
  ): AnsweredCall {
    const { via, operationId, query } = this.#request;
    const error = this.#error === undefined ? undefined : toPrintableCallError(this.#error);
    return {
      via,
      ...this.#printableTarget,
      query: query === "" ? "" : toPrintableWord(redactSecrets(`?${query}`)).slice(1),
      operationId,
      commandId: findCommandId(this.#requestBody),
      principal: this.#printableUserId,
      startedAt: begin.at,
      ledgerTime: begin.ledgerTime,
      millis,
      status,
      offsets: { before: begin.offset, after: ledger.state.ledgerEnd },
      written: this.#written,
      requestBytes: this.#requestBytes,
      answerBytes: this.#answerBytes,
      ...this.#printableIds,
      error,
      decidedBy: [
        ...this.#faults.map((fault) => ({ by: "fault", fault }) as const),
        ...listFactsDecidingCallOutcome(account, this.#caller, error, this.#rule),
      ],
      withheld: account.withheld,
      withholdsMore: account.withholdsMore,
      requestBody: this.#keptText(this.#requestBody),
      answerBody: this.#keptText(this.#answerBody),
    };
  }

  get #printableTarget(): Pick<RequestRecord, "method" | "path"> {
    const { method, path } = this.#request;
    return { method: toPrintableWord(method), path: toPrintableWord(redactSecrets(path)) };
  }

  get #printableUserId(): string | undefined {
    return this.#caller?.kind === "user" ? toPrintableWord(this.#caller.userId) : undefined;
  }

  get #printableIds(): Pick<RequestRecord, "traceId" | "correlationId"> {
    const { traceId, correlationId } = this.#identity;
    return {
      traceId,
      correlationId: correlationId === undefined ? undefined : toPrintableWord(correlationId),
    };
  }

  get #bodyLength(): number {
    return this.#host.observed?.by.bodyLength ?? 0;
  }

  #keptText(body: LoggedBody | undefined): string | undefined {
    const length = this.#bodyLength;
    return length === 0 ? undefined : formatBody(body, (each) => redactBody(each, length));
  }
}

/** Facts for the call observers of the ledger. */
class ObservedCall {
  readonly account = new BoundedCallFactRecorder();
  readonly ledger: Ledger;
  readonly begin: { readonly at: string; readonly ledgerTime: string; readonly offset: number };
  readonly #observers: LedgerCallObservers;

  constructor({ ledger, by }: NonNullable<CallLogObservers["observed"]>) {
    this.ledger = ledger;
    this.#observers = by;
    this.begin = {
      at: new Date().toISOString(),
      ledgerTime: ledger.clock.time,
      offset: ledger.state.ledgerEnd,
    };
  }

  notifyObservers(call: AnsweredCall): void {
    this.#observers.notifyListeners(call);
  }
}

const formatBody = (
  body: LoggedBody | undefined,
  text: (body: LoggedBody) => string,
): string | undefined => (body === undefined ? undefined : text(body));

const toPrintableError = ({ code, cause }: CallError): LoggedRequestError => ({
  code,
  cause: toPrintableText(redactSecrets(cause)),
});

const toPrintableCallError = ({ code, cause, field, expected, advice }: CallError): CallError => ({
  ...toPrintableError({ code, cause, field, expected, advice }),
  field: field === undefined ? undefined : toPrintableText(field),
  expected: expected === undefined ? undefined : toPrintableText(expected),
  advice: advice === undefined ? undefined : toPrintableText(redactSecrets(advice)),
});

/** Longer command ids are refused. */
const longestCommandId = 255;

/** Returns the command id: of the body, or of its member `commands` or `reassignmentCommands`. */
const findCommandId = (body: LoggedBody | undefined): string | undefined => {
  if (body?.kind !== "json") return undefined;
  const places = [
    body.value,
    readMember(body.value, "commands"),
    readMember(body.value, "reassignmentCommands"),
  ];
  const [commandId] = places
    .map((place) => readMember(place, "commandId"))
    .filter((found) => typeof found === "string");
  return commandId === undefined ? undefined : toPrintableText(commandId, longestCommandId);
};

const readMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** A request of Node's server; `originalUrl` has the path of the mount, too. */
interface HttpRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly originalUrl?: string;
}

/** Returns the log entry of a call over HTTP; undefined if there are no observers. */
export const openHttpCallLogEntry = (
  host: CallLogObservers,
  request: HttpRequest,
  operationId?: string,
): CallLogEntry | undefined =>
  openCallLogEntry(host, () => ({
    via: "http",
    method: request.method ?? "",
    path: readRequestPath(request),
    query: getQueryString(request),
    operationId,
  }));

/** Opens the log entry of a call and ends it with the status of its response. */
export const logHttpCall = (
  host: CallLogObservers,
  request: HttpRequest,
  response: ServerResponse,
): CallLogEntry | undefined => {
  const entry = openHttpCallLogEntry(host, request);
  if (entry !== undefined) response.once("close", () => entry.end(response.statusCode));
  return entry;
};

/** Returns the query without the question mark. */
export const getQueryString = ({ url = "", originalUrl = url }: HttpRequest): string =>
  originalUrl.slice(originalUrl.split("?", 1)[0]?.length).slice(1);

/** Returns the full path of the request, without the query. */
export const readRequestPath = ({ url = "", originalUrl = url }: HttpRequest): string =>
  originalUrl.split("?", 1)[0] ?? "";
