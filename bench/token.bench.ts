import { fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";

import jsonwebtoken from "jsonwebtoken";
import { createUser } from "ledger-in-a-box/api";

import { createAuthenticator } from "../middleware/auth/authenticator.ts";
import { createBenchLedger } from "./bench-ledger.ts";
import { createBenchRequest, setRequestParties } from "./http-request.ts";
import { reportFigures } from "./report.ts";

// The cost of authenticating a request, compared with a complete submission over HTTP: for a token that was
// verified before, and for a new token.

const measureMicrosEach = async (
  count: number,
  work: (index: number) => unknown,
): Promise<number> => {
  const begin = performance.now();
  for (let index = 0; index < count; index += 1) await work(index);
  return ((performance.now() - begin) * 1000) / count;
};

const benchSetup = await createBenchLedger();
setRequestParties(benchSetup);
const actAsRight = { kind: { CanActAs: { value: { party: benchSetup.issuer } } } };
await createUser(benchSetup.ledger, { user: { id: "ann" }, rights: [actAsRight] });
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signedTokens = Array.from({ length: 500 }, (_, index) => {
  const claims = { sub: "ann", scope: "daml_ledger_api", jti: String(index) };
  return jsonwebtoken.sign(claims, privateKey, { algorithm: "RS256", expiresIn: 3_600 });
});
const selectToken = (index: number): string => signedTokens[index] ?? "";
const authOption = { rs256PublicKey: publicKey };

const serverProcess = fork(join(import.meta.dirname, "http-server.ts"), ["ledger"], {
  execArgv: ["--import", "tsx"],
});
const [url] = (await once(serverProcess, "message")) as [string];
let sequence = 0;
const submitCommand = async (): Promise<void> => {
  sequence += 1;
  const response = await fetch(`${url}/v2/commands/submit-and-wait-for-transaction`, {
    method: "POST",
    body: createBenchRequest(sequence),
  });
  if (!response.ok) throw new TypeError(await response.text());
  await response.arrayBuffer();
};
/** Runs eight calls at a time, as a server does: with a single call, the process would mostly wait. */
const submitEightCommands = (): Promise<unknown> =>
  Promise.all(Array.from({ length: 8 }, submitCommand));

await measureMicrosEach(100, submitEightCommands);
const cachedAuthenticator = createAuthenticator(benchSetup.ledger, authOption);
await measureMicrosEach(20_000, () => cachedAuthenticator(selectToken(0)));
const microsByMeasurement = {
  submit: [] as number[],
  first: [] as number[],
  known: [] as number[],
};
for (let round = 0; round < 7; round += 1) {
  microsByMeasurement.submit.push((await measureMicrosEach(60, submitEightCommands)) / 8);
  microsByMeasurement.known.push(
    await measureMicrosEach(20_000, () => cachedAuthenticator(selectToken(0))),
  );
  const fresh = createAuthenticator(benchSetup.ledger, authOption);
  microsByMeasurement.first.push(
    await measureMicrosEach(signedTokens.length, (index) => fresh(selectToken(index))),
  );
}
serverProcess.kill();

reportFigures("Verifying a token", [
  {
    name: "submit-and-wait-for-transaction over HTTP",
    samples: microsByMeasurement.submit,
    unit: "µs",
  },
  { name: "a token that is new (RS256)", samples: microsByMeasurement.first, unit: "µs" },
  { name: "a token that was verified before", samples: microsByMeasurement.known, unit: "µs" },
  {
    name: "a token that was verified before, relative to the submission",
    samples: microsByMeasurement.known.map(
      (micros, round) => (micros / (microsByMeasurement.submit[round] ?? Number.NaN)) * 100,
    ),
    unit: "%",
    isRatio: true,
    target: { atMost: 5 },
  },
]);
process.exit(0);
