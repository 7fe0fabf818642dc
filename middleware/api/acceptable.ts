/**
 * Returns true if the Accept header allows one of the content types. A missing or malformed header
 * allows all of them; weights are ignored. An empty list of types stands for an answer without a
 * body, which is always acceptable.
 */
export const isAcceptable = (accept: string | undefined, types: readonly string[]): boolean => {
  if (accept === undefined || accept === "*/*" || types.length === 0) return true;
  const ranges = accept.split(",").map((range) => (range.split(";", 1)[0] ?? "").trim());
  return ranges.some(
    (range) =>
      !rangePattern.test(range) || types.some((type) => isWithin(range.toLowerCase(), type)),
  );
};

const rangePattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$|^[\w!#$&^.+-]+\/\*$|^\*\/\*$/;

const isWithin = (range: string, type: string): boolean =>
  range === "*/*" ||
  range === type ||
  (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
