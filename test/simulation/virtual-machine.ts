import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { setImmediate } from "node:timers/promises";

import type { TimeSource } from "../../lib/index.ts";

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/**
 * A machine whose time passes only in `pass`. Its clock can be set to a wrong time; its timers always measure
 * the real duration. While installed, it determines the time of the whole process.
 */
export class VirtualMachine implements TimeSource {
  #elapsed = 0;
  /** The maximum by which the clock was ahead of its current time. */
  #ahead = 0;
  #clockMillis = Date.UTC(2026, 0, 1);
  readonly #timers = new Set<Timer>();
  readonly #restore: (() => void)[] = [];
  /**
   * Callbacks of timeouts (`AbortSignal.timeout`) that are not yet due. Node keeps such signals and their
   * listeners alive, too.
   */
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

  /** Sets the machine's clock; timers are not affected. */
  jump(millis: number): void {
    this.#clockMillis += millis;
    this.#ahead = Math.max(0, this.#ahead - millis);
  }

  /** Sets the clock to the latest time that it has shown. */
  setRight(): void {
    this.jump(this.#ahead);
  }

  /**
   * Advances time. Timers fire in order; after each, all work that it triggers is done before the next one
   * fires.
   */
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
      await whenIdle();
    }
    this.#moveTo(end);
  }

  /** Deletes all timers, when the process that owned them is dead. */
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

  /** Ignores timers that were created before this machine or by another simulation. */
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

/**
 * Replaces Node's signature verification, which uses other threads and takes an unknown time, by one on this
 * thread.
 */
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

/** Resolves when all work is done that waits neither for time nor for input. */
export const whenIdle = async (): Promise<void> => {
  for (let round = 0; round < calmRounds; round++) await setImmediate();
};

/** More iterations of the event loop than one yield of the ledger takes (`eventLoopIterationsBetweenSlices`). */
const calmRounds = 12;
