import { Random } from "../simulation/random.ts";
import type { Coverage } from "./coverage.ts";
import { mutated } from "./mutate.ts";
import { Fault, type Target } from "./target.ts";

export interface FuzzOptions {
  readonly seed: number;
  readonly runs: number;
  /** Inputs found earlier, tried first. */
  readonly corpus?: readonly Uint8Array[];
  /** If given, inputs that reach new code are kept and mutated further. */
  readonly coverage?: Coverage;
  /**
   * Maximum processor time for one input, in milliseconds. An input that takes longer is a fault, since it
   * blocks other requests. No limit if absent.
   */
  readonly maxMillis?: number;
}

export interface FuzzResult {
  /** How often each outcome occurred. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Inputs that reached new code. */
  readonly kept: readonly Uint8Array[];
  readonly longestMillis: number;
}

/** An input that caused a fault. */
export class FoundFault extends Error {
  readonly input: Uint8Array;

  constructor(target: Target, input: Uint8Array, cause: unknown) {
    super(`${target.name}: ${String(cause)}`, { cause });
    this.input = input;
  }
}

/** Throws a {@link FoundFault} for the first input that causes a fault. Equal options try equal inputs. */
export const fuzz = async (
  target: Target,
  { seed, runs, corpus = [], coverage, maxMillis = Infinity }: FuzzOptions,
): Promise<FuzzResult> => {
  const random = new Random(seed);
  const outcomes = new Map<string, number>();
  const pool = [...target.seeds, ...corpus];
  const kept: Uint8Array[] = [];
  let longest = 0;
  const attempt = async (input: Uint8Array): Promise<void> => {
    const before = process.cpuUsage();
    const outcome = await target.attempt(input).catch((error: unknown) => {
      throw new FoundFault(target, input, error);
    });
    const { user, system } = process.cpuUsage(before);
    const millis = (user + system) / 1_000;
    longest = Math.max(longest, millis);
    if (millis > maxMillis) {
      throw new FoundFault(target, input, new Fault(`it takes ${Math.round(millis)} ms`));
    }
    const isNew = coverage === undefined ? !outcomes.has(outcome) : coverage.isNew();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (isNew && !pool.includes(input)) {
      pool.push(input);
      kept.push(input);
    }
  };
  for (const input of [...pool]) await attempt(input);
  for (let run = 0; run < runs; run++) {
    const input = random.pick(pool) ?? new Uint8Array();
    const changed = random.once(2) ? target.change?.(input, pool, random) : undefined;
    await attempt(changed ?? mutated(input, pool, random));
  }
  return { outcomes, kept, longestMillis: longest };
};
