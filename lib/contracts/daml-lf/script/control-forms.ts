import { engineFault } from "../../transaction/interpretation-error.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";
import { asKind } from "../runtime/as-kind.ts";
import type { AnyV, RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { failureStatusValue, left, right, triple } from "./stable-values.ts";

/**
 * Questions that run a script within a script, and those that fail on purpose (daml-script.md 2.2, 2.3).
 */

/** The outcome of a script that was run to catch its failure. */
export type Attempt<Failure> = { readonly result: RuntimeValue } | { readonly failure: Failure };

const eitherOf =
  <Failure>(write: (failure: Failure) => RuntimeValue) =>
  (attempt: Attempt<Failure>): RuntimeValue =>
    "failure" in attempt ? left(write(attempt.failure)) : right(attempt.result);

/** Reads a function from unit to a script. */
const delayed = (asked: RuntimeValue) => ({ script: payload.field(asked, "act") });

export const catchException = form({
  read: delayed,
  write: eitherOf((exception: AnyV) => exception),
});

export const tryFailureStatus = form({
  read: delayed,
  write: eitherOf((status: FailureStatus) => failureStatusValue(status)),
});

/** A failed question, for the script. */
export interface FailedQuestion {
  readonly command: string;
  readonly kind: string;
  readonly message: string;
}

export const tryCommands = form({
  read: delayed,
  write: eitherOf(({ command, kind, message }: FailedQuestion) => triple(command, kind, message)),
});

const unanswered: { readonly write: (answer: never) => RuntimeValue } = {
  write: () => {
    throw engineFault("a question without an answer was answered");
  },
};

export const throwException = form({
  read: (asked) => ({ exception: asKind("any", payload.field(asked, "exc")) }),
  ...unanswered,
});

export const failWithStatus = form({
  read: (asked): FailureStatus => {
    const status = payload.field(asked, "status");
    const metadata = asKind("textMap", payload.field(status, "meta")).entries.entries();
    return {
      errorId: payload.text(payload.field(status, "errorId")),
      category: asKind("failureCategory", payload.field(status, "category")).category,
      message: payload.text(payload.field(status, "message")),
      metadata: new Map(metadata.map(([key, text]) => [key, payload.text(text)])),
    };
  },
  ...unanswered,
});
