import { engineFault } from "../transaction/interpretation-error.ts";
import { takeStep } from "./apply.ts";
import { DamlException } from "./exception.ts";
import { Machine, nextUpdate } from "./machine.ts";
import { assertDepth, noFrame } from "./own-stack.ts";
import type { RuntimeValue, UpdateV } from "./runtime-value.ts";

/** How to go on when an update has been performed. */
export interface Performing {
  /** Goes on with the result. */
  readonly resume: (
    result: RuntimeValue,
    frame: RuntimeValue[],
    machine: DeepMachine,
  ) => RuntimeValue;
  /** Goes on after an exception, or throws it again. */
  readonly handle?: (
    exception: DamlException,
    frame: RuntimeValue[],
    machine: DeepMachine,
  ) => RuntimeValue;
}

/**
 * Performs ledger actions without waiting for one inside another on the stack of the host: exercises
 * in exercises, blocks in blocks and tries in tries wait on a stack of the machine.
 */
export class DeepMachine extends Machine {
  readonly #performings: Performing[] = [];
  readonly #frames: RuntimeValue[][] = [];

  /** Performs an update before going on with `then`. */
  performThen(update: UpdateV, then: Performing, frame: RuntimeValue[]): RuntimeValue {
    this.#await(then, frame);
    return this.continueWith(update);
  }

  /** The same with an update that is still to be evaluated; `then` handles its exceptions too. */
  within(then: Performing, frame: RuntimeValue[], update: () => UpdateV): RuntimeValue {
    this.#await(then, frame);
    return this.continueWith(update());
  }

  #await(then: Performing, frame: RuntimeValue[]): void {
    assertDepth(this.#performings.length);
    this.#performings.push(then);
    this.#frames.push(frame);
  }

  protected override performBody(body: UpdateV): RuntimeValue {
    return this.performThen(body, exercised, noFrame);
  }

  override settle(result: RuntimeValue): RuntimeValue {
    let next = () => result;
    for (;;) {
      try {
        return this.#finish(next());
      } catch (error) {
        if (!(error instanceof DamlException)) throw error;
        next = this.#handlerOf(error);
      }
    }
  }

  #finish(first: RuntimeValue): RuntimeValue {
    let result = first;
    for (;;) {
      while (result === nextUpdate) {
        const update = this.takeNext();
        takeStep();
        result = update.perform(this);
      }
      const performing = this.#performings.pop();
      const frame = this.#frames.pop();
      if (performing === undefined || frame === undefined) return result;
      result = performing.resume(result, frame, this);
    }
  }

  #handlerOf(exception: DamlException): () => RuntimeValue {
    for (;;) {
      const performing = this.#performings.pop();
      const frame = this.#frames.pop();
      if (performing === undefined || frame === undefined) throw exception;
      const { handle } = performing;
      if (handle !== undefined) return () => handle(exception, frame, this);
    }
  }
}

const exercised: Performing = {
  resume: (result, _frame, machine) => machine.endExercise(result),
};

/** The machine that performs updates of deep code; no other one is ever given to them. */
export const deepMachine = (machine: Machine): DeepMachine => {
  if (machine instanceof DeepMachine) return machine;
  throw engineFault("Updates of deep evaluation are performed by its machine only.");
};
