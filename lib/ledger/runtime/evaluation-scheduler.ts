import { FairQueue, systemUser } from "../../base/scheduling/fair-queue.ts";
import {
  eventLoopIterationsBetweenSlices,
  yieldToEventLoop,
} from "../../base/scheduling/yield-to-event-loop.ts";
import { StepQuotaSuspension } from "../../contracts/engine/suspension.ts";
import type { TimeSliceHandle } from "../port/time-slice-handle.ts";
import {
  applyFirstSliceQuota,
  createTimeSliceHandle,
  evaluationStepsPerSlice,
} from "./decision-context.ts";
import { jobsPerYield } from "./job-queue.ts";

/**
 * Maximum number of slices of a short evaluation (about 80 ms). A short evaluation waits at most
 * that long for each other user.
 */
const maxSlicesOfShortEvaluation = 25;

interface QueuedEvaluation {
  readonly run: (handle: TimeSliceHandle) => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly userId: string;
  /** Identifies the interrupted work between two slices. */
  handle: TimeSliceHandle;
  slices: number;
}

/**
 * A queue of evaluations that run one after the other, with users in turn (round robin). Only the
 * current one has partial results in memory.
 */
interface EvaluationLane {
  readonly waiting: FairQueue<QueuedEvaluation>;
  current: QueuedEvaluation | undefined;
}

const newLane = (): EvaluationLane => ({ waiting: new FairQueue(), current: undefined });

/**
 * Runs evaluations that take more than one time slice, and yields to the event loop after each
 * slice (docs/decisions/0028). Short and long evaluations have separate lanes, whose slices
 * alternate, so that short evaluations do not wait until long ones end.
 */
export class EvaluationScheduler {
  readonly #lanes = { short: newLane(), long: newLane() };
  #next: "short" | "long" = "short";
  #isRunning = false;
  /** Number of evaluations that ran synchronously since the event loop last ran. */
  #synchronousRuns = 0;

  /**
   * Runs work synchronously if it takes at most one slice and few other evaluations have run since
   * the event loop last ran; otherwise in slices.
   */
  runSyncOrInSlices<T>(work: (handle: TimeSliceHandle) => T, userId?: string): T | Promise<T> {
    if (this.#isRunning) return this.run(work, userId);
    this.#synchronousRuns += 1;
    if (this.#synchronousRuns === jobsPerYield) this.#start();
    try {
      return work(applyFirstSliceQuota());
    } catch (error) {
      if (error instanceof StepQuotaSuspension) return this.run(work, userId);
      throw error;
    }
  }

  /**
   * Runs work in slices: calls `run` in each slice, until it returns or throws an error that is not
   * a suspension. See {@link TimeSliceHandle}.
   */
  run<T>(run: (handle: TimeSliceHandle) => T, userId = systemUser): Promise<T> {
    return new Promise((resolve, reject) => {
      const evaluation = {
        run,
        resolve,
        reject,
        userId,
        handle: createTimeSliceHandle(),
        slices: 0,
      };
      this.#lanes.short.waiting.enqueue(evaluation, userId);
      this.#start();
    });
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let slices = 1; slices > 0; slices = this.#runSlice()) {
      await yieldToEventLoop(slices * eventLoopIterationsBetweenSlices);
      this.#synchronousRuns = 0;
    }
    this.#isRunning = false;
  }

  /**
   * Runs the next slice. Returns how many slices it took (more than 1 for code that cannot be
   * interrupted); 0 if no evaluation waits.
   */
  #runSlice(): number {
    const { short, long } = this.#lanes;
    for (const lane of [short, long]) lane.current ??= lane.waiting.dequeue();
    const isShort =
      long.current === undefined || (this.#next === "short" && short.current !== undefined);
    this.#next = isShort ? "long" : "short";
    const lane = isShort ? short : long;
    const evaluation = lane.current;
    if (evaluation === undefined) return 0;
    const { handle } = evaluation;
    handle.quota.steps = evaluationStepsPerSlice;
    try {
      evaluation.resolve(evaluation.run(handle) as never);
      lane.current = undefined;
    } catch (error) {
      if (!(error instanceof StepQuotaSuspension)) {
        evaluation.reject(error);
        lane.current = undefined;
      } else if (++evaluation.slices === maxSlicesOfShortEvaluation) {
        // Restart the evaluation in the other lane, so that it has no partial results in memory
        // while it waits there.
        evaluation.handle = createTimeSliceHandle();
        long.waiting.enqueue(evaluation, evaluation.userId);
        lane.current = undefined;
      }
    }
    return Math.max(1, Math.ceil(1 - handle.quota.steps / evaluationStepsPerSlice));
  }
}
