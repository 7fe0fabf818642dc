import type { Caller } from "../../lib/api.ts";
import { type LedgerError, ledgerError } from "../../lib/index.ts";

/** The most that bodies of requests may hold, from their first byte until they are answered; in bytes. */
export interface BodyQuotaLimits {
  /** One body of a caller without a good token. */
  readonly maxAnonymousBodyBytes: number;
  /** All bodies of callers without a good token. */
  readonly maxAnonymousBytes: number;
  /** All bodies of one user. */
  readonly maxUserBytes: number;
  /** All bodies. */
  readonly maxBytes: number;
}

const mebi = 1024 * 1024;

export const defaultBodyQuotaLimits: BodyQuotaLimits = {
  maxAnonymousBodyBytes: 64 * 1024,
  maxAnonymousBytes: 4 * mebi,
  maxUserBytes: 64 * mebi,
  maxBytes: 256 * mebi,
};

/**
 * Counts the bytes that bodies of requests hold, by user. A user who exceeds the limit loses the largest of the bodies
 * that are still being received, so that requests of other users are not refused.
 */
export class BodyQuota {
  readonly #limits: BodyQuotaLimits;
  readonly #counters = new Map<string, UserCounter>();
  #bytes = 0;

  constructor(limits: Partial<BodyQuotaLimits> = {}) {
    this.#limits = { ...defaultBodyQuotaLimits, ...limits };
  }

  /** The bytes that all bodies hold now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reserves room for a body that is about to be received. */
  open(caller: Caller): Reservation {
    const name = nameOf(caller);
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      counter = this.#counterFor(caller);
      this.#counters.set(name, counter);
    }
    const reservation = new Reservation(this, counter, name);
    counter.reservations.add(reservation);
    return reservation;
  }

  /** For reservations: what one of them holds has changed by so many bytes. */
  count(bytes: number, counter: UserCounter): void {
    this.#bytes += bytes;
    counter.bytes += bytes;
    if (bytes > 0) this.#makeRoom(counter);
  }

  /** For reservations: one of them has ended. */
  close(reservation: Reservation, counter: UserCounter, name: string): void {
    counter.reservations.delete(reservation);
    // Most users send more: creating the counter anew for each request would cost more than keeping it.
    if (counter.reservations.size === 0 && this.#counters.size > maxIdleCounters) {
      this.#counters.delete(name);
    }
  }

  #counterFor({ kind }: Caller): UserCounter {
    const { maxAnonymousBodyBytes, maxAnonymousBytes, maxUserBytes, maxBytes } = this.#limits;
    const common = { bytes: 0, reservations: new Set<Reservation>() };
    switch (kind) {
      case "anonymous":
        return {
          maxBodyBytes: maxAnonymousBodyBytes,
          maxBytes: maxAnonymousBytes,
          refusal: withoutToken,
          ...common,
        };
      case "user":
        return { maxBodyBytes: Infinity, maxBytes: maxUserBytes, refusal: tooMuch, ...common };
      case "trusted":
        return { maxBodyBytes: Infinity, maxBytes, refusal: tooMuch, ...common };
    }
  }

  #makeRoom(counter: UserCounter): void {
    while (counter.bytes > counter.maxBytes) if (!refuseLargest(counter)) return;
    while (this.#bytes > this.#limits.maxBytes) if (!refuseLargest(this.#largest())) return;
  }

  /** Of the users who are still sending, the one whose bodies hold most. */
  #largest(): UserCounter | undefined {
    let largest: UserCounter | undefined;
    for (const counter of this.#counters.values()) {
      const isReceiving = [...counter.reservations].some(({ isOpen }) => isOpen);
      if (isReceiving && counter.bytes > (largest?.bytes ?? -1)) largest = counter;
    }
    return largest;
  }
}

/** Beyond this many users, the counters of those who send nothing are dropped. */
const maxIdleCounters = 1_000;

/** What the bodies of one user hold. */
interface UserCounter {
  readonly maxBodyBytes: number;
  readonly maxBytes: number;
  readonly refusal: () => LedgerError;
  readonly reservations: Set<Reservation>;
  bytes: number;
}

/** Refuses the oldest of the largest bodies; returns false where none is being received. */
const refuseLargest = (counter: UserCounter | undefined): boolean => {
  let largest: Reservation | undefined;
  for (const reservation of counter?.reservations ?? []) {
    if (reservation.isOpen && reservation.bytes > (largest?.bytes ?? 0)) largest = reservation;
  }
  if (largest === undefined || counter === undefined) return false;
  largest.refuse(counter.refusal());
  return true;
};

/** The bytes that one body holds. The reader of the body reports them, and is told when they are too many. */
export class Reservation {
  readonly #quota: BodyQuota;
  readonly #counter: UserCounter;
  readonly #name: string;
  #bytes = 0;
  #isOpen = true;
  #hasEnded = false;
  #onRefused: ((error: unknown) => void) | undefined = undefined;
  #refused: { readonly error: unknown } | undefined = undefined;

  constructor(quota: BodyQuota, counter: UserCounter, name: string) {
    this.#quota = quota;
    this.#counter = counter;
    this.#name = name;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether more of the body may come; a complete body is not refused any more. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Throws UNAUTHENTICATED when so many bytes are more than this body may have. */
  expect(bytes: number): void {
    if (bytes > this.#counter.maxBodyBytes) throw this.#counter.refusal();
  }

  /** Counts bytes that were received. Throws UNAUTHENTICATED and PARTICIPANT_BACKPRESSURE when they are too many. */
  take(bytes: number): void {
    this.expect(this.#bytes + bytes);
    if (this.#isOpen) this.#change(bytes);
    if (this.#refused !== undefined) throw this.#refused.error;
  }

  /** Counts out bytes that are not held any more. */
  give(bytes: number): void {
    this.#change(-Math.min(bytes, this.#bytes));
  }

  /** Calls back when the body must not be read further and what was read must be dropped. */
  onRefused(refused: (error: unknown) => void): void {
    this.#onRefused = refused;
  }

  /** Refuses a body that is still being received. */
  refuse(error: unknown): void {
    if (!this.#isOpen) return;
    this.#refused = { error };
    this.end();
    this.#onRefused?.(error);
  }

  /** The whole body was received. */
  complete(): void {
    this.#isOpen = false;
  }

  /** The body is not held any more. May be called again. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isOpen = false;
    this.give(this.#bytes);
    this.#quota.close(this, this.#counter, this.#name);
  }

  #change(bytes: number): void {
    this.#bytes += bytes;
    this.#quota.count(bytes, this.#counter);
  }
}

const nameOf = (caller: Caller): string =>
  caller.kind === "user" ? `user ${caller.userId}` : caller.kind;

const withoutToken = (): LedgerError =>
  ledgerError("UNAUTHENTICATED", {
    cause: "A body as long as this, or so many at once, are read only of who has a valid token.",
  });

const tooMuch = (): LedgerError =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: "The requests that are under way hold too much. Wait for some to be answered.",
    context: { reason: "maximum of bytes in the bodies of requests reached" },
  });
