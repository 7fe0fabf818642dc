import { isLedgerError, type LedgerError } from "../../../base/errors/ledger-error.ts";
import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import type { Descriptor } from "../types/descriptor.ts";
import { Party as party } from "../types/scalars.ts";

/**
 * What contract code answers is checked before the ledger believes it: TypeScript's types do not hold
 * at run time. All functions raise DAML_INTERPRETATION_ERROR, saying what answered and where it is
 * wrong.
 */

/** The value that code answered; `what` names the code. */
export const encodeAnswer = (what: string, descriptor: Descriptor, answer: unknown): Value => {
  if (isPromise(answer)) {
    disown(answer);
    throw wrongAnswer(what, "a Promise; the code of contracts is synchronous");
  }
  try {
    return descriptor.encode(answer);
  } catch (error) {
    disown(answer);
    throw asWrongAnswer(what, error);
  }
};

/** The parties that code answered; order and repeats do not matter. */
export const answeredParties = (what: string, answer: unknown): readonly Party[] => {
  if (!Array.isArray(answer)) {
    disown(answer);
    throw wrongAnswer(what, isPromise(answer) ? "a Promise" : "something else than an array");
  }
  for (const item of answer) encodeAnswer(what, party, item);
  // Every item was checked.
  return answer as readonly Party[];
};

/** The boolean that code answered. */
export const answeredBoolean = (what: string, answer: unknown): boolean => {
  if (typeof answer === "boolean") return answer;
  disown(answer);
  throw wrongAnswer(what, `something else than true or false`);
};

/** An error of a builder that contract code called, told as an error of that code. */
export const asWrongAnswer = (what: string, error: unknown): unknown => {
  if (!isLedgerError(error) || error.code !== "INVALID_ARGUMENT") return error;
  const { path, cause } = error.details;
  return interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `${what}: ${path === undefined ? "" : `${path}: `}${cause}`,
  });
};

const wrongAnswer = (what: string, answered: string): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", { cause: `${what} answered ${answered}.` });

/** In how many objects of what was answered promises are looked for. */
const maxObjects = 10_000;

/**
 * Nobody awaits the promises in an answer that is refused: one that rejects would end the process. What is
 * no answer may refer to itself, or be the whole program. Getters are left alone: they may fail.
 */
const disown = (answer: unknown): void => {
  const found = new Set([answer]);
  // Grows while it is walked.
  for (const each of found) {
    if (isPromise(each)) {
      each.then(undefined, () => undefined);
    } else if (typeof each === "object" && each !== null) {
      for (const { value } of Object.values(Object.getOwnPropertyDescriptors(each))) {
        if (found.size >= maxObjects) break;
        if (typeof value === "object" && value !== null) found.add(value);
      }
    }
  }
};

const isPromise = (answer: unknown): answer is PromiseLike<unknown> =>
  typeof answer === "object" &&
  answer !== null &&
  "then" in answer &&
  typeof answer.then === "function";
