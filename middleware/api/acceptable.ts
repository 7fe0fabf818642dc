/**
 * Whether a client that sends this Accept header takes one of the content types. No header takes all, and
 * so does one that is malformed; weights do not matter. No types are an answer without a body, which all
 * take.
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
