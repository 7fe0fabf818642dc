import type { Caller } from "../../lib/api.ts";
import type { HistoryPageOptions } from "../../lib/history.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  checkRepeatedId,
  itemsInTurns,
  type Lengthy,
  type RepeatedId,
  userOf,
} from "../../lib/internal.ts";
import type { RequestMetadata, TraceContext } from "../../lib/store.ts";
import type { ParameterValues } from "../decoding/parameters.ts";
import type { Delivery, Headers } from "./api-request.ts";
import { json, outcome, page, type Reply } from "./reply.ts";

/** A request that was read and whose caller is known. */
export interface Exchange {
  readonly ledger: Ledger;
  /** In which form history is served. */
  readonly history: HistoryPageOptions;
  readonly caller: Caller;
  /** The caller by the rights it has now, for requests that take long. Throws and rejects as an authenticator does. */
  authenticate(): Caller | Promise<Caller>;
  /** Whether Daml code may run while the answer is made. */
  readonly areViewsWanted: boolean;
  /** Makes an answer; where Daml code may run for it, in the queue of long work. */
  inQueue<Answer>(answer: () => Answer): Answer | Promise<Awaited<Answer>>;
  /** Path and query parameters. */
  readonly parameters: ParameterValues;
  /** The JSON body; undefined for operations without one. */
  readonly body: unknown;
  readonly headers: Headers;
  /** The trace that the request names, or one that begins with it. */
  readonly traceContext: TraceContext;
  readonly delivery: Delivery;
  /** Aborts when nobody waits for the answer any more, or it comes too late. */
  readonly signal: AbortSignal;
  /** Allows the answer so much longer than the request time-out, as what was asked for may take. */
  allowMillis(millis: number): void;
}

/** Answers one operation. An error it throws becomes the answer. */
export type Handler = (exchange: Exchange) => Reply | Promise<Reply>;

/** By operation id. */
export type Handlers = Readonly<Record<string, Handler>>;

/**
 * An operation of the ledger. What it is asked comes as JSON of whatever shape, which it reads itself: its types
 * are for programs.
 */
type Operation = (ledger: Ledger, request: never, caller: Caller) => unknown;

/** Asks what the body says. */
export const askedByBody =
  (operation: Operation): Handler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    return json(await exchange.inQueue(() => operation(ledger, body as never, caller)));
  };

/** An operation that takes long, but no longer than somebody waits for it. */
type AwaitedOperation = (
  ledger: Ledger,
  request: never,
  caller: Caller,
  options: { readonly signal: AbortSignal },
) => unknown;

/** Asks what the body says, until nobody waits for the answer any more. */
export const awaitedByBody =
  (operation: AwaitedOperation): Handler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    return json(await exchange.inQueue(() => operation(ledger, body as never, caller, exchange)));
  };

/** Asks what path and query say. */
export const askedByParameters =
  (operation: Operation, requestOf: (parameters: ParameterValues) => object): Handler =>
  async ({ ledger, parameters, caller }) =>
    json(await operation(ledger, requestOf(parameters) as never, caller));

/** An operation that gives a page whose items are made as they are read. */
type PageOperation = (
  ledger: Ledger,
  request: never,
  caller: Caller,
  options: { readonly signal: AbortSignal },
) => Page | Promise<Page>;

interface Page {
  readonly items: Iterable<unknown>;
  readonly rest: () => object;
}

/** How long it takes to make the items of an answer, and until when somebody wants them. */
export const lengthOf = (exchange: Exchange): Lengthy => ({
  areLong: exchange.areViewsWanted,
  userId: userOf(exchange.caller),
  get signal() {
    return exchange.signal;
  },
});

/** Asks what the body says, for a page that has its items in the field `name`. */
export const pagedByBody =
  (name: string, operation: PageOperation): Handler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    const { items, rest } = await exchange.inQueue(() =>
      operation(ledger, body as never, caller, exchange),
    );
    return page(name, itemsInTurns(items, lengthOf(exchange)), rest);
  };

interface InPathAndBody extends Omit<RepeatedId, "inPath" | "body"> {
  /** The path parameter, e.g. `user-id`. */
  readonly parameter: string;
}

/** The path names once more what the body is about; both must be the same. */
export const repeatingId =
  ({ parameter, ...id }: InPathAndBody) =>
  (handler: Handler): Handler =>
  (exchange) => {
    const { body, parameters } = exchange;
    checkRepeatedId({ ...id, inPath: String(parameters[parameter]), body });
    return handler(exchange);
  };

/**
 * Submits what the body says, within the trace that the headers name. Commands may be held back until
 * their ledger time; for as long as they are tracked, the answer is worth waiting for.
 */
export const submitted =
  (
    operation: (
      ledger: Ledger,
      request: never,
      caller: Caller,
      metadata: RequestMetadata,
    ) => unknown,
  ): Handler =>
  async (exchange) => {
    const { ledger, body, caller, traceContext } = exchange;
    exchange.allowMillis(ledger.config.commandTrackingMillis);
    return outcome(await operation(ledger, body as never, caller, { traceContext }));
  };
