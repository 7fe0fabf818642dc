/** A record of an LCOV file. */
export interface LcovRecord {
  readonly file: string;
  readonly lines: ReadonlyMap<number, number>;
  readonly functions: ReadonlyMap<string, { readonly line: number; readonly count: number }>;
}

/** Parses an LCOV file. Throws if the order of lines, a total or a name is wrong. */
export const parseLcov = (text: string): readonly LcovRecord[] => {
  const records = text.split("end_of_record\n");
  if (records.pop() !== "") throw new TypeError("the last record does not end");
  return records.map(parseRecord);
};

const shape =
  /^TN:\nSF:(?<file>[^\n]+)\n(?<fn>(?:FN:\d+,[^\n]+\n)*)(?<fnda>(?:FNDA:\d+,[^\n]+\n)*)FNF:(?<fnf>\d+)\nFNH:(?<fnh>\d+)\n(?<da>(?:DA:\d+,\d+\n)*)LF:(?<lf>\d+)\nLH:(?<lh>\d+)\n$/u;

const parseRecord = (record: string): LcovRecord => {
  const { groups } = shape.exec(record) ?? {};
  if (groups === undefined) throw new TypeError(`no LCOV record: ${record}`);
  const { file = "", fn = "", fnda = "", fnf, fnh, da = "", lf, lh } = groups;
  const pairs = (part: string): (readonly [string, string])[] =>
    part
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [number = "", rest = ""] = line.replace(/^\w+:/u, "").split(/,(.*)/u);
        return [number, rest];
      });
  const lines = new Map(pairs(da).map(([line, count]) => [Number(line), Number(count)]));
  const counts = new Map(pairs(fnda).map(([count, name]) => [name, Number(count)]));
  const functions = new Map(
    pairs(fn).map(([line, name]) => [name, { line: Number(line), count: counts.get(name) ?? -1 }]),
  );
  const hits = (all: Iterable<number>): number => [...all].filter((count) => count > 0).length;
  const ran = hits(Array.from(functions.values(), ({ count }) => count));
  const isCorrect =
    Number(fnf) === functions.size &&
    Number(fnh) === ran &&
    Number(lf) === lines.size &&
    Number(lh) === hits(lines.values()) &&
    [...functions.values()].every(({ count }) => count >= 0);
  if (!isCorrect) throw new TypeError(`wrong totals: ${record}`);
  return { file, lines, functions };
};
