/**
 * Compares dotted decimal versions segment by segment as numbers. A missing segment is smaller than
 * any number, so `1.2 < 1.2.0 < 1.10` (daml-lf.md 5). Numbers may have any length.
 */
export const comparePackageVersions = (left: string, right: string): number => {
  const a = left.split(".");
  const b = right.split(".");
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const order = compareSegments(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
};

/** Compares two decimal numbers. Without leading zeros, the longer one is larger. */
const compareSegments = (left: string, right: string): number => {
  if (left.length !== right.length) return left.length < right.length ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
};
