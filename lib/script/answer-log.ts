import { createEngineFaultError } from "../contracts/transaction/interpretation-error.ts";
import type { ParticipantScriptQuestion } from "./script-run.ts";

/** Maximum number of recorded answers. A script may ask any number of questions. */
const maxAnswers = 10_000;

type QuestionPerformer = (question: ParticipantScriptQuestion) => Promise<unknown>;

type QuestionOutcome = { readonly answer: unknown } | { readonly error: unknown };

/**
 * Records the answers to the questions of a script, so that the script can run again without a
 * participant.
 */
export class ScriptAnswerLog {
  readonly #perform: QuestionPerformer;
  readonly #outcomes: QuestionOutcome[] = [];
  #isComplete = true;

  constructor(perform: QuestionPerformer) {
    this.#perform = perform;
  }

  /** Answers a question and records the answer. */
  readonly perform: QuestionPerformer = async (question) => {
    try {
      const answer = await this.#perform(question);
      this.#add({ answer });
      return answer;
    } catch (error) {
      this.#add({ error });
      throw error;
    }
  };

  #add(outcome: QuestionOutcome): void {
    if (this.#outcomes.length < maxAnswers) this.#outcomes.push(outcome);
    else this.#isComplete = false;
  }

  /** False if there were too many answers to record all of them. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Returns a function that returns the recorded answers in their order, regardless of the questions. */
  createReplay(): QuestionPerformer {
    const outcomes = this.#outcomes.values();
    return async () => {
      const { value } = outcomes.next();
      if (value === undefined) {
        throw createEngineFaultError("The script asked more questions than in its first run.");
      }
      if ("error" in value) throw value.error;
      return Promise.resolve(value.answer);
    };
  }
}
