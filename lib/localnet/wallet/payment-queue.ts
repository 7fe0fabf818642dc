import { Mutex } from "async-mutex";

import type { Party } from "../../base/identifiers/identifiers.ts";
import type { HostLedger } from "../../host-ledger.ts";

/** Held while a party pays, by ledger and party. */
const mutexes = new WeakMap<HostLedger, Map<Party, Mutex>>();

/**
 * Runs the payments of a party one after the other. Each payment then reads the amulets that the previous
 * one left. If payments ran at the same time, they would spend the same amulets, and all but one would fail.
 */
export const runPaymentInTurn = <Result>(
  { ledger }: { readonly ledger: HostLedger },
  party: Party,
  pay: () => Promise<Result>,
): Promise<Result> => {
  const byParty = mutexes.get(ledger) ?? new Map<Party, Mutex>();
  mutexes.set(ledger, byParty);
  const mutex = byParty.get(party) ?? new Mutex();
  byParty.set(party, mutex);
  return mutex.runExclusive(pay);
};
