import { isLedgerError, type LedgerError } from "../../../base/errors/ledger-error.ts";
import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import type { Descriptor } from "../types/descriptor.ts";
import { Party as party } from "../types/scalars.ts";

/**
 * Checks the return values of contract code, because static types do not hold at run time. The functions
 * that check a value raise DAML_INTERPRETATION_ERROR, naming the code and the invalid part.
 */

/** Returns the ledger value of a return value; `what` is the name of the code in errors. */
export const encodeContractCodeReturnValue = (
  what: string,
  descriptor: Descriptor,
  answer: unknown,
): Value => {
  if (isPromise(answer)) {
    ignoreRejections(answer);
    throw wrongReturnValueError(what, "a Promise; contract code must be synchronous");
  }
  try {
    return descriptor.encode(answer);
  } catch (error) {
    ignoreRejections(answer);
    throw convertContractCodeArgumentError(what, error);
  }
};

/** Returns the parties that the code returned, in any order and possibly with duplicates. */
export const requirePartiesFromContractCode = (what: string, answer: unknown): readonly Party[] => {
  if (!Array.isArray(answer)) {
    ignoreRejections(answer);
    throw wrongReturnValueError(
      what,
      isPromise(answer) ? "a Promise" : "a value that is not an array",
    );
  }
  for (const item of answer) encodeContractCodeReturnValue(what, party, item);
  // Every item was checked.
  return answer as readonly Party[];
};

/** Returns the boolean that the code returned. */
export const requireBooleanFromContractCode = (what: string, answer: unknown): boolean => {
  if (typeof answer === "boolean") return answer;
  ignoreRejections(answer);
  throw wrongReturnValueError(what, "a value that is neither true nor false");
};

/**
 * Returns an INVALID_ARGUMENT of a command builder, which contract code may call, as a
 * DAML_INTERPRETATION_ERROR of that code. Returns other errors unchanged.
 */
export const convertContractCodeArgumentError = (what: string, error: unknown): unknown => {
  if (!isLedgerError(error) || error.code !== "INVALID_ARGUMENT") return error;
  const { path, cause } = error.details;
  return interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `${what}: ${path === undefined ? "" : `${path}: `}${cause}`,
  });
};

const wrongReturnValueError = (what: string, found: string): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", { cause: `${what} returned ${found}.` });

/** Maximum number of objects that are searched for promises. */
const maxObjects = 10_000;

/**
 * Handles rejections of promises in a refused return value; an unhandled rejection would end the process.
 * The value may contain cycles or refer to large parts of the program. Getters are not called, because they
 * may throw.
 */
const ignoreRejections = (answer: unknown): void => {
  const found = new Set([answer]);
  // The set grows during the iteration.
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
