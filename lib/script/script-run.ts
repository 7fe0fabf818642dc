import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { Value } from "../base/values/value.ts";
import { failureStatus } from "../contracts/daml-lf/builtins/builtins-failure.ts";
import { DamlException } from "../contracts/daml-lf/runtime/exception.ts";
import { failureStatusOf } from "../contracts/daml-lf/script/failure-status.ts";
import type { LoadedScript, LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type { Opaque } from "../contracts/daml-lf/script/questions.ts";
import type { Question, Step } from "../contracts/daml-lf/script/script-machine.ts";
import { type InnerKind, performQuestion } from "./perform-question.ts";
import { QuestionFailure } from "./question-failure.ts";
import type { ScriptParticipant } from "./script-participant.ts";
import type { TimeAllowed } from "./time-allowed.ts";

export interface RunContext {
  readonly scripts: LoadedScripts;
  readonly participant: ScriptParticipant;
  readonly onTrace: (message: string) => void;
  readonly time: TimeAllowed;
}

/** What an exception becomes that leaves an evaluation: a failure status, or it stays what it is (daml-script.md 2.2). */
type Exceptions = "converted" | "kept";

/**
 * One script, from question to question. Three kinds of failure go up through it, and what catches one lets the others
 * pass: Daml exceptions, failure statuses, and questions that could not be answered.
 */
export class ScriptRun {
  readonly #script: LoadedScript;
  readonly #context: RunContext;
  #steps = 0;

  constructor(script: LoadedScript, context: RunContext) {
    this.#script = script;
    this.#context = context;
  }

  /** How many submissions and moves of the clock there were so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Rejects with what the script fails with. */
  run(argument: Value | undefined): Promise<Opaque> {
    return this.#follow(() => this.#script.begin(argument), "converted");
  }

  async #follow(begin: () => Step, exceptions: Exceptions): Promise<Opaque> {
    let step = this.#evaluate(begin, exceptions);
    while (step.kind === "question") step = await this.#ask(step.question, exceptions);
    return step.result;
  }

  #evaluate(compute: () => Step, exceptions: Exceptions): Step {
    const { scripts, onTrace } = this.#context;
    const stop = scripts.hearTraces(onTrace);
    try {
      return compute();
    } catch (error) {
      throw exceptions === "converted" ? this.#converted(error) : error;
    } finally {
      stop();
    }
  }

  #converted(error: unknown): unknown {
    return error instanceof DamlException ? this.#script.machine.failureOf(error) : error;
  }

  async #ask(question: Question, exceptions: Exceptions): Promise<Step> {
    if (!isInner(question)) {
      // Nobody catches that the time is over: no question fails by it.
      const next = await this.#context.time.within(() => this.#put(question));
      return this.#evaluate(next, exceptions);
    }
    switch (question.kind) {
      case "throwException":
        return this.#evaluate(() => {
          throw new DamlException(question.asks.exception);
        }, exceptions);
      case "failWithStatus":
        throw failureStatus(question.asks);
      case "catchException": {
        const attempt = await this.#attempt(question.asks.script, "kept", exceptionIn);
        return this.#evaluate(() => question.answer(attempt), exceptions);
      }
      case "tryFailureStatus": {
        const attempt = await this.#attempt(question.asks.script, "converted", statusIn);
        return this.#evaluate(() => question.answer(attempt), exceptions);
      }
      case "tryCommands": {
        const attempt = await this.#attempt(question.asks.script, exceptions, failedQuestionIn);
        return this.#evaluate(() => question.answer(attempt), exceptions);
      }
    }
  }

  /** Runs a script within the script. What goes wrong and is not of the kind that is caught goes on. */
  async #attempt<Failure>(
    script: Opaque,
    exceptions: Exceptions,
    caught: (error: unknown) => Failure | undefined,
  ): Promise<{ readonly result: Opaque } | { readonly failure: Failure }> {
    try {
      const begin = (): Step => this.#script.machine.beginWithin(script);
      return { result: await this.#follow(begin, exceptions) };
    } catch (error) {
      const failure = caught(error);
      if (failure === undefined) throw error;
      return { failure };
    }
  }

  /** What the script does with the answer of the participant. */
  async #put(question: Exclude<Question, InnerQuestion>): Promise<() => Step> {
    this.#steps += stepsOf(question);
    try {
      const answer = await performQuestion(question, this.#context.participant);
      // What is answered is of the kind that was asked; the compiler has lost sight of it.
      return () => (question.answer as (answer: unknown) => Step)(answer);
    } catch (error) {
      throw new QuestionFailure(question.command, question.stack, error);
    }
  }
}

const stepsOf = (question: Question): number => {
  if (question.kind === "submit") return question.asks.length;
  return question.kind === "setTime" ? 1 : 0;
};

type InnerQuestion = Extract<Question, { readonly kind: InnerKind }>;

const innerKinds: ReadonlySet<string> = new Set<InnerKind>([
  "catchException",
  "tryFailureStatus",
  "tryCommands",
  "throwException",
  "failWithStatus",
]);

const isInner = (question: Question): question is InnerQuestion => innerKinds.has(question.kind);

const exceptionIn = (error: unknown) =>
  error instanceof DamlException ? error.payload : undefined;

const statusIn = (error: unknown) =>
  isLedgerError(error) ? failureStatusOf(error.details) : undefined;

const failedQuestionIn = (error: unknown) =>
  error instanceof QuestionFailure
    ? {
        command: error.command,
        kind: error.kind,
        message: error.cause instanceof Error ? error.cause.message : String(error.cause),
      }
    : undefined;
