import type { Caller } from "../../lib/api.ts";
import { type LedgerError, ledgerError } from "../../lib/index.ts";

/** What bodies of requests may hold, from their first byte until they are answered; in bytes. */
export interface IntakeLimits {
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

export const defaultIntakeLimits: IntakeLimits = {
  maxAnonymousBodyBytes: 64 * 1024,
  maxAnonymousBytes: 4 * mebi,
  maxUserBytes: 64 * mebi,
  maxBytes: 256 * mebi,
};

/**
 * Counts what bodies hold, by whose they are. Whoever goes beyond loses the largest body that is still coming, so
 * that nobody who sends little is refused because others send much.
 */
export class Intake {
  readonly #limits: IntakeLimits;
  readonly #shares = new Map<string, Share>();
  #bytes = 0;

  constructor(limits: Partial<IntakeLimits> = {}) {
    this.#limits = { ...defaultIntakeLimits, ...limits };
  }

  /** What all bodies hold now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A body that is about to come. */
  open(caller: Caller): Hold {
    const name = nameOf(caller);
    let share = this.#shares.get(name);
    if (share === undefined) {
      share = { ...this.#boundsOf(caller), bytes: 0, holds: new Set() };
      this.#shares.set(name, share);
    }
    const owner = share;
    const hold: Hold = new Hold(owner.maxBodyBytes, owner.refusal, {
      changed: (bytes) => {
        this.#bytes += bytes;
        owner.bytes += bytes;
        if (bytes > 0) this.#makeRoom(owner);
      },
      ended: () => {
        owner.holds.delete(hold);
        if (owner.holds.size === 0) this.#shares.delete(name);
      },
    });
    owner.holds.add(hold);
    return hold;
  }

  #boundsOf({ kind }: Caller): Pick<Share, "maxBodyBytes" | "maxBytes" | "refusal"> {
    const { maxAnonymousBodyBytes, maxAnonymousBytes, maxUserBytes, maxBytes } = this.#limits;
    switch (kind) {
      case "anonymous":
        return {
          maxBodyBytes: maxAnonymousBodyBytes,
          maxBytes: maxAnonymousBytes,
          refusal: withoutToken,
        };
      case "user":
        return { maxBodyBytes: Infinity, maxBytes: maxUserBytes, refusal: tooMuch };
      case "trusted":
        return { maxBodyBytes: Infinity, maxBytes, refusal: tooMuch };
    }
  }

  #makeRoom(share: Share): void {
    while (share.bytes > share.maxBytes) if (!refuseLargest(share)) return;
    while (this.#bytes > this.#limits.maxBytes) if (!refuseLargest(this.#largestShare())) return;
  }

  #largestShare(): Share | undefined {
    let largest: Share | undefined;
    for (const share of this.#shares.values()) {
      const isComing = [...share.holds].some((hold) => hold.isComing);
      if (isComing && share.bytes > (largest?.bytes ?? -1)) largest = share;
    }
    return largest;
  }
}

/** What is one caller's. */
interface Share {
  readonly maxBodyBytes: number;
  readonly maxBytes: number;
  readonly refusal: () => LedgerError;
  readonly holds: Set<Hold>;
  bytes: number;
}

/** Of several that are as large the oldest; false where none is coming any more. */
const refuseLargest = (share: Share | undefined): boolean => {
  let largest: Hold | undefined;
  for (const hold of share?.holds ?? []) {
    if (hold.isComing && hold.bytes > (largest?.bytes ?? 0)) largest = hold;
  }
  if (largest === undefined || share === undefined) return false;
  largest.refuse(share.refusal());
  return true;
};

/** What one body holds. Whoever reads the body says so, and hears when it is too much. */
export class Hold {
  readonly #maxBytes: number;
  readonly #refusal: () => LedgerError;
  readonly #counter: Counter;
  #bytes = 0;
  #isComing = true;
  #hasEnded = false;
  #refuse: ((error: unknown) => void) | undefined;
  #refused: { readonly error: unknown } | undefined;

  constructor(maxBytes: number, refusal: () => LedgerError, counter: Counter) {
    this.#maxBytes = maxBytes;
    this.#refusal = refusal;
    this.#counter = counter;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there may be more of it; what has come as a whole is not taken back. */
  get isComing(): boolean {
    return this.#isComing;
  }

  /** Raises UNAUTHENTICATED when so many bytes are more than this body may have. */
  expect(bytes: number): void {
    if (bytes > this.#maxBytes) throw this.#refusal();
  }

  /** More of it has come. Raises UNAUTHENTICATED and PARTICIPANT_BACKPRESSURE when that is too much. */
  take(bytes: number): void {
    this.expect(this.#bytes + bytes);
    if (this.#isComing) this.#change(bytes);
    if (this.#refused !== undefined) throw this.#refused.error;
  }

  /** Part of it is held no more. */
  give(bytes: number): void {
    this.#change(-Math.min(bytes, this.#bytes));
  }

  /** Calls back when no more of it is to be read, and none to be kept. */
  onRefused(refuse: (error: unknown) => void): void {
    this.#refuse = refuse;
  }

  /** No more of a body that is still coming is to be read. */
  refuse(error: unknown): void {
    if (!this.#isComing) return;
    this.#refused = { error };
    this.end();
    this.#refuse?.(error);
  }

  /** All of it is there. */
  complete(): void {
    this.#isComing = false;
  }

  /** Nothing of it is held any more. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isComing = false;
    this.give(this.#bytes);
    this.#counter.ended();
  }

  #change(bytes: number): void {
    this.#bytes += bytes;
    this.#counter.changed(bytes);
  }
}

/** Hears of what a body holds. */
interface Counter {
  readonly changed: (bytes: number) => void;
  readonly ended: () => void;
}

/** Users of several identity providers have ids of their own. */
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
