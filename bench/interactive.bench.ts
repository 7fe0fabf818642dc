import { createLedger, type Ledger } from "ledger-in-a-box";
import { executePreparedAndWait, prepareTransaction } from "ledger-in-a-box/api";
import { onboardExternalParty, signPrepared, testKeyPair } from "ledger-in-a-box/testing";

import { decodeBase64 } from "../lib/base/values/base64.ts";
import { parseSpkiKey } from "../lib/operations/interactive/keys/signing-key.ts";
import { isSignatureValid } from "../lib/operations/interactive/keys/verify-signature.ts";
import { benchPackage, Token } from "./coin-package.ts";
import { median, reportFigures } from "./report.ts";

// Prepares, signs and executes create commands, one after the other, in this process. Measures the
// time of a round trip, of preparing, signing and verifying, and of everything but signing and
// verifying.

const issuerKeyPair = testKeyPair("issuer");
const benchLedger = await createLedger({
  packages: [benchPackage],
  seed: 1,
  clock: { freeze: "2026-01-01T00:00:00Z" },
});
const issuerParty = await onboardExternalParty(benchLedger, "issuer", issuerKeyPair);

let lastCommandNumber = 0;
const prepareTokenCreation = (on: Ledger) =>
  prepareTransaction(on, {
    commands: [Token.create({ issuer: issuerParty, owner: issuerParty, amount: "1.0" })],
    commandId: `command-${++lastCommandNumber}`,
    actAs: [issuerParty],
    userId: "bench",
  });

const prepareSignAndExecute = async (): Promise<void> => {
  const signed = signPrepared(await prepareTokenCreation(benchLedger), issuerKeyPair);
  await executePreparedAndWait(benchLedger, { ...signed, userId: "bench" });
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

await measureMillis(prepareSignAndExecute, 3);
const roundTripMillis = await measureMillis(prepareSignAndExecute);
const roundTripCpuMillis = await measureProcessorMillis(prepareSignAndExecute);
const preparationMillis = await measureMillis(() => prepareTokenCreation(benchLedger));

const sampleMessage = new Uint8Array(32).fill(7);
const sampleSignature = issuerKeyPair.sign(sampleMessage);
const publicKey = parseSpkiKey(
  "ed25519",
  decodeBase64(issuerKeyPair.publicKey.keyData) ?? new Uint8Array(),
);
if (publicKey === undefined) throw new TypeError("the test key has no public key");
const parsedSignature = {
  encoding: "concat",
  bytes: decodeBase64(sampleSignature.signature) ?? new Uint8Array(),
  signedBy: issuerKeyPair.fingerprint,
  algorithm: "ed25519",
} as const;
const signingMillis = await measureMillis(() => issuerKeyPair.sign(sampleMessage));
const verificationMillis = await measureMillis(() =>
  isSignatureValid(publicKey, sampleMessage, parsedSignature),
);

reportFigures("Prepare, sign and execute a create with an Ed25519 key", [
  {
    name: "round trips per second",
    samples: roundTripMillis.map((millis) => 1000 / millis),
    unit: "/s",
    target: { atLeast: 300 },
  },
  { name: "processor time of a round trip", samples: [roundTripCpuMillis], unit: "ms" },
  { name: "preparing", samples: preparationMillis, unit: "ms" },
  { name: "signing, on the client's side", samples: signingMillis, unit: "ms" },
  { name: "verifying", samples: verificationMillis, unit: "ms" },
  {
    name: "everything but signing and verifying",
    samples: [median(roundTripMillis) - median(signingMillis) - median(verificationMillis)],
    unit: "ms",
  },
]);
