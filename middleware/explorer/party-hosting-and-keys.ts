import type { Ledger } from "../../lib/index.ts";

/** Hosting of a party on this participant, on one synchronizer. */
export interface HostingOnSynchronizer {
  readonly synchronizerId: string;
  readonly permission: string;
}

/** Signing keys of an external party on a synchronizer. */
export interface PartyKeysOnSynchronizer {
  readonly synchronizerId: string;
  readonly keys: readonly { readonly fingerprint: string; readonly spec: string }[];
  /** Number of signatures that are required. */
  readonly threshold: number;
}

export interface PartyHostingAndKeys {
  readonly party: string;
  readonly hosted: readonly HostingOnSynchronizer[];
  /** Empty if this participant signs. */
  readonly signedBy: readonly PartyKeysOnSynchronizer[];
}

/** The hosted parties by id, and their number on each synchronizer. */
export interface HostedPartiesSummary {
  readonly counts: Readonly<Record<string, number>>;
  /** The first {@link maxParties} external parties, and the first {@link maxParties} others. */
  readonly parties: readonly PartyHostingAndKeys[];
  readonly isCut: boolean;
}

/** Maximum number of external parties, and of other parties. */
const maxParties = 1_000;

/** Returns the hosted parties. O(number of parties). */
export const summarizeHostedParties = ({
  state: { hosting, signingKeys },
}: Ledger): HostedPartiesSummary => {
  const counts = Object.create(null) as Record<string, number>;
  const parties: PartyHostingAndKeys[] = [];
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
