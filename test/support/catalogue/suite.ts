import type { ApiVersion, LedgerOptions } from "../../../lib/index.ts";
import { CaseLedger } from "./case-ledger.ts";
import type { Refusal } from "./refusal.ts";

/** A case of the catalogue. Rejects if the ledger responds differently than a participant. */
export type Case = (api: CaseLedger) => Promise<void>;

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
  const api = await CaseLedger.open(apiVersion, options);
  await run(api);
  return api.refusals;
};
