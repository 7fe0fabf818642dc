import { Random } from "./random.ts";

/**
 * The characteristics of a run. Runs differ in the frequency of their actions; some runs have only one kind
 * of action.
 */
export interface Plan {
  readonly seed: number;
  readonly synchronizers: 1 | 2;
  readonly commitDelayMillis: number;
  /** True if a second process uses the same journal. */
  readonly hasNeighbour: boolean;
  /** True if ledgers decide ahead of the journal. */
  readonly isPipelined: boolean;
  readonly weights: readonly (readonly [StepKind, number])[];
}

/** A step of a schedule. Its kind, its number and the state of the world determine what it does. */
export interface Step {
  readonly kind: StepKind;
  readonly seed: number;
}

const usual = {
  submit: 40,
  resend: 5,
  reassign: 6,
  read: 8,
  open: 2,
  watch: 8,
  cut: 1,
  pass: 8,
  jump: 1,
  freeze: 1,
  harm: 2,
  mend: 3,
  prune: 2,
  snapshot: 1,
  revert: 1,
  fork: 1,
  restart: 0.5,
  rights: 1,
  upload: 0.3,
  attack: 2,
  provider: 1,
  abandon: 1,
  sign: 2,
  neighbour: 6,
};

export type StepKind = keyof typeof usual;

export const planOf = (seed: number): Plan => {
  const random = new Random(seed);
  const hasNeighbour = random.once(4);
  const isOff = (kind: string): boolean =>
    kind === "neighbour"
      ? !hasNeighbour
      : // A journal with several writers must not be restored.
        hasNeighbour && kind === "revert";
  const weights = Object.entries(usual).map(([name, weight]) => {
    const kind = name as StepKind;
    const factor = random.pick([0, 1, 1, 1, 1, 4]) ?? 1;
    const swarm = kind === "submit" || kind === "pass" || kind === "mend" ? 1 : factor;
    return [kind, isOff(kind) ? 0 : weight * swarm] as const;
  });
  return {
    seed,
    synchronizers: random.once(2) ? 2 : 1,
    commitDelayMillis: random.pick([0, 0, 0, 50]) ?? 0,
    hasNeighbour,
    isPipelined: new Random(seed ^ 0xa4ead).once(2),
    weights,
  };
};

/** Returns the schedule of a plan. Equal seeds return equal schedules. */
export const scheduleOf = ({ seed, weights }: Plan, steps: number): readonly Step[] => {
  const random = new Random(seed ^ 0x5eed);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return Array.from({ length: steps }, () => {
    let left = (random.next() / 2 ** 32) * sum;
    const [kind = "submit"] = weights.find(([, weight]) => (left -= weight) < 0) ?? [];
    return { kind, seed: random.next() };
  });
};
