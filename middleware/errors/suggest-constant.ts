import { findMostSimilarText } from "../../lib/internal.ts";
import { readJsonChild } from "./json-pointer.ts";

/** Maximum number of words compared with constants. */
const maxCompared = 100;

/**
 * Returns the first word that resembles a constant, and that constant: by edit distance, or as a
 * part of it.
 */
export const suggestConstant = (
  written: readonly string[],
  constants: readonly string[],
): readonly [word: string, suggestion: string] | undefined => {
  for (const word of written.slice(0, maxCompared)) {
    const suggestion =
      constantWithPrefix(word, constants) ??
      findMostSimilarText(word, constants) ??
      constantWithPart(word, constants) ??
      constantBeginningWord(word, constants);
    if (suggestion !== undefined) return [word, suggestion];
  }
  return undefined;
};

/** Returns the shortest constant with this prefix: CanReadAsAnyParty for CanReadAsAny. */
const constantWithPrefix = (word: string, constants: readonly string[]): string | undefined =>
  word.length < 4
    ? undefined
    : constants
        .filter((constant) => constant.toLowerCase().startsWith(word.toLowerCase()))
        .sort((one, other) => one.length - other.length)[0];

/** Returns the longest constant that is a prefix of the word: desc for descending. */
const constantBeginningWord = (word: string, constants: readonly string[]): string | undefined =>
  constants
    .filter(
      (constant) => constant.length > 2 && word.toLowerCase().startsWith(constant.toLowerCase()),
    )
    .sort((one, other) => other.length - one.length)[0];

/**
 * Returns the constant with the same first word, CreateCommand for Create, or the same end, as in
 * ACS_DELTA.
 */
const constantWithPart = (word: string, constants: readonly string[]): string | undefined => {
  if (word.length < 2 || word.length > 100) return undefined;
  const end = `_${word.toUpperCase()}`;
  const [first = ""] = /^[A-Z]?[a-z]+/.exec(word) ?? [];
  return constants.find(
    (constant) =>
      constant.endsWith(end) ||
      (word.length > 4 && constant.toLowerCase().endsWith(word.toLowerCase())) ||
      (first !== "" && /^[A-Z][a-z]+/.exec(constant)?.[0].toLowerCase() === first.toLowerCase()),
  );
};

/** Returns the kind of command that has these fields, for a command without its tag. */
export const findKindOfUntaggedCommand = (
  data: unknown,
  kinds: readonly string[],
): string | undefined => {
  const has = (field: string): boolean => readJsonChild(data, field) !== undefined;
  if (!has("templateId") && !has("contractId")) return undefined;
  const kind = has("createArguments")
    ? has("choice")
      ? "CreateAndExerciseCommand"
      : "CreateCommand"
    : has("contractKey")
      ? "ExerciseByKeyCommand"
      : "ExerciseCommand";
  return kinds.includes(kind) ? kind : undefined;
};
