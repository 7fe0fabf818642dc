import type { Caller } from "../../lib/api.ts";
import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { processWideScheduler, type ScheduledWorkOptions } from "../../lib/internal.ts";

/**
 * Limits of the memory for request bodies, in bytes. A body counts from its first byte until its
 * request is answered.
 */
export interface BodyQuotaLimits {
  /** One body of an unauthenticated caller. */
  readonly maxAnonymousBodyBytes: number;
  /** All bodies of unauthenticated callers. */
  readonly maxAnonymousBytes: number;
  /** All bodies of one user. */
  readonly maxUserBytes: number;
  /** All bodies. */
  readonly maxBytes: number;
}

const bytesPerMebibyte = 1024 * 1024;

export const defaultBodyQuotaLimits: BodyQuotaLimits = {
  maxAnonymousBodyBytes: 64 * 1024,
  maxAnonymousBytes: 4 * bytesPerMebibyte,
  maxUserBytes: 64 * bytesPerMebibyte,
  maxBytes: 256 * bytesPerMebibyte,
};

/**
 * Counts the bytes of request bodies by user. When a user exceeds the limit, it refuses the largest of
 * this user's incomplete bodies, so that requests of other users succeed.
 */
export class BodyQuota {
  readonly #limits: BodyQuotaLimits;
  readonly #counters = new Map<string, UserCounter>();
  #bytes = 0;

  constructor(limits: Partial<BodyQuotaLimits> = {}) {
    this.#limits = { ...defaultBodyQuotaLimits, ...limits };
  }

  /** Bytes of all bodies at present. */
  get totalBytes(): number {
    return this.#bytes;
  }

  /** Reserves memory for a body that is about to be received. */
  open(caller: Caller): RequestBodyReservation {
    const name = formatCallerName(caller);
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      counter = this.#findOrCreateCounter(caller);
      this.#counters.set(name, counter);
    }
    const reservation = new RequestBodyReservation(this, counter, name);
    counter.reservations.add(reservation);
    return reservation;
  }

  /** Adds to the bytes of a reservation; called by reservations. */
  addBytes(bytes: number, counter: UserCounter): void {
    this.#bytes += bytes;
    counter.bytes += bytes;
    if (bytes > 0) this.#makeRoom(counter);
  }

  /** Ends a reservation; called by reservations. */
  close(reservation: RequestBodyReservation, counter: UserCounter, name: string): void {
    counter.reservations.delete(reservation);
    // Keep the counter if there are few: creating one for each request would take longer.
    if (counter.reservations.size === 0 && this.#counters.size > maxIdleCounters) {
      this.#counters.delete(name);
    }
  }

  #findOrCreateCounter({ kind }: Caller): UserCounter {
    const { maxAnonymousBodyBytes, maxAnonymousBytes, maxUserBytes, maxBytes } = this.#limits;
    const common = { bytes: 0, reservations: new Set<RequestBodyReservation>() };
    switch (kind) {
      case "anonymous":
        return {
          maxBodyBytes: maxAnonymousBodyBytes,
          maxBytes: maxAnonymousBytes,
          refusal: tokenRequiredError,
          ...common,
        };
      case "user":
        return {
          maxBodyBytes: Infinity,
          maxBytes: maxUserBytes,
          refusal: quotaExceededError,
          ...common,
        };
      case "trusted":
        return { maxBodyBytes: Infinity, maxBytes, refusal: quotaExceededError, ...common };
    }
  }

  #makeRoom(counter: UserCounter): void {
    while (counter.bytes > counter.maxBytes) if (!refuseLargestBody(counter)) return;
    while (this.#bytes > this.#limits.maxBytes) {
      if (!refuseLargestBody(this.#findLargestCounter())) return;
    }
  }

  /** Returns the counter with the most bytes among users who are still sending. */
  #findLargestCounter(): UserCounter | undefined {
    let largest: UserCounter | undefined;
    for (const counter of this.#counters.values()) {
      const isReceiving = [...counter.reservations].some(({ isOpen }) => isOpen);
      if (isReceiving && counter.bytes > (largest?.bytes ?? -1)) largest = counter;
    }
    return largest;
  }
}

/** Number of users above which counters without reservations are deleted. */
const maxIdleCounters = 1_000;

/** The bodies of one user. */
interface UserCounter {
  readonly maxBodyBytes: number;
  readonly maxBytes: number;
  readonly refusal: () => LedgerError;
  readonly reservations: Set<RequestBodyReservation>;
  bytes: number;
}

/** Refuses the oldest of the largest incomplete bodies; returns false if there is none. */
const refuseLargestBody = (counter: UserCounter | undefined): boolean => {
  let largest: RequestBodyReservation | undefined;
  for (const reservation of counter?.reservations ?? []) {
    if (reservation.isOpen && reservation.reservedBytes > (largest?.reservedBytes ?? 0)) {
      largest = reservation;
    }
  }
  if (largest === undefined || counter === undefined) return false;
  largest.refuseBody(counter.refusal());
  return true;
};

/**
 * The bytes of one body. The reader of the body reports them. If the body is refused, its callback
 * is called.
 */
export class RequestBodyReservation {
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

  get reservedBytes(): number {
    return this.#bytes;
  }

  /** True while the body is incomplete; a complete body is no longer refused. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Throws UNAUTHENTICATED if the body may not have this many bytes. */
  requireWithinLimit(bytes: number): void {
    if (bytes > this.#counter.maxBodyBytes) throw this.#counter.refusal();
  }

  /** Counts received bytes. Throws UNAUTHENTICATED or PARTICIPANT_BACKPRESSURE above the limits. */
  reserveBytes(bytes: number): void {
    this.requireWithinLimit(this.#bytes + bytes);
    if (this.#isOpen) this.#changeBytes(bytes);
    if (this.#refused !== undefined) throw this.#refused.error;
  }

  /** Subtracts bytes that were released. */
  releaseBytes(bytes: number): void {
    this.#changeBytes(-Math.min(bytes, this.#bytes));
  }

  /** Registers a callback for a refusal: the reader must stop and drop what it has read. */
  onRefused(refused: (error: unknown) => void): void {
    this.#onRefused = refused;
  }

  /** Refuses an incomplete body. */
  refuseBody(error: unknown): void {
    if (!this.#isOpen) return;
    this.#refused = { error };
    this.end();
    this.#onRefused?.(error);
  }

  /** Marks the body as complete. */
  markComplete(): void {
    this.#isOpen = false;
  }

  /** Releases the reservation. May be called again. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isOpen = false;
    this.releaseBytes(this.#bytes);
    this.#quota.close(this, this.#counter, this.#name);
  }

  #changeBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#quota.addBytes(bytes, this.#counter);
  }
}

const formatCallerName = (caller: Caller): string =>
  caller.kind === "user" ? `user ${caller.userId}` : caller.kind;

const tokenRequiredError = (): LedgerError =>
  ledgerError("UNAUTHENTICATED", {
    cause: "A body of this length, or this many at once, requires a valid token.",
  });

const quotaExceededError = (): LedgerError =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: "The bodies of running requests exceed the memory limit. Wait until some are answered.",
    context: { reason: "maximum of bytes in the bodies of requests reached" },
  });

/**
 * Minimum length in bytes of a body that is processed in time slices. Parsing and checking a body of this
 * length takes at most 10 ms.
 */
const longBodyLength = 64 * 1024;

/** Waits for a slice before a long body is processed. Returns undefined for a short one. */
export const waitForBodyTimeSlice = (
  length: number,
  options: ScheduledWorkOptions = {},
): Promise<void> | undefined =>
  length < longBodyLength ? undefined : processWideScheduler.waitForNextSlice(options);

/**
 * Bytes that arrive in chunks. Chunks are copied into one array, because a small chunk costs
 * several hundred bytes of overhead.
 */
export class ReceivedByteBuffer {
  #bytes: Uint8Array = emptyBytes;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) {
      // Most bodies are one chunk, which needs no copy.
      this.#bytes = piece;
    } else {
      if (length > this.#bytes.length) this.#growBuffer(length);
      this.#bytes.set(piece, this.#length);
    }
    this.#length = length;
  }

  clear(): void {
    this.#bytes = emptyBytes;
    this.#length = 0;
  }

  /** All received bytes. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #growBuffer(length: number): void {
    const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const emptyBytes = new Uint8Array();
