import { ledgerError } from "../base/errors/ledger-error.ts";
import type { Party } from "../base/identifiers/identifiers.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import type { JournalEvent } from "../ledger/state/journal-event.ts";
import { readPublicKey } from "../operations/interactive/keys/public-key.ts";
import { type TestKeyPair, testKeyPair } from "./key-pair.ts";

/**
 * Adds a test key to a party's signing keys on each synchronizer where this ledger hosts the party,
 * and sets the signature threshold to 1. Use it to sign for the external parties of a fork, whose
 * private keys are unknown. Default key pair: `testKeyPair(party)`. Rejects with PARTY_NOT_FOUND if
 * this participant does not host the party.
 */
export const giveTestKey = async (
  ledger: Ledger,
  party: Party,
  keyPair: TestKeyPair = testKeyPair(party),
): Promise<TestKeyPair> => {
  const key = readPublicKey(keyPair.publicKey);
  await ledger.commit(({ hosting, signingKeys }) => {
    const synchronizerIds = [...(hosting.get(party)?.keys() ?? [])];
    if (synchronizerIds.length === 0) {
      throw ledgerError("PARTY_NOT_FOUND", {
        cause: `This participant does not host the party ${party}, so the party cannot sign.`,
        resources: [["PARTY", party]],
      });
    }
    const events = synchronizerIds.map((synchronizerId): JournalEvent => {
      const known = signingKeys.get(party)?.get(synchronizerId)?.keys ?? [];
      const others = known.filter(({ fingerprint }) => fingerprint !== key.fingerprint);
      const keys = { keys: [...others, key], threshold: 1 };
      return { kind: "signingKeysRegistered", party, synchronizerId, signingKeys: keys };
    });
    return { events, outcome: undefined };
  });
  return keyPair;
};
