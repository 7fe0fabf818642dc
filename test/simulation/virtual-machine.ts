import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { setImmediate } from "node:timers/promises";

import type { TimeSource } from "../../lib/index.ts";

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/**
 * A machine whose time passes only when it is told to: that of its clock, which can be set wrong, and that
 * of its timers, which nobody can. While it is installed, everything in the process goes by it.
 */
export class VirtualMachine implements TimeSource {
  #elapsed = 0;
  /** By how much the clock has been ahead of what it shows. */
  #ahead = 0;
  #clockMillis = Date.UTC(2026, 0, 1);
  readonly #timers = new Set<Timer>();
  readonly #restore: (() => void)[] = [];
  /** Those that nobody has met yet: the platform holds their signals, and all that waits for these. */
  readonly #deadlines = new Set<() => void>();

  get pending(): number {
    return this.#timers.size;
  }

  get elapsedMillis(): number {
    return this.#elapsed;
  }

  now(): bigint {
    return BigInt(this.#clockMillis) * 1000n;
  }

  schedule(delayMillis: number, callback: () => void): () => void {
    const timer = { dueAt: this.#elapsed + Math.max(0, delayMillis), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Somebody sets the machine's clock; timers do not notice. */
  jump(millis: number): void {
    this.#clockMillis += millis;
    this.#ahead = Math.max(0, this.#ahead - millis);
  }

  /** Sets the clock to the latest time that anybody has seen on it. */
  setRight(): void {
    this.jump(this.#ahead);
  }

  /** Lets time pass; what becomes due happens in order, each with all it sets off. */
  async pass(millis: number): Promise<void> {
    const end = this.#elapsed + millis;
    for (;;) {
      let first: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.dueAt <= end && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
      }
      if (first === undefined) break;
      this.#moveTo(first.dueAt);
      this.#timers.delete(first);
      first.callback();
      await calm();
    }
    this.#moveTo(end);
  }

  /** Whoever waited for them is no more. */
  forgetTimers(): void {
    this.#timers.clear();
  }

  install(): void {
    this.#replace(Date, "now", () => this.#clockMillis);
    this.#replace(performance, "now", () => this.#elapsed);
    this.#replace(globalThis, "setTimeout", this.#setTimeout);
    this.#replace(globalThis, "clearTimeout", this.#clearTimeout);
    this.#replace(AbortSignal, "timeout", (delayMillis: number) => {
      const late = new AbortController();
      const abort = (): void => late.abort(new DOMException("too late", "TimeoutError"));
      this.#deadlines.add(abort);
      this.schedule(delayMillis, () => {
        this.#deadlines.delete(abort);
        abort();
      });
      return late.signal;
    });
    this.#replace(crypto.subtle, "verify", verifyHere);
    this.#replace(crypto.subtle, "importKey", importHere);
  }

  uninstall(): void {
    for (const restore of this.#restore.splice(0)) restore();
    for (const abort of this.#deadlines) abort();
    this.#deadlines.clear();
  }

  #replace(target: object, name: string, replacement: unknown): void {
    const before: unknown = Reflect.get(target, name);
    Reflect.set(target, name, replacement);
    this.#restore.push(() => Reflect.set(target, name, before));
  }

  #moveTo(elapsed: number): void {
    this.#clockMillis += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }

  readonly #clearRealTimeout = globalThis.clearTimeout;

  readonly #setTimeout = (callback: () => void, delayMillis = 0): VirtualTimeout => ({
    cancel: this.schedule(delayMillis, callback),
    ref: noChange,
    unref: noChange,
  });

  /** Those of before, or of another simulation, are not of this machine. */
  readonly #clearTimeout = (timeout: VirtualTimeout | NodeJS.Timeout | null | undefined): void => {
    if (timeout instanceof Object && "cancel" in timeout) timeout.cancel();
    else this.#clearRealTimeout(timeout ?? undefined);
  };
}

interface VirtualTimeout {
  readonly cancel: () => void;
  readonly ref: () => void;
  readonly unref: () => void;
}

const noChange = (): void => undefined;

/** The platform verifies signatures on other threads, which take as long as they like: here it does on this one. */
const verifyHere = (
  _: "Ed25519",
  key: KeyObject,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> => Promise.resolve(verify(undefined, message, key, signature));

const importHere = (_: "raw", key: Uint8Array): Promise<KeyObject> => {
  const x = Buffer.from(key).toString("base64url");
  const jwk = { kty: "OKP", crv: "Ed25519", x };
  return Promise.resolve(createPublicKey({ key: jwk, format: "jwk" }));
};

/** What has been set off by now is done, as far as it waits neither for time nor for others. */
export const calm = async (): Promise<void> => {
  for (let round = 0; round < calmRounds; round++) await setImmediate();
};

const calmRounds = 2;
