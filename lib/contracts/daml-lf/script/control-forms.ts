import { engineFault } from "../../transaction/interpretation-error.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import { asKind } from "../runtime/as-kind.ts";
import type { AnyV, RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { failureStatusValue, left, right, triple } from "./stable-values.ts";

// Questions that run a script within a script, and questions that fail on purpose (daml-script.md 2.2, 2.3).

/** The outcome of a script that was run to catch its failure. */
export type Attempt<Failure> = { readonly result: RuntimeValue } | { readonly failure: Failure };

const writeEither =
  <Failure>(write: (failure: Failure) => RuntimeValue) =>
  (attempt: Attempt<Failure>): RuntimeValue =>
    "failure" in attempt ? left(write(attempt.failure)) : right(attempt.result);

/** Reads a function from unit to a script. */
const readDelayedScript = (question: RuntimeValue) => ({ script: payload.field(question, "act") });

export const catchException = form({
  read: readDelayedScript,
  write: writeEither((exception: AnyV) => exception),
});

export const tryFailureStatus = form({
  read: readDelayedScript,
  write: writeEither((status: FailureStatus) => failureStatusValue(status)),
});

/** A failed question, for the script. */
export interface FailedQuestion {
  readonly command: string;
  readonly kind: string;
  readonly message: string;
}

export const tryCommands = form({
  read: readDelayedScript,
  write: writeEither(({ command, kind, message }: FailedQuestion) =>
    triple(command, kind, message),
  ),
});

const noAnswer: { readonly write: (answer: never) => RuntimeValue } = {
  write: () => {
    throw engineFault("a question without an answer was answered");
  },
};

export const throwException = form({
  read: (question) => ({ exception: asKind("any", payload.field(question, "exc")) }),
  ...noAnswer,
});

export const failWithStatus = form({
  read: (question): FailureStatus => {
    const status = payload.field(question, "status");
    const metadata = asKind("textMap", payload.field(status, "meta")).entries.entries();
    return {
      errorId: payload.text(payload.field(status, "errorId")),
      category: asKind("failureCategory", payload.field(status, "category")).category,
      message: payload.text(payload.field(status, "message")),
      metadata: new Map(metadata.map(([key, text]) => [key, payload.text(text)])),
    };
  },
  ...noAnswer,
});
