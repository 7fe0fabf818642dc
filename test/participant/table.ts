import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

import { suites } from "./suites/index.ts";

/** The cases that have no function in `suites`, by suite and id, as in catalogue.yaml. */
interface Rest {
  readonly excluded: readonly { readonly why: string; readonly cases: readonly string[] }[];
  /** Cases that other tests cover. `file` is the file of the test, which contains the text `shown`. */
  readonly elsewhere: readonly {
    readonly file: string;
    readonly shown: string;
    readonly cases: readonly string[];
  }[];
  readonly open: Readonly<Record<string, readonly string[]>>;
}

export const rest = parse(
  readFileSync(join(import.meta.dirname, "catalogue.yaml"), "utf8"),
) as Rest;

/** Names `<suite> <id>` of the cases that have a function. */
export const shownCases: readonly string[] = suites.flatMap(({ name, cases }) =>
  Object.keys(cases).map((id) => `${name} ${id}`),
);

export const openCases: readonly string[] = Object.entries(rest.open).flatMap(([suite, ids]) =>
  ids.map((id) => `${suite} ${id}`),
);

/** The cases of a suite. */
export interface SuiteRow {
  readonly suite: string;
  readonly shown: number;
  readonly excluded: number;
  readonly why: readonly string[];
  readonly open: number;
}

/** Returns the rows, by suite name. */
export const suiteRows = (): readonly SuiteRow[] => {
  const elsewhere = rest.elsewhere.flatMap(({ cases }) => cases);
  const all = [
    ...shownCases,
    ...elsewhere,
    ...openCases,
    ...rest.excluded.flatMap(({ cases }) => cases),
  ];
  return [...new Set(all.map(suiteOf))].sort().map((suite) => {
    const isOf = (name: string): boolean => suiteOf(name) === suite;
    const left = rest.excluded.filter(({ cases }) => cases.some(isOf));
    return {
      suite,
      shown: [...shownCases, ...elsewhere].filter(isOf).length,
      excluded: left.flatMap(({ cases }) => cases).filter(isOf).length,
      why: left.map(({ why }) => why),
      open: openCases.filter(isOf).length,
    };
  });
};

const suiteOf = (name: string): string => name.slice(0, name.indexOf(" "));
