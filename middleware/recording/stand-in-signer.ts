import type { Ledger } from "../../lib/index.ts";
import { giveTestKey, signPrepared, testKeyPair } from "../../lib/internal.ts";
import type { PreparedForSigning, ReplayTarget } from "../../lib/recording/index.ts";

/**
 * Returns a signer for external parties whose private keys are unknown. It registers a key of its
 * own for the party; a signature by that key is sufficient.
 */
export const createSubstituteKeySigner = (ledger: Ledger): NonNullable<ReplayTarget["sign"]> => {
  const known = new Set<string>();
  const keyPair = testKeyPair(standInSignerName);
  return async (prepared: PreparedForSigning, parties: readonly string[]) => {
    for (const party of parties) {
      if (known.has(party)) continue;
      await giveTestKey(ledger, party, keyPair);
      known.add(party);
    }
    const { partySignatures, hashingSchemeVersion } = signPrepared(
      // The signer determines the format of the prepared transaction itself.
      prepared as Parameters<typeof signPrepared>[0],
      keyPair,
    );
    return { partySignatures, hashingSchemeVersion };
  };
};

const standInSignerName = "stand-in of a replay";
