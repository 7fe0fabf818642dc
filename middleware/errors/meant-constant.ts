import { nearest } from "../../lib/internal.ts";
import { childOf } from "./json-pointer.ts";

/** Words that are compared with constants. */
const maxCompared = 100;

/** The first of the words by which a constant is meant, and that constant: the nearest, or one of which it is a part. */
export const constantMeantBy = (
  written: readonly string[],
  constants: readonly string[],
): readonly [word: string, meant: string] | undefined => {
  for (const word of written.slice(0, maxCompared)) {
    const meant =
      begunBy(word, constants) ??
      nearest(word, constants) ??
      withPart(word, constants) ??
      beginning(word, constants);
    if (meant !== undefined) return [word, meant];
  }
  return undefined;
};

/** The shortest constant that begins so, as CanReadAsAnyParty with CanReadAsAny. */
const begunBy = (word: string, constants: readonly string[]): string | undefined =>
  word.length < 4
    ? undefined
    : constants
        .filter((constant) => constant.toLowerCase().startsWith(word.toLowerCase()))
        .sort((one, other) => one.length - other.length)[0];

/** The longest constant that the word goes on from, as descending does from desc. */
const beginning = (word: string, constants: readonly string[]): string | undefined =>
  constants
    .filter(
      (constant) => constant.length > 2 && word.toLowerCase().startsWith(constant.toLowerCase()),
    )
    .sort((one, other) => other.length - one.length)[0];

/** The constant that begins with the same word, as CreateCommand with Create, or ends as ACS_DELTA does. */
const withPart = (word: string, constants: readonly string[]): string | undefined => {
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

/** Which kind of command its fields belong to, where the kind is not told. */
export const kindOfBare = (data: unknown, kinds: readonly string[]): string | undefined => {
  const has = (field: string): boolean => childOf(data, field) !== undefined;
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
