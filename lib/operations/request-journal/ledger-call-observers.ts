import type { Ledger } from "../../ledger/port/ledger.ts";
import type { AnsweredCall } from "./answered-call.ts";

/** An observer of the calls to a ledger. */
export interface LedgerCallObserver {
  /** Maximum number of characters of a body that the observer needs; 0 if it needs no bodies. */
  readonly bodyLength: number;
  /** Called with each finished call. Must not throw. */
  readonly onCall: (call: AnsweredCall) => void;
}

/**
 * The observers of the calls to one ledger. The servers of the ledger check at each call whether
 * there are observers.
 */
export class LedgerCallObservers {
  /** True if there are observers; read at every call. */
  isPresent = false;
  /** The largest `bodyLength` of all observers. */
  bodyLength = 0;
  #listeners: readonly LedgerCallObserver[] = [];

  /** Adds an observer. Returns a function that removes it. */
  add(listener: LedgerCallObserver): () => void {
    this.#set([...this.#listeners, listener]);
    return () => this.#set(this.#listeners.filter((other) => other !== listener));
  }

  notifyListeners(call: AnsweredCall): void {
    for (const listener of this.#listeners) listener.onCall(call);
  }

  #set(listeners: readonly LedgerCallObserver[]): void {
    this.#listeners = listeners;
    this.isPresent = listeners.length > 0;
    this.bodyLength = Math.max(0, ...listeners.map(({ bodyLength }) => bodyLength));
  }
}

const observersByLedger = new WeakMap<Ledger, LedgerCallObservers>();

/** Returns the observers of this ledger. Forks have separate ones. */
export const getLedgerCallObservers = (ledger: Ledger): LedgerCallObservers => {
  const known = observersByLedger.get(ledger);
  if (known !== undefined) return known;
  const observers = new LedgerCallObservers();
  observersByLedger.set(ledger, observers);
  return observers;
};

/**
 * Calls `onCall` with each later call to this ledger. Returns a function that ends the observation.
 */
export const observeLedgerCalls = (
  ledger: Ledger,
  onCall: (call: AnsweredCall) => void,
): (() => void) => getLedgerCallObservers(ledger).add({ bodyLength: 0, onCall });
