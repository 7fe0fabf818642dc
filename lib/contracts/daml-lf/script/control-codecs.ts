import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import type { RuntimeAny, RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import {
  createEitherLeftValue,
  createEitherRightValue,
  createFailureStatusValue,
  createRuntimeTriple,
} from "./stable-values.ts";

// Questions that run a script within a script, and questions that fail on purpose (daml-script.md 2.2, 2.3).

/** The outcome of a script that was run to catch its failure. */
export type ScriptAttemptResult<Failure> =
  { readonly result: RuntimeValue } | { readonly failure: Failure };

const writeEither =
  <Failure>(write: (failure: Failure) => RuntimeValue) =>
  (attempt: ScriptAttemptResult<Failure>): RuntimeValue =>
    "failure" in attempt
      ? createEitherLeftValue(write(attempt.failure))
      : createEitherRightValue(attempt.result);

/** Reads a function from unit to a script. */
const readDelayedScript = (question: RuntimeValue) => ({
  script: payload.readRequiredRecordField(question, "act"),
});

export const catchExceptionQuestionCodec = defineScriptQuestionCodec({
  read: readDelayedScript,
  write: writeEither((exception: RuntimeAny) => exception),
});

export const tryFailureStatusQuestionCodec = defineScriptQuestionCodec({
  read: readDelayedScript,
  write: writeEither((status: FailureStatus) => createFailureStatusValue(status)),
});

/** A failed question, for the script. */
export interface FailedScriptQuestion {
  readonly command: string;
  readonly kind: string;
  readonly message: string;
}

export const tryCommandsQuestionCodec = defineScriptQuestionCodec({
  read: readDelayedScript,
  write: writeEither(({ command, kind, message }: FailedScriptQuestion) =>
    createRuntimeTriple(command, kind, message),
  ),
});

const noAnswer: { readonly write: (answer: never) => RuntimeValue } = {
  write: () => {
    throw createEngineFaultError("a question without an answer was answered");
  },
};

export const throwExceptionQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({
    exception: requireValueKind("any", payload.readRequiredRecordField(question, "exc")),
  }),
  ...noAnswer,
});

export const failWithStatusQuestionCodec = defineScriptQuestionCodec({
  read: (question): FailureStatus => {
    const status = payload.readRequiredRecordField(question, "status");
    const metadata = requireValueKind(
      "textMap",
      payload.readRequiredRecordField(status, "meta"),
    ).entries.entries();
    return {
      errorId: payload.readTextValue(payload.readRequiredRecordField(status, "errorId")),
      category: requireValueKind(
        "failureCategory",
        payload.readRequiredRecordField(status, "category"),
      ).category,
      message: payload.readTextValue(payload.readRequiredRecordField(status, "message")),
      metadata: new Map(metadata.map(([key, text]) => [key, payload.readTextValue(text)])),
    };
  },
  ...noAnswer,
});
