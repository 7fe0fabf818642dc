/**
 * An external party with its own key: it is onboarded, prepares a command, signs the transaction, and
 * executes it. Run it with `node --import tsx examples/external-signing.ts`.
 */
import {
  createLedger,
  definePackage,
  defineTemplate,
  isLedgerError,
  Party,
  Text,
} from "ledger-in-a-box";
import {
  allocateExternalParty,
  executePreparedAndWaitForTransaction,
  generateExternalPartyTopology,
  prepareTransaction,
} from "ledger-in-a-box/api";
import { signPrepared, signTopology, testKeyPair } from "ledger-in-a-box/testing";

const Note = defineTemplate("Notes:Note", {
  payload: { author: Party, text: Text },
  signatories: ({ author }) => [author],
});

const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note } });

const ledger = await createLedger({ packages: [notes] });
const [{ id: synchronizer } = { id: "" }] = ledger.state.synchronizers;

// The wallet keeps the private key. The ledger gets only the public key and the data to sign.
const key = testKeyPair("alice");
const topology = generateExternalPartyTopology(ledger, {
  synchronizer,
  partyHint: "alice",
  publicKey: key.publicKey,
});
const { partyId: alice } = await allocateExternalParty(ledger, {
  synchronizer,
  ...signTopology(topology, key),
});
console.log(`Onboarded ${alice.split("::")[0] ?? ""}, who signs with her own key.`);

const prepared = await prepareTransaction(ledger, {
  commands: [Note.create({ author: alice, text: "Signed by me." })],
  commandId: "first note",
  actAs: [alice],
  userId: "wallet",
});

// A wallet computes the hash from the transaction itself, and signs only that hash.
const signed = { ...signPrepared(prepared, key), userId: "wallet" };
const { transaction } = await executePreparedAndWaitForTransaction(ledger, signed);
console.log(`Executed at offset ${transaction.offset}, as it was signed.`);

// Another key cannot sign for her.
const forged = signPrepared(
  await prepareTransaction(ledger, {
    commands: [Note.create({ author: alice, text: "Not by me." })],
    commandId: "second note",
    actAs: [alice],
    userId: "wallet",
  }),
  testKeyPair("mallory"),
);
try {
  await executePreparedAndWaitForTransaction(ledger, { ...forged, userId: "wallet" });
} catch (error) {
  if (!isLedgerError(error)) throw error;
  console.log(`Refused with ${error.code}: the signature is of another key.`);
}

await ledger.close();
