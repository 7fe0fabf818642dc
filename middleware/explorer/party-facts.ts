import type { Ledger } from "../../lib/index.ts";

/** On which synchronizer this participant hosts a party, and what it may do for it there. */
export interface HostingFacts {
  readonly synchronizerId: string;
  readonly permission: string;
}

/** Who signs for an external party on a synchronizer. */
export interface KeyFacts {
  readonly synchronizerId: string;
  readonly keys: readonly { readonly fingerprint: string; readonly spec: string }[];
  /** How many of them have to. */
  readonly threshold: number;
}

export interface PartyFacts {
  readonly party: string;
  readonly hosted: readonly HostingFacts[];
  /** None where this participant signs. */
  readonly signedBy: readonly KeyFacts[];
}

/** All that are hosted here, in the order of their ids, and how many they are on each synchronizer. */
export interface PeopleFacts {
  readonly counts: Readonly<Record<string, number>>;
  /** The first of them, and the first of those that sign for themselves. */
  readonly parties: readonly PartyFacts[];
  readonly isCut: boolean;
}

/** Of either. */
const maxParties = 1_000;

/** O(number of parties). */
export const peopleFacts = ({ state: { hosting, signingKeys } }: Ledger): PeopleFacts => {
  const counts = Object.create(null) as Record<string, number>;
  const parties: PartyFacts[] = [];
  let isCut = false;
  let [own, external] = [0, 0];
  for (const [party, on] of hosting.entries()) {
    for (const id of on.keys()) counts[id] = (counts[id] ?? 0) + 1;
    const keys = signingKeys.get(party);
    if ((keys === undefined ? own++ : external++) >= maxParties) {
      isCut = true;
      continue;
    }
    parties.push({
      party,
      hosted: Array.from(on, ([synchronizerId, permission]) => ({ synchronizerId, permission })),
      signedBy: Array.from(keys ?? [], ([synchronizerId, { keys: all, threshold }]) => ({
        synchronizerId,
        keys: all.map(({ fingerprint, spec }) => ({ fingerprint, spec })),
        threshold,
      })),
    });
  }
  return { counts, parties, isCut };
};
