import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { Value } from "../base/values/value.ts";
import { createFailureStatusError } from "../contracts/daml-lf/builtins/builtins-failure.ts";
import { DamlException } from "../contracts/daml-lf/runtime/exception.ts";
import { readFailureStatus } from "../contracts/daml-lf/script/failure-status.ts";
import type { LoadedScript, LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type { OpaqueScriptValue } from "../contracts/daml-lf/script/questions.ts";
import type {
  ScriptMachineStep,
  ScriptQuestion,
} from "../contracts/daml-lf/script/script-machine.ts";
import type { ScriptControlQuestionKind } from "./answer-script-question.ts";
import { ScriptQuestionFailure } from "./question-failure.ts";
import type { ScriptTimeoutTimer } from "./script-timeout-timer.ts";

/** A question that a participant answers. */
export type ParticipantScriptQuestion = Exclude<ScriptQuestion, ControlQuestion>;

export interface ScriptRunContext {
  readonly scripts: Pick<LoadedScripts, "hearTraces">;
  /** Returns the answer to a question. */
  readonly perform: (question: ParticipantScriptQuestion) => Promise<unknown>;
  readonly onTrace: (message: string) => void;
  readonly time: ScriptTimeoutTimer;
}

/**
 * The handling of a Daml exception that the evaluated code does not catch: convert it to a failure
 * status, or keep it (daml-script.md 2.2).
 */
type ExceptionHandling = "converted" | "kept";

/**
 * Runs one script. A script asks questions (submit, query, catch …); each is answered before the script
 * continues. `catchException` catches Daml exceptions. `tryFailureStatus` catches failure statuses, and
 * exceptions, which it receives as failure statuses. `tryCommands` catches questions that failed. All other
 * failures pass through.
 */
export class ScriptRun {
  readonly #script: LoadedScript;
  readonly #context: ScriptRunContext;
  #steps = 0;

  constructor(script: LoadedScript, context: ScriptRunContext) {
    this.#script = script;
    this.#context = context;
  }

  /** The number of submissions and clock changes so far. */
  get stepCount(): number {
    return this.#steps;
  }

  /** Runs the script. Rejects with the failure of the script. */
  run(argument: Value | undefined): Promise<OpaqueScriptValue> {
    return this.#runToEnd(() => this.#script.beginScript(argument), "converted");
  }

  async #runToEnd(
    begin: () => ScriptMachineStep,
    exceptions: ExceptionHandling,
  ): Promise<OpaqueScriptValue> {
    let step = this.#evaluateStep(begin, exceptions);
    while (step.kind === "question") step = await this.#answerQuestion(step.question, exceptions);
    return step.result;
  }

  #evaluateStep(
    compute: () => ScriptMachineStep,
    exceptions: ExceptionHandling,
  ): ScriptMachineStep {
    const { scripts, onTrace } = this.#context;
    const stop = scripts.hearTraces(onTrace);
    try {
      return compute();
    } catch (error) {
      throw exceptions === "converted" ? this.#convertException(error) : error;
    } finally {
      stop();
    }
  }

  #convertException(error: unknown): unknown {
    return error instanceof DamlException ? this.#script.machine.toFailureError(error) : error;
  }

  async #answerQuestion(
    question: ScriptQuestion,
    exceptions: ExceptionHandling,
  ): Promise<ScriptMachineStep> {
    if (!isControlQuestion(question)) {
      // A timeout does not count as a failure of the question, so the script cannot catch it.
      const next = await this.#context.time.runWithTimeout(() => this.#askParticipant(question));
      return this.#evaluateStep(next, exceptions);
    }
    switch (question.kind) {
      case "throwException":
        return this.#evaluateStep(() => {
          throw new DamlException(question.content.exception);
        }, exceptions);
      case "failWithStatus":
        throw createFailureStatusError(question.content);
      case "catchException": {
        const attempt = await this.#attemptScript(
          question.content.script,
          "kept",
          getExceptionPayload,
        );
        return this.#evaluateStep(() => question.answer(attempt), exceptions);
      }
      case "tryFailureStatus": {
        const attempt = await this.#attemptScript(
          question.content.script,
          "converted",
          getFailureStatus,
        );
        return this.#evaluateStep(() => question.answer(attempt), exceptions);
      }
      case "tryCommands": {
        const attempt = await this.#attemptScript(
          question.content.script,
          exceptions,
          describeFailedQuestion,
        );
        return this.#evaluateStep(() => question.answer(attempt), exceptions);
      }
    }
  }

  /**
   * Runs a script within the script. Returns its failure if `caught` accepts it, and rethrows other
   * failures.
   */
  async #attemptScript<Failure>(
    script: OpaqueScriptValue,
    exceptions: ExceptionHandling,
    caught: (error: unknown) => Failure | undefined,
  ): Promise<{ readonly result: OpaqueScriptValue } | { readonly failure: Failure }> {
    try {
      const begin = (): ScriptMachineStep => this.#script.machine.beginWithin(script);
      return { result: await this.#runToEnd(begin, exceptions) };
    } catch (error) {
      const failure = caught(error);
      if (failure === undefined) throw error;
      return { failure };
    }
  }

  /** Asks the participant. Returns the continuation of the script with the answer. */
  async #askParticipant(question: ParticipantScriptQuestion): Promise<() => ScriptMachineStep> {
    this.#steps += countSteps(question);
    try {
      const answer = await this.#context.perform(question);
      // The answer has the type that the question expects, but the compiler cannot prove this.
      return () => (question.answer as (answer: unknown) => ScriptMachineStep)(answer);
    } catch (error) {
      throw new ScriptQuestionFailure(question.command, question.stack, error);
    }
  }
}

const countSteps = (question: ScriptQuestion): number => {
  if (question.kind === "submit") return question.content.length;
  return question.kind === "setTime" ? 1 : 0;
};

type ControlQuestion = Extract<ScriptQuestion, { readonly kind: ScriptControlQuestionKind }>;

const controlKinds: ReadonlySet<string> = new Set<ScriptControlQuestionKind>([
  "catchException",
  "tryFailureStatus",
  "tryCommands",
  "throwException",
  "failWithStatus",
]);

const isControlQuestion = (question: ScriptQuestion): question is ControlQuestion =>
  controlKinds.has(question.kind);

const getExceptionPayload = (error: unknown) =>
  error instanceof DamlException ? error.payload : undefined;

const getFailureStatus = (error: unknown) =>
  isLedgerError(error) ? readFailureStatus(error.details) : undefined;

const describeFailedQuestion = (error: unknown) =>
  error instanceof ScriptQuestionFailure
    ? {
        command: error.command,
        kind: error.errorKind,
        message: error.cause instanceof Error ? error.cause.message : String(error.cause),
      }
    : undefined;
