import type { ApiVersion, LedgerOptions } from "../../../lib/index.ts";
import { Asked } from "./asked.ts";
import type { Refusal } from "./refusal.ts";

/** A case of the catalogue; fails if a participant would answer differently. */
export type Case = (asked: Asked) => Promise<void>;

/** The cases of a suite of the catalogue, by id. */
export interface Suite {
  readonly name: string;
  readonly options?: LedgerOptions;
  readonly cases: Readonly<Record<string, Case>>;
}

/** Runs a case on a new ledger, and returns the errors that occurred. */
export const runCase = async (
  { options }: Suite,
  run: Case,
  apiVersion: ApiVersion,
): Promise<readonly Refusal[]> => {
  const asked = await Asked.open(apiVersion, options);
  await run(asked);
  return asked.refusals;
};
