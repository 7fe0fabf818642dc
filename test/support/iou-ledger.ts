import { createLedger, type LedgerOptions } from "../../lib/create-ledger.ts";
import type { Party } from "../../lib/ground/identifiers/identifiers.ts";
import type { Ledger } from "../../lib/index.ts";
import { allocateParty } from "../../lib/operations/admin/parties/allocate-party.ts";
import { iouPackage } from "./iou-package.ts";

export interface IouLedger {
  readonly ledger: Ledger;
  readonly alice: Party;
  readonly bob: Party;
  readonly carol: Party;
}

/** A ledger with the package of IOUs and three parties, at noon of a day that does not pass. */
export const iouLedger = async (options: LedgerOptions = {}): Promise<IouLedger> => {
  const ledger = await createLedger({
    packages: [iouPackage],
    seed: 1,
    clock: { freeze: "2024-01-01T12:00:00Z" },
    ...options,
  });
  const allocate = async (partyIdHint: string): Promise<Party> => {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint });
    return partyDetails.party;
  };
  return {
    ledger,
    alice: await allocate("alice"),
    bob: await allocate("bob"),
    carol: await allocate("carol"),
  };
};
