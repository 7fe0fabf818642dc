import { ledgerError } from "../base/errors/ledger-error.ts";
import type { Party } from "../base/identifiers/identifiers.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import type { LedgerEvent } from "../ledger/state/ledger-event.ts";
import { readPublicKey } from "../operations/interactive/keys/public-key.ts";
import { type TestKeyPair, testKeyPair } from "./key-pair.ts";

/**
 * Lets a key of tests sign for a party wherever it is hosted here, beside the keys that it has; one signature is enough then. External
 * parties of forks, whose keys nobody here has, prepare, sign and execute with it. The key pair is that of the party's id unless
 * another is given. Rejects with PARTY_NOT_FOUND for a party that is not hosted here.
 */
export const giveTestKey = async (
  ledger: Ledger,
  party: Party,
  keyPair: TestKeyPair = testKeyPair(party),
): Promise<TestKeyPair> => {
  const key = readPublicKey(keyPair.publicKey);
  await ledger.commit(({ hosting, signingKeys }) => {
    const places = [...(hosting.get(party)?.keys() ?? [])];
    if (places.length === 0) {
      throw ledgerError("PARTY_NOT_FOUND", {
        cause: `The party ${party} is not hosted here: only who is can sign.`,
        resources: [["PARTY", party]],
      });
    }
    const events = places.map((synchronizerId): LedgerEvent => {
      const known = signingKeys.get(party)?.get(synchronizerId)?.keys ?? [];
      const others = known.filter(({ fingerprint }) => fingerprint !== key.fingerprint);
      const keys = { keys: [...others, key], threshold: 1 };
      return { kind: "signingKeysRegistered", party, synchronizerId, signingKeys: keys };
    });
    return { events, outcome: undefined };
  });
  return keyPair;
};
