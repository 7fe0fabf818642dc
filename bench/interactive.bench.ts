import { createLedger, type Ledger } from "ledger-in-a-box";
import { executePreparedAndWait, prepareTransaction } from "ledger-in-a-box/api";
import { onboardExternalParty, signPrepared, testKeyPair } from "ledger-in-a-box/testing";

import { decodeBase64 } from "../lib/base/values/base64.ts";
import { parseSpkiKey } from "../lib/operations/interactive/keys/signing-key.ts";
import { isSignatureValid } from "../lib/operations/interactive/keys/verify-signature.ts";
import { benchPackage, Token } from "./coin-package.ts";
import { median, reportFigures } from "./report.ts";

// Prepares, signs and executes creates one after the other in process, and measures the share of
// cryptography.

const key = testKeyPair("issuer");
const ledger = await createLedger({
  packages: [benchPackage],
  seed: 1,
  clock: { freeze: "2026-01-01T00:00:00Z" },
});
const issuer = await onboardExternalParty(ledger, "issuer", key);

let lastCommandNumber = 0;
const prepareTokenCreation = (on: Ledger) =>
  prepareTransaction(on, {
    commands: [Token.create({ issuer, owner: issuer, amount: "1.0" })],
    commandId: `command-${++lastCommandNumber}`,
    actAs: [issuer],
    userId: "bench",
  });

const roundTrip = async (): Promise<void> => {
  const signed = signPrepared(await prepareTokenCreation(ledger), key);
  await executePreparedAndWait(ledger, { ...signed, userId: "bench" });
};

/** Milliseconds per run, for several rounds. */
const measureMillis = async (
  run: () => unknown,
  rounds = 9,
  runs = 100,
): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let each = 0; each < runs; each += 1) await run();
    samples.push((performance.now() - start) / runs);
  }
  return samples;
};

/**
 * Returns the processor time of all threads of this process per run, in milliseconds; other programs hardly
 * affect it.
 */
const measureProcessorMillis = async (run: () => unknown, runs = 500): Promise<number> => {
  const before = process.cpuUsage();
  for (let each = 0; each < runs; each += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
};

await measureMillis(roundTrip, 3);
const roundTripMillis = await measureMillis(roundTrip);
const processor = await measureProcessorMillis(roundTrip);
const preparation = await measureMillis(() => prepareTokenCreation(ledger));

const message = new Uint8Array(32).fill(7);
const signature = key.sign(message);
const publicKey = parseSpkiKey("ed25519", decodeBase64(key.publicKey.keyData) ?? new Uint8Array());
if (publicKey === undefined) throw new TypeError("the test key has no public key");
const parsedSignature = {
  encoding: "concat",
  bytes: decodeBase64(signature.signature) ?? new Uint8Array(),
  signedBy: key.fingerprint,
  algorithm: "ed25519",
} as const;
const signingMillis = await measureMillis(() => key.sign(message));
const verification = await measureMillis(() =>
  isSignatureValid(publicKey, message, parsedSignature),
);

reportFigures("Prepare, sign and execute a create with an Ed25519 key", [
  {
    name: "round trips per second",
    samples: roundTripMillis.map((millis) => 1000 / millis),
    unit: "/s",
    target: { atLeast: 300 },
  },
  { name: "processor time of a round trip", samples: [processor], unit: "ms" },
  { name: "preparing", samples: preparation, unit: "ms" },
  { name: "signing, on the client's side", samples: signingMillis, unit: "ms" },
  { name: "verifying", samples: verification, unit: "ms" },
  {
    name: "everything but signing and verifying",
    samples: [median(roundTripMillis) - median(signingMillis) - median(verification)],
    unit: "ms",
  },
]);
