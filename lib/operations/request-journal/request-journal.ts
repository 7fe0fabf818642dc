import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import {
  booleanOptionCheck,
  createCountOptionCheck,
  type OptionChecks,
  requireWellFormedOptions,
} from "../../base/errors/options.ts";
import type { AnsweredCall, JournaledRequest } from "./answered-call.ts";
import { type Har, toHar } from "./har.ts";
import type { LedgerCallObservers } from "./ledger-call-observers.ts";

/** The options of a request journal. */
export interface RequestJournalOptions {
  /**
   * Maximum number of calls, 1 to 100,000; default 1,000. If there are more, or if their total size
   * is too large, the oldest are removed.
   */
  readonly entries?: number;
  /** If true, records bodies, without secrets. Default: false. */
  readonly bodies?: boolean;
  /**
   * Maximum number of characters of a body, 1 to 1,048,576; default 16,384. Longer bodies are
   * truncated.
   */
  readonly bodyLength?: number;
}

/**
 * The newest calls that a ledger answered, for inspecting requests and the reasons for their
 * results. Records nothing until {@link keep} is called. A revert or reset of the ledger does not
 * change it; forks have separate journals.
 */
export interface RequestJournal extends Iterable<JournaledRequest> {
  /** The current options; undefined while nothing is recorded. */
  readonly kept: Required<RequestJournalOptions> | undefined;
  readonly size: number;
  /** Iterates over the entries, oldest first. Entries added meanwhile are not included. */
  [Symbol.iterator](): Iterator<JournaledRequest>;
  /** Returns an entry; undefined if it does not exist or was removed. */
  get(id: number): JournaledRequest | undefined;
  /** Returns the entries with larger ids, oldest first. O(returned entries). */
  after(id: number): readonly JournaledRequest[];
  /** Starts recording, or changes the options. Raises INVALID_ARGUMENT. */
  keep(options?: RequestJournalOptions): void;
  /** Stops recording. Existing entries stay. */
  stop(): void;
  /** Deletes all entries. */
  clear(): void;
  /**
   * Replaces all entries by those of another journal, oldest first, with their ids. If the journal
   * is recording, removes the oldest above its maximum. Raises INVALID_ARGUMENT for ids that are
   * invalid or have gaps.
   */
  restore(entries: Iterable<JournaledRequest>): void;
  /** Calls the listener with each new entry. Returns the function that unsubscribes. */
  subscribe(listener: (entry: JournaledRequest) => void): () => void;
  /** Returns each entry as one line of JSON, oldest first. Undefined fields are omitted. */
  toJsonLines(): string;
  /** Returns the calls over HTTP, `fetch` or WebSocket as HTTP Archive 1.2. */
  toHar(): Har;
}

/**
 * Maximum number of characters in all entries together: bodies, other texts of clients, errors, and
 * withheld events.
 */
const maxCharacters = 32 * 1024 * 1024;

/** Number of characters that a withheld event counts as, for each party. */
const charactersPerWithheldEvent = 250;

export const defaultRequestJournalLimits = { entries: 1_000, bodyLength: 16_384 };

const { entries, bodyLength } = defaultRequestJournalLimits;
const defaultJournalOptions = { entries, bodies: false, bodyLength };

/** Implements the request journal as an observer of calls. */
export class ObservingRequestJournal implements RequestJournal {
  readonly #observers: LedgerCallObservers;
  readonly #reportError: (error: unknown) => void;
  readonly #entries = new Map<number, SizedEntry>();
  #listeners: readonly ((entry: JournaledRequest) => void)[] = [];
  #kept: Required<RequestJournalOptions> | undefined;
  #stop: () => void = () => undefined;
  #lastId = 0;
  #characters = 0;

  /** `reportError` is called with errors that listeners throw. */
  constructor(audience: LedgerCallObservers, reportError: (error: unknown) => void) {
    this.#observers = audience;
    this.#reportError = reportError;
  }

  get kept(): Required<RequestJournalOptions> | undefined {
    return this.#kept;
  }

  get size(): number {
    return this.#entries.size;
  }

  [Symbol.iterator](): Iterator<JournaledRequest> {
    return this.#listEntries()[Symbol.iterator]();
  }

  get(id: number): JournaledRequest | undefined {
    return this.#entries.get(id)?.entry;
  }

  after(id: number): readonly JournaledRequest[] {
    const found: JournaledRequest[] = [];
    // Ids have no gaps.
    for (let next = Math.max(id + 1, this.#firstId); next <= this.#lastId; next += 1) {
      const entry = this.get(next);
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  keep(options: RequestJournalOptions = {}): void {
    const kept = completeJournalOptions(options);
    this.#stop();
    this.#kept = kept;
    this.#stop = this.#observers.add({
      bodyLength: kept.bodies ? kept.bodyLength : 0,
      onCall: (call) => this.#add(call),
    });
    this.#trimEntries(kept);
  }

  stop(): void {
    this.#stop();
    this.#kept = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  restore(entries: Iterable<JournaledRequest>): void {
    const restored = [...entries];
    const first = restored[0]?.id ?? 1;
    restored.forEach(({ id }, index) => {
      if (Number.isSafeInteger(id) && id > 0 && id === first + index) return;
      throw createInvalidArgumentError({ field: "id", expected: `${first + index}`, found: id });
    });
    this.clear();
    for (const entry of restored) this.#storeEntry(entry);
    this.#lastId = first + restored.length - 1;
    if (this.#kept !== undefined) this.#trimEntries(this.#kept);
  }

  subscribe(listener: (entry: JournaledRequest) => void): () => void {
    const own = (entry: JournaledRequest): void => listener(entry);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  toJsonLines(): string {
    return this.#listEntries()
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join("");
  }

  toHar(): Har {
    return toHar(this.#listEntries());
  }

  #listEntries(): readonly JournaledRequest[] {
    return Array.from(this.#entries.values(), ({ entry }) => entry);
  }

  get #firstId(): number {
    const [first] = this.#entries.keys();
    return first ?? this.#lastId + 1;
  }

  #add(call: AnsweredCall): void {
    if (this.#kept === undefined) return;
    this.#lastId += 1;
    const entry: JournaledRequest = { id: this.#lastId, ...call };
    this.#storeEntry(entry);
    this.#trimEntries(this.#kept);
    for (const listener of this.#listeners) {
      try {
        listener(entry);
      } catch (error) {
        this.#reportError(error);
      }
    }
  }

  #storeEntry(entry: JournaledRequest): void {
    const characters = countCharacters(entry);
    this.#entries.set(entry.id, { entry, characters });
    this.#characters += characters;
  }

  #trimEntries({ entries }: Required<RequestJournalOptions>): void {
    for (const [id, { characters }] of this.#entries) {
      if (this.#entries.size <= entries && this.#characters <= maxCharacters) return;
      this.#entries.delete(id);
      this.#characters -= characters;
    }
  }
}

interface SizedEntry {
  readonly entry: JournaledRequest;
  /** Size of the entry when it was added. The entry of a stream may grow later. */
  readonly characters: number;
}

const countCharacters = (call: AnsweredCall): number => {
  const { path, query, principal, commandId, error, requestBody, answerBody, withheld } = call;
  const errorTexts = [error?.cause, error?.field, error?.expected, error?.advice];
  const texts = [path, query, principal, commandId, requestBody, answerBody, ...errorTexts];
  const reasons = withheld.reduce((sum, { why }) => sum + why.length, 0);
  return texts.reduce((sum, text = "") => sum + text.length, reasons * charactersPerWithheldEvent);
};

const completeJournalOptions = (
  options: RequestJournalOptions,
): Required<RequestJournalOptions> => {
  requireWellFormedOptions(options, requestJournalOptionChecks);
  return { ...defaultJournalOptions, ...options };
};

export const requestJournalOptionChecks: OptionChecks<RequestJournalOptions> = {
  entries: createCountOptionCheck("calls", { from: 1, to: 100_000 }),
  bodies: booleanOptionCheck,
  bodyLength: createCountOptionCheck("characters", { from: 1, to: 1024 * 1024 }),
};
