import { invalidArgument } from "../../base/errors/argument-error.ts";
import { count, flag, type OptionForms, requireOptions } from "../../base/errors/options.ts";
import type { AnsweredCall, JournaledRequest } from "./answered-call.ts";
import { type Har, harOf } from "./har.ts";
import type { CallAudience } from "./heard-calls.ts";

/** What a request journal keeps. */
export interface RequestJournalOptions {
  /** How many calls, 1 to 100,000; 1,000 when absent. The oldest go first, also where all together hold too much. */
  readonly entries?: number;
  /** Whether bodies are kept as well, without their secrets; false when absent. */
  readonly bodies?: boolean;
  /** How many characters of a body, 1 to 1,048,576; 16,384 when absent. What is longer is cut. */
  readonly bodyLength?: number;
}

/**
 * The calls that a ledger answered: its newest ones, for who asks what became of a request and why. Empty, and costs
 * nothing, until it is told to {@link keep}. Reverting or resetting the ledger leaves it as it is; forks have their own.
 */
export interface RequestJournal extends Iterable<JournaledRequest> {
  /** What it keeps; undefined while it keeps nothing. */
  readonly kept: Required<RequestJournalOptions> | undefined;
  readonly size: number;
  /** Oldest first. What is added while it is read is not among them. */
  [Symbol.iterator](): Iterator<JournaledRequest>;
  /** Undefined for one that is not there, or no longer. */
  get(id: number): JournaledRequest | undefined;
  /** Those with larger ids, oldest first; costs no more than there are. */
  after(id: number): readonly JournaledRequest[];
  /** Keeps calls from now on, or from now on otherwise. Raises INVALID_ARGUMENT. */
  keep(options?: RequestJournalOptions): void;
  /** Keeps no more; what is there stays. */
  stop(): void;
  /** Forgets all that is there. */
  clear(): void;
  /**
   * Takes the place of all that is there by the entries of another journal, oldest first, under their own ids. Keeps no more of
   * them than it keeps itself, where it does. Raises INVALID_ARGUMENT for ids that are none or have gaps.
   */
  restore(entries: Iterable<JournaledRequest>): void;
  /** Hears of each entry once it is there. Returns the unsubscribe function. */
  subscribe(listener: (entry: JournaledRequest) => void): () => void;
  /** Each entry as JSON in a line of its own, oldest first; what is not known is left out. */
  toJsonLines(): string;
  /** Those that came by HTTP, `fetch` or WebSocket as HTTP Archive 1.2, for tools that read that. */
  toHar(): Har;
}

/** Of all entries together: bodies, what clients wrote besides, and what is told of errors and of events that were withheld. */
const maxCharacters = 32 * 1024 * 1024;

/** About what is told of an event to one party. */
const charactersOfWithholding = 250;

export const defaultRequestJournalLimits = { entries: 1_000, bodyLength: 16_384 };

const { entries, bodyLength } = defaultRequestJournalLimits;
const defaults = { entries, bodies: false, bodyLength };

/** Keeps what its audience hears of. */
export class KeptRequests implements RequestJournal {
  readonly #audience: CallAudience;
  readonly #reportError: (error: unknown) => void;
  readonly #entries = new Map<number, Weighed>();
  #listeners: readonly ((entry: JournaledRequest) => void)[] = [];
  #kept: Required<RequestJournalOptions> | undefined;
  #stop: () => void = () => undefined;
  #lastId = 0;
  #characters = 0;

  /** `reportError` is told what listeners throw. */
  constructor(audience: CallAudience, reportError: (error: unknown) => void) {
    this.#audience = audience;
    this.#reportError = reportError;
  }

  get kept(): Required<RequestJournalOptions> | undefined {
    return this.#kept;
  }

  get size(): number {
    return this.#entries.size;
  }

  [Symbol.iterator](): Iterator<JournaledRequest> {
    return this.#list()[Symbol.iterator]();
  }

  get(id: number): JournaledRequest | undefined {
    return this.#entries.get(id)?.entry;
  }

  after(id: number): readonly JournaledRequest[] {
    const found: JournaledRequest[] = [];
    // They are numbered without gaps.
    for (let next = Math.max(id + 1, this.#firstId); next <= this.#lastId; next += 1) {
      const entry = this.get(next);
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  keep(options: RequestJournalOptions = {}): void {
    const kept = checkedOptions(options);
    this.#stop();
    this.#kept = kept;
    this.#stop = this.#audience.add({
      bodyLength: kept.bodies ? kept.bodyLength : 0,
      tell: (call) => this.#add(call),
    });
    this.#trim(kept);
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
      throw invalidArgument({ field: "id", expected: `${first + index}`, found: id });
    });
    this.clear();
    for (const entry of restored) this.#put(entry);
    this.#lastId = first + restored.length - 1;
    if (this.#kept !== undefined) this.#trim(this.#kept);
  }

  subscribe(listener: (entry: JournaledRequest) => void): () => void {
    const own = (entry: JournaledRequest): void => listener(entry);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  toJsonLines(): string {
    return this.#list()
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join("");
  }

  toHar(): Har {
    return harOf(this.#list());
  }

  #list(): readonly JournaledRequest[] {
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
    this.#put(entry);
    this.#trim(this.#kept);
    for (const listener of this.#listeners) {
      try {
        listener(entry);
      } catch (error) {
        this.#reportError(error);
      }
    }
  }

  #put(entry: JournaledRequest): void {
    const characters = charactersOf(entry);
    this.#entries.set(entry.id, { entry, characters });
    this.#characters += characters;
  }

  #trim({ entries }: Required<RequestJournalOptions>): void {
    for (const [id, { characters }] of this.#entries) {
      if (this.#entries.size <= entries && this.#characters <= maxCharacters) return;
      this.#entries.delete(id);
      this.#characters -= characters;
    }
  }
}

interface Weighed {
  readonly entry: JournaledRequest;
  /** When it was added; of a stream more may come to be known. */
  readonly characters: number;
}

const charactersOf = (call: AnsweredCall): number => {
  const { path, query, principal, commandId, error, requestBody, answerBody, withheld } = call;
  const told = [error?.cause, error?.field, error?.expected, error?.advice];
  const texts = [path, query, principal, commandId, requestBody, answerBody, ...told];
  const reasons = withheld.reduce((sum, { why }) => sum + why.length, 0);
  return texts.reduce((sum, text = "") => sum + text.length, reasons * charactersOfWithholding);
};

const checkedOptions = (options: RequestJournalOptions): Required<RequestJournalOptions> => {
  requireOptions(options, requestJournalForms);
  return { ...defaults, ...options };
};

export const requestJournalForms: OptionForms<RequestJournalOptions> = {
  entries: count("calls", { from: 1, to: 100_000 }),
  bodies: flag,
  bodyLength: count("characters", { from: 1, to: 1024 * 1024 }),
};
