import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Refusal } from "./refusal.ts";

const file = join(import.meta.dirname, "../../participant/refusals.jsonl");

/** All errors of a case. */
export interface CaseRefusals {
  readonly case: string;
  readonly refusals: readonly Refusal[];
}

/** The recorded errors of each case, by suite and id; cases without errors are absent. */
export const recordedRefusals: ReadonlyMap<string, readonly Refusal[]> = new Map(
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CaseRefusals)
    .map(({ case: name, refusals }) => [name, refusals]),
);

export const recordRefusals = (found: readonly CaseRefusals[]): void => {
  writeFileSync(file, found.map((line) => `${JSON.stringify(line)}\n`).join(""));
};
