import type { Party } from "../../base/identifiers/identifiers.ts";
import type { HostLedger } from "../../host-ledger.ts";

/** The last payment of each party, by ledger. */
const lastPayments = new WeakMap<HostLedger, Map<Party, Promise<void>>>();

/**
 * Runs the payments of a party one after the other. Each payment then reads the amulets that the previous
 * one left. If payments ran at the same time, they would spend the same amulets, and all but one would fail.
 */
export const runPayment = <Result>(
  { ledger }: { readonly ledger: HostLedger },
  party: Party,
  pay: () => Promise<Result>,
): Promise<Result> => {
  const byParty = lastPayments.get(ledger) ?? new Map<Party, Promise<void>>();
  lastPayments.set(ledger, byParty);
  const result = (byParty.get(party) ?? Promise.resolve()).then(pay);
  byParty.set(party, ignoreOutcome(result));
  return result;
};

const ignoreOutcome = async (result: Promise<unknown>): Promise<void> => {
  try {
    await result;
  } catch {
    // The caller of the payment receives the error.
  }
};
