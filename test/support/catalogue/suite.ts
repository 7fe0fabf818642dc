import type { ApiVersion, LedgerOptions } from "../../../lib/index.ts";
import { Asked } from "./asked.ts";
import type { Refusal } from "./refusal.ts";

/** What a case of the catalogue does; it fails where a participant would answer otherwise. */
export type Case = (asked: Asked) => Promise<void>;

/** The cases of a suite of the catalogue, by their ids. */
export interface Suite {
  readonly name: string;
  readonly options?: LedgerOptions;
  readonly cases: Readonly<Record<string, Case>>;
}

/** Runs a case on a ledger of its own, and tells what was refused meanwhile. */
export const runCase = async (
  { options }: Suite,
  run: Case,
  apiVersion: ApiVersion,
): Promise<readonly Refusal[]> => {
  const asked = await Asked.open(apiVersion, options);
  await run(asked);
  return asked.refusals;
};
