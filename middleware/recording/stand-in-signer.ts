import type { Ledger } from "../../lib/index.ts";
import { decodeBase64, signPrepared, testKeyPair } from "../../lib/internal.ts";
import type { PreparedHere, ReplayTarget } from "../../lib/recording/index.ts";

/**
 * Signs for external parties whose keys nobody here has: registers a key of its own beside theirs, whose signature is enough.
 */
export const standInSigner = (ledger: Ledger): NonNullable<ReplayTarget["sign"]> => {
  const known = new Set<string>();
  return async (prepared: PreparedHere, parties: readonly string[]) => {
    for (const party of parties) {
      if (known.has(party)) continue;
      await registerStandIn(ledger, party);
      known.add(party);
    }
    const keyPair = testKeyPair(standInName);
    const { partySignatures, hashingSchemeVersion } = signPrepared(
      // What it was prepared as, the signer finds out by itself.
      prepared as Parameters<typeof signPrepared>[0],
      keyPair,
    );
    return { partySignatures, hashingSchemeVersion };
  };
};

const standInName = "stand-in of a replay";

const registerStandIn = async (ledger: Ledger, party: string): Promise<void> => {
  const { fingerprint, publicKey } = testKeyPair(standInName);
  const spki = decodeBase64(publicKey.keyData) ?? new Uint8Array();
  const standIn = { fingerprint, spec: "ed25519", spki } as const;
  await ledger.commit((state) => ({
    events: [...(state.signingKeys.get(party) ?? [])].map(([synchronizerId, { keys }]) => ({
      kind: "signingKeysRegistered",
      party,
      synchronizerId,
      signingKeys: { keys: [...keys, standIn], threshold: 1 },
    })),
    outcome: undefined,
  }));
};
