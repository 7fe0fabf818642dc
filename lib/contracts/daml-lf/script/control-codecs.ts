import { engineFaultError } from "../../transaction/interpretation-error.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import { asKind } from "../runtime/as-kind.ts";
import type { AnyV, RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineQuestionCodec } from "./question-codec.ts";
import {
  createEitherLeft,
  createEitherRight,
  createFailureStatus,
  createTriple,
} from "./stable-values.ts";

// Questions that run a script within a script, and questions that fail on purpose (daml-script.md 2.2, 2.3).

/** The outcome of a script that was run to catch its failure. */
export type ScriptAttemptResult<Failure> =
  { readonly result: RuntimeValue } | { readonly failure: Failure };

const writeEither =
  <Failure>(write: (failure: Failure) => RuntimeValue) =>
  (attempt: ScriptAttemptResult<Failure>): RuntimeValue =>
    "failure" in attempt
      ? createEitherLeft(write(attempt.failure))
      : createEitherRight(attempt.result);

/** Reads a function from unit to a script. */
const readDelayedScript = (question: RuntimeValue) => ({
  script: payload.readField(question, "act"),
});

export const catchExceptionCodec = defineQuestionCodec({
  read: readDelayedScript,
  write: writeEither((exception: AnyV) => exception),
});

export const tryFailureStatusCodec = defineQuestionCodec({
  read: readDelayedScript,
  write: writeEither((status: FailureStatus) => createFailureStatus(status)),
});

/** A failed question, for the script. */
export interface FailedQuestion {
  readonly command: string;
  readonly kind: string;
  readonly message: string;
}

export const tryCommandsCodec = defineQuestionCodec({
  read: readDelayedScript,
  write: writeEither(({ command, kind, message }: FailedQuestion) =>
    createTriple(command, kind, message),
  ),
});

const noAnswer: { readonly write: (answer: never) => RuntimeValue } = {
  write: () => {
    throw engineFaultError("a question without an answer was answered");
  },
};

export const throwExceptionCodec = defineQuestionCodec({
  read: (question) => ({ exception: asKind("any", payload.readField(question, "exc")) }),
  ...noAnswer,
});

export const failWithStatusCodec = defineQuestionCodec({
  read: (question): FailureStatus => {
    const status = payload.readField(question, "status");
    const metadata = asKind("textMap", payload.readField(status, "meta")).entries.entries();
    return {
      errorId: payload.readText(payload.readField(status, "errorId")),
      category: asKind("failureCategory", payload.readField(status, "category")).category,
      message: payload.readText(payload.readField(status, "message")),
      metadata: new Map(metadata.map(([key, text]) => [key, payload.readText(text)])),
    };
  },
  ...noAnswer,
});
