import { expect } from "chai";

import {
  onboardExternalParty,
  type SignedToExecute,
  testKeyPair,
} from "../../../../fixtures/testing/index.ts";
import { executePreparedAndWait } from "../../../../lib/api.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { preparedHashOf } from "../../../support/prepared-transactions.ts";
import { runs } from "../../../support/properties.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";
import { everythingOf } from "../../../support/values-package.ts";

describe("mutated signed transactions", () => {
  it("are not executed with any changed byte of the transaction @property", async function () {
    const { ledger, alice, aliceKey } = await signingLedger();
    const body = signedBody(await prepare(ledger, alice, everythingOf(alice)), aliceKey);
    const bytes = bytesOf(body.preparedTransaction);
    const before = ledger.state;
    const step = Math.max(1, Math.floor(bytes.length / runs(60)));
    let tried = 0;
    for (let at = 0; at < bytes.length; at += step) {
      const preparedTransaction = textOf(flipped(bytes, at));
      if (hashesAlike(preparedTransaction, body.preparedTransaction)) continue;
      tried++;
      expect(await isExecuted({ ...body, preparedTransaction }), `byte ${at}`).to.equal(false);
    }
    expect(tried).to.be.greaterThan(runs(50));
    expect(ledger.state).to.equal(before);

    async function isExecuted(mutated: SignedToExecute): Promise<boolean> {
      return executes(() => executePreparedAndWait(ledger, mutated));
    }
  });

  for (const curve of ["ed25519", "p256"] as const) {
    it(`are not executed with any changed byte of a signature (${curve})${curve === "p256" ? " @slow" : ""}`, async () => {
      const { ledger } = await signingLedger();
      const key = testKeyPair("carol", { curve });
      const carol = await onboardExternalParty(ledger, "carol", key);
      const body = signedBody(await prepare(ledger, carol, everythingOf(carol)), key);
      const before = ledger.state;
      const [signature] = body.partySignatures.signatures[0]?.signatures ?? [];
      if (signature === undefined) return expect.fail("there is a signature");
      const bytes = bytesOf(signature.signature);
      for (let at = 0; at < bytes.length; at++) {
        const mutated = { ...signature, signature: textOf(flipped(bytes, at)) };
        const signatures = [{ party: carol, signatures: [mutated] }];
        const request = { ...body, partySignatures: { signatures } };
        const isExecuted = await executes(() => executePreparedAndWait(ledger, request));
        expect(isExecuted, `byte ${at}`).to.equal(false);
      }
      expect(ledger.state).to.equal(before);
      await executePreparedAndWait(ledger, body);
    });
  }
});

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 0x01 : byte));

/** Returns true if both transactions have the same hash. The hash does not cover all fields. */
const hashesAlike = (left: string, right: string): boolean => {
  try {
    return (
      preparedHashOf({ preparedTransaction: left }) ===
      preparedHashOf({ preparedTransaction: right })
    );
  } catch {
    return false;
  }
};

const executes = async (run: () => Promise<unknown>): Promise<boolean> => {
  try {
    await run();
    return true;
  } catch (error) {
    if (isLedgerError(error)) return false;
    throw error;
  }
};
