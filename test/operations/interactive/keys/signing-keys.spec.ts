import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect } from "chai";
import fc from "fast-check";

import { onboardExternalParty, testKeyPair } from "../../../../fixtures/testing/index.ts";
import { executePreparedAndWait } from "../../../../lib/api.ts";
import { decodeBase64 } from "../../../../lib/base/values/base64.ts";
import { toJsonWebKey } from "../../../../lib/operations/interactive/keys/json-web-key.ts";
import {
  signatureEncodingByWireName,
  signingAlgorithmByWireName,
} from "../../../../lib/operations/interactive/keys/signature.ts";
import {
  parseRawSigningKey,
  parseSpkiKey,
} from "../../../../lib/operations/interactive/keys/signing-key.ts";
import {
  isKeyOnCurve,
  isSignatureValid,
} from "../../../../lib/operations/interactive/keys/verify-signature.ts";
import { createTestEd25519Signer } from "../../../../lib/testing/ed25519-signer.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { runs } from "../../../support/properties.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";
import { everythingOf } from "../../../support/values-package.ts";

const ways = [
  ["ed25519", "CONCAT"],
  ["ed25519", "RAW"],
  ["p256", "DER"],
  ["p256", "RAW"],
  ["p384", "DER"],
  ["secp256k1", "DER"],
] as const;

describe("signing keys", () => {
  it("have the same fingerprints as on a participant", () => {
    const raw = hexToBytes("ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c");
    const spki = hexToBytes(`302a300506032b6570032100${bytesToHex(raw)}`);
    const expected = "12205822a4a1eae801223c158e256fef229d956e3911284b9c3a7956200f61787ca6";
    expect(parseRawSigningKey("ed25519", raw)?.fingerprint).to.equal(expected);
    expect(parseSpkiKey("ed25519", spki)?.fingerprint).to.equal(expected);
    const point =
      "3059301306072a8648ce3d020106082a8648ce3d030107034200046b17d1f2e12c4247f8bce6e563a440f277037d81" +
      "2deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
    expect(parseSpkiKey("p256", hexToBytes(point))?.fingerprint).to.equal(
      "122044983796a64254aff230ef46a55b09c91887dcb57f31bb80b802563a4193d209",
    );
  });

  it("must be of the declared curve, complete, and uncompressed", () => {
    const { publicKey } = testKeyPair("a", { curve: "p256" });
    const spki = decodeBase64(publicKey.keyData) ?? new Uint8Array();
    expect(parseSpkiKey("p256", spki)).to.not.equal(undefined);
    expect(parseSpkiKey("secp256k1", spki)).to.equal(undefined);
    expect(parseSpkiKey("p256", spki.subarray(1))).to.equal(undefined);
    expect(parseRawSigningKey("ed25519", spki)).to.equal(undefined);
  });

  it("verify the signature of a published key pair", async () => {
    const raw = hexToBytes("ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c");
    const key = parseRawSigningKey("ed25519", raw);
    const message = hexToBytes("4b57b0c360eacea96cf1d1a01e450b078602e12e6e00e90e1d21371d405c9924");
    const signature =
      "90qaYgB69XJoe7o+oLh1Hic5yHV1t4qu4nJ0ezFALAEM7fvWBkQFXlDKPGNy70gwZdhIZ/696jbKDpsh6Ff7BQ==";
    const bytes = decodeBase64(signature) ?? new Uint8Array();
    if (key === undefined) return expect.fail("it is a key");
    const signed = { encoding: "concat", bytes, signedBy: "", algorithm: "ed25519" } as const;
    expect(await isSignatureValid(key, message, signed)).to.equal(true);
    expect(await isSignatureValid(key, message.subarray(1), signed)).to.equal(false);
    expect(await isSignatureValid(key, message, { ...signed, encoding: "der" })).to.equal(false);
    expect(await isSignatureValid(key, message, { ...signed, encoding: "symbolic" })).to.equal(
      false,
    );
    expect(await isSignatureValid(key, message, { ...signed, algorithm: "ecdsaSha256" })).to.equal(
      false,
    );
  });

  for (const [curve, signatureFormat] of ways) {
    it(`execute with ${curve} signatures in the format ${signatureFormat}`, async () => {
      const { ledger } = await signingLedger();
      const key = testKeyPair("carol", { curve, signatureFormat });
      const carol = await onboardExternalParty(ledger, "carol", key);
      const prepared = await prepare(ledger, carol, everythingOf(carol));
      await executePreparedAndWait(ledger, signedBody(prepared, key));
      expect(ledger.state.active.all.size).to.equal(1);
    });
  }

  for (const curve of ["p256", "p384", "secp256k1"] as const) {
    it(`execute nothing with ${curve} signatures in the format CONCAT`, async () => {
      const { ledger } = await signingLedger();
      const key = testKeyPair("carol", { curve });
      const carol = await onboardExternalParty(ledger, "carol", key);
      const prepared = await prepare(ledger, carol, everythingOf(carol));
      const concatenating = testKeyPair("carol", { curve, signatureFormat: "CONCAT" });
      const execution = executePreparedAndWait(ledger, signedBody(prepared, concatenating));
      expect((await rejectionOf(execution)).code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
    });
  }

  it("produce the same signatures with `createTestEd25519Signer` as with @noble/curves", () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, fc.uint8Array({ maxLength: 200 }), (secret, message) => {
        const signature = bytesToHex(createTestEd25519Signer(secret)(message));
        expect(signature).to.equal(bytesToHex(ed25519.sign(message, secret)));
      }),
      { numRuns: runs(20) },
    );
  });

  it("must not be points of small order, whose signatures can be forged", () => {
    const smallOrder = parseRawSigningKey("ed25519", new Uint8Array(32));
    const identity = parseRawSigningKey("ed25519", new Uint8Array(32).fill(1, 0, 1));
    for (const key of [smallOrder, identity]) {
      expect(key !== undefined && isKeyOnCurve(key)).to.equal(false);
    }
  });

  it("accept every constant of the API", () => {
    expect([...signatureEncodingByWireName.keys()]).to.have.length(4);
    expect([...signingAlgorithmByWireName.keys()]).to.have.length(4);
  });
});

describe("a JSON Web Key", () => {
  it("is identified by its thumbprint", () => {
    // The key of RFC 8037, A.2 and A.3.
    const raw = Buffer.from("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "base64url");
    const key = parseRawSigningKey("ed25519", raw);
    if (key === undefined) return expect.fail("no key");
    expect(toJsonWebKey(key)).to.deep.equal({
      kty: "OKP",
      crv: "Ed25519",
      x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      alg: "EdDSA",
      kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
      use: "sig",
    });
  });
});
