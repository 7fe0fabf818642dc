import type { Ledger } from "../../ledger/port/ledger.ts";
import type { AnsweredCall } from "./answered-call.ts";

/** Who hears of the calls that a ledger answers. */
export interface CallListener {
  /** How many characters of bodies it wants; 0 for none. */
  readonly bodyLength: number;
  /** Must not throw. */
  readonly tell: (call: AnsweredCall) => void;
}

/** All who hear of the calls of one ledger. Whatever serves it asks at every call whether there is anybody. */
export class CallAudience {
  #listeners: readonly CallListener[] = [];
  #bodyLength = 0;

  get isPresent(): boolean {
    return this.#listeners.length > 0;
  }

  /** The most that any of them wants of a body. */
  get bodyLength(): number {
    return this.#bodyLength;
  }

  /** Returns how to stop. */
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

/** Of this ledger alone; its forks have their own. */
export const audienceOf = (ledger: Ledger): CallAudience => {
  const known = audiences.get(ledger);
  if (known !== undefined) return known;
  const audience = new CallAudience();
  audiences.set(ledger, audience);
  return audience;
};

/** Lets a listener hear of the calls that this ledger answers from now on. Returns how to stop. */
export const hearCalls = (ledger: Ledger, tell: (call: AnsweredCall) => void): (() => void) =>
  audienceOf(ledger).add({ bodyLength: 0, tell });
