import type { Micros } from "../../base/identifiers/identifiers.ts";
import { computeSha256Digest } from "../../base/values/digest.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { LedgerDecisionInputs } from "../port/ledger-decision.ts";
import type { DecisionTimeAndSeed, TimeSliceHandle } from "../port/time-slice-handle.ts";

const hashSize = 32;

/**
 * Derives the seed of each decision: SHA-256 of the hash of the ledger's seed, followed by the journal position (8 bytes, big-endian). All
 * hashed messages have the same length, so the seed of one position reveals nothing about those of other positions.
 */
export class DecisionSeedGenerator {
  readonly #message = new Uint8Array(hashSize + 8);
  readonly #position = new DataView(this.#message.buffer, hashSize);

  /** `seed` may have any number of bytes. */
  constructor(seed: Uint8Array) {
    this.#message.set(computeSha256Digest(seed));
  }

  /**
   * Returns the seed of a decision, 32 bytes. `attempt` makes the seeds of decisions that start at
   * the same position different. `salt`, 32 bytes, does the same for processes that share the
   * ledger's seed and journal.
   */
  computeSeed(position: number, attempt = 0, salt?: Uint8Array): Uint8Array {
    this.#position.setUint32(0, Math.floor(position / 2 ** 32));
    this.#position.setUint32(4, position % 2 ** 32);
    const unsalted = computeSha256Digest(this.#message);
    const first = salt === undefined ? unsalted : addSaltToSeed(unsalted, salt);
    return attempt === 0 ? first : addAttemptToSeed(first, attempt);
  }
}

const addSaltToSeed = (seed: Uint8Array, salt: Uint8Array): Uint8Array => {
  const message = new Uint8Array(seed.length + salt.length);
  message.set(seed);
  message.set(salt, seed.length);
  return computeSha256Digest(message);
};

const addAttemptToSeed = (seed: Uint8Array, attempt: number): Uint8Array => {
  const message = new Uint8Array(hashSize + 4);
  message.set(seed);
  new DataView(message.buffer).setUint32(hashSize, attempt);
  return computeSha256Digest(message);
};

/** The inputs of the seed of a decision. */
export interface DecisionSeedInput {
  readonly position: number;
  /** The number of earlier decisions that started at this position and were deferred. */
  readonly attempt: number;
  readonly salt?: Uint8Array;
}

/** The context of one decision. Derives the seed when it is first read. */
export class LedgerDecisionContext implements LedgerDecisionInputs {
  readonly now: Micros;
  readonly config: LedgerConfig;
  readonly handle: TimeSliceHandle;
  readonly origin: DecisionTimeAndSeed | undefined;
  readonly #seeds: DecisionSeedGenerator;
  readonly #seedInput: DecisionSeedInput;
  #seed: Uint8Array | undefined;

  constructor(
    seedInput: DecisionSeedInput,
    now: Micros,
    {
      config,
      seeds,
      handle,
      origin,
    }: {
      readonly config: LedgerConfig;
      readonly seeds: DecisionSeedGenerator;
      readonly handle: TimeSliceHandle;
      readonly origin: DecisionTimeAndSeed | undefined;
    },
  ) {
    this.now = now;
    this.config = config;
    this.handle = handle;
    this.origin = origin;
    this.#seeds = seeds;
    this.#seedInput = seedInput;
  }

  get seed(): Uint8Array {
    const { position, attempt, salt } = this.#seedInput;
    this.#seed ??= this.#seeds.computeSeed(position, attempt, salt);
    return this.#seed;
  }
}

/**
 * Number of evaluation steps in one time slice, which takes about 3 ms. Most commands take far
 * fewer steps. Between two slices the event loop takes about 0.03 ms, so shorter slices would cost
 * more than 1 % of the time.
 */
export const evaluationStepsPerSlice = 20_000;

/** Returns a handle for an evaluation that has not begun. */
export const createTimeSliceHandle = (): TimeSliceHandle => ({
  quota: { steps: 0 },
  isInterrupted: false,
});

/**
 * Returns `handle` with the quota of a first slice. Work that exceeds it may be interrupted
 * anywhere, and then restarts from its beginning.
 */
export const applyFirstSliceQuota = (handle = createTimeSliceHandle()): TimeSliceHandle => {
  handle.quota.steps = evaluationStepsPerSlice;
  handle.quota.restarts = true;
  return handle;
};
