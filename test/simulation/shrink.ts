import type { Plan, Step } from "./plan.ts";
import { simulate, type SimulationOptions, type SimulationResult } from "./simulate.ts";

export interface Shrunk {
  readonly steps: readonly Step[];
  readonly result: SimulationResult;
}

/**
 * Searches for a shorter schedule that violates the same invariant, by omitting smaller and smaller parts
 * (delta debugging). Returns the shortest one found; undefined if the violation is not reproducible, for
 * example because a step was slow for another reason.
 */
export const shrink = async (
  plan: Plan,
  { violation, failedAt = 0 }: SimulationResult,
  schedule: readonly Step[],
  { mostRuns = 300, ...options }: SimulationOptions & { readonly mostRuns?: number } = {},
): Promise<Shrunk | undefined> => {
  let runs = 0;
  const attempt = async (steps: readonly Step[]): Promise<Shrunk | undefined> => {
    runs++;
    const result = await simulate(plan, steps, { ...options, checkEvery: 100 });
    return result.violation?.invariant === violation?.invariant ? { steps, result } : undefined;
  };
  let best = await attempt(schedule.slice(0, failedAt + 1));
  // If the next run is slow in another step, the machine was the reason.
  const isElsewhere = best?.result.failedAt !== failedAt;
  if (violation?.invariant === "latency" && isElsewhere) return undefined;
  if (best === undefined) return attempt(schedule);
  for (let size = best.steps.length >> 1; size > 0 && runs < mostRuns; size >>= 1) {
    for (let at = 0; at < best.steps.length && runs < mostRuns;) {
      const without: readonly Step[] = best.steps.toSpliced(at, size);
      const shorter = await attempt(without);
      if (shorter === undefined) at += size;
      else best = upToFailure(shorter);
    }
  }
  return best;
};

/** Returns the schedule without the steps after the failure. */
const upToFailure = ({ steps, result }: Shrunk): Shrunk => ({
  steps: steps.slice(0, (result.failedAt ?? steps.length) + 1),
  result,
});
