import type { Ledger } from "./ledger.ts";

/** A call from outside, by HTTP, WebSocket or `fetch`, that was answered. */
export interface AnsweredCall {
  /** Of the OpenAPI document; undefined where the path is none of its own. */
  readonly operationId: string | undefined;
  /** Why it was refused; its code is undefined for requests that cannot be read. */
  readonly error: { readonly code: string | undefined } | undefined;
}

const listeners = new WeakMap<Ledger, (call: AnsweredCall) => void>();

/**
 * Lets a listener hear of the calls that this ledger answers from now on, through whatever serves it that is made
 * afterwards. One ledger has one listener; it costs those who serve no ledger with one nothing.
 */
export const hearCalls = (ledger: Ledger, listener: (call: AnsweredCall) => void): void =>
  void listeners.set(ledger, listener);

/** Who is to hear of the calls that this ledger answers. */
export const callListenerOf = (ledger: Ledger): ((call: AnsweredCall) => void) | undefined =>
  listeners.get(ledger);
