import type { Ledger } from "../../ledger/port/ledger.ts";
import type { AnsweredCall } from "./answered-call.ts";

/** An observer of the calls to a ledger. */
export interface CallListener {
  /** Maximum number of characters of a body that it needs; 0 for none. */
  readonly bodyLength: number;
  /** Called with each finished call. Must not throw. */
  readonly tell: (call: AnsweredCall) => void;
}

/**
 * The observers of the calls to one ledger. Every server of the ledger checks at each call whether
 * there are any.
 */
export class CallAudience {
  #listeners: readonly CallListener[] = [];
  #bodyLength = 0;

  get isPresent(): boolean {
    return this.#listeners.length > 0;
  }

  /** The largest `bodyLength` of all observers. */
  get bodyLength(): number {
    return this.#bodyLength;
  }

  /** Adds an observer. Returns a function that removes it. */
  add(listener: CallListener): () => void {
    this.#set([...this.#listeners, listener]);
    return () => this.#set(this.#listeners.filter((other) => other !== listener));
  }

  tell(call: AnsweredCall): void {
    for (const listener of this.#listeners) listener.tell(call);
  }

  #set(listeners: readonly CallListener[]): void {
    this.#listeners = listeners;
    this.#bodyLength = Math.max(0, ...listeners.map(({ bodyLength }) => bodyLength));
  }
}

const audiences = new WeakMap<Ledger, CallAudience>();

/** Returns the observers of this ledger. Forks have separate ones. */
export const audienceOf = (ledger: Ledger): CallAudience => {
  const known = audiences.get(ledger);
  if (known !== undefined) return known;
  const audience = new CallAudience();
  audiences.set(ledger, audience);
  return audience;
};

/** Calls `tell` with each later call to this ledger. Returns a function that stops that. */
export const hearCalls = (ledger: Ledger, tell: (call: AnsweredCall) => void): (() => void) =>
  audienceOf(ledger).add({ bodyLength: 0, tell });
