import type { Ledger } from "../../lib/index.ts";
import { giveTestKey, signPrepared, testKeyPair } from "../../lib/internal.ts";
import type { PreparedHere, ReplayTarget } from "../../lib/recording/index.ts";

/**
 * Signs for external parties whose keys nobody here has: registers a key of its own beside theirs, whose signature is enough.
 */
export const standInSigner = (ledger: Ledger): NonNullable<ReplayTarget["sign"]> => {
  const known = new Set<string>();
  const keyPair = testKeyPair(standInName);
  return async (prepared: PreparedHere, parties: readonly string[]) => {
    for (const party of parties) {
      if (known.has(party)) continue;
      await giveTestKey(ledger, party, keyPair);
      known.add(party);
    }
    const { partySignatures, hashingSchemeVersion } = signPrepared(
      // What it was prepared as, the signer finds out by itself.
      prepared as Parameters<typeof signPrepared>[0],
      keyPair,
    );
    return { partySignatures, hashingSchemeVersion };
  };
};

const standInName = "stand-in of a replay";
