import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions, type PartyId } from "../../lib/index.ts";
import { iouPackage } from "./iou-package.ts";

export interface IouLedger {
  readonly ledger: Ledger;
  readonly alice: PartyId;
  readonly bob: PartyId;
  readonly carol: PartyId;
}

/** Returns a ledger with the IOU package and three parties, whose clock is frozen at noon. */
export const iouLedger = async (options: LedgerOptions = {}): Promise<IouLedger> => {
  const ledger = await createLedger({
    packages: [iouPackage],
    seed: 1,
    clock: { freeze: "2024-01-01T12:00:00Z" },
    ...options,
  });
  const allocate = async (partyIdHint: string): Promise<PartyId> => {
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
