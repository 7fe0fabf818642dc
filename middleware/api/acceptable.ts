/**
 * Returns true if the Accept header allows one of the content types. A missing or malformed header
 * allows all of them; weights are ignored. A range with a parameter other than a weight and a charset
 * matches no type. An empty list of types stands for an answer without a
 * body, which is always acceptable.
 */
export const isAcceptable = (accept: string | undefined, types: readonly string[]): boolean => {
  if (accept === undefined || accept === "*/*" || types.length === 0) return true;
  const ranges = accept
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()))
    .filter((parts) => parts.join("") !== "");
  if (ranges.length === 0) return true;
  return ranges.some(
    ([range = "", ...parameters]) =>
      !rangePattern.test(range) ||
      (parameters.every((parameter) => ignoredPattern.test(parameter)) &&
        types.some((type) => isWithin(range.toLowerCase(), type))),
  );
};

const ignoredPattern = /^(q|charset)\s*=|^$/i;

const rangePattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$|^[\w!#$&^.+-]+\/\*$|^\*\/\*$/;

const isWithin = (range: string, type: string): boolean =>
  range === "*/*" ||
  range === type ||
  (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
