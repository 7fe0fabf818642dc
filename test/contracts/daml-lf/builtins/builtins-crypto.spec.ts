import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect } from "chai";

import { evaluate, outcomeOf } from "../../../support/lf/evaluate.ts";
import { call, text } from "../../../support/lf/expressions.ts";

const message = "deadbeef";
const digest = bytesToHex(sha256(hexToBytes(message)));

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const spkiOf = (key: KeyObject): string => hexOf(key.export({ type: "spki", format: "der" }));

const onCurve = (namedCurve: string) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
  const jwk = privateKey.export({ format: "jwk" });
  return { publicKey: spkiOf(publicKey), secret: Buffer.from(jwk.d ?? "", "base64url") };
};
const { publicKey, secret } = onCurve("secp256k1");
const other = onCurve("secp256k1").publicKey;
const onP256 = onCurve("prime256v1");
const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });

const options = { prehash: false, format: "der" } as const;
/** Signatures over the bytes of `message` and over its hash. */
const signature = hexOf(secp256k1.sign(hexToBytes(message), secret, options));
const signatureOfDigest = hexOf(secp256k1.sign(hexToBytes(digest), secret, options));

const withEcdsa = (...args: readonly [string, string, string]) =>
  outcomeOf(call("SECP256K1_WITH_ECDSA_BOOL", ...args.map(text)));
const withHash = (...args: readonly [string, string, string]) =>
  outcomeOf(call("SECP256K1_BOOL", ...args.map(text)));
const isKey = (key: string) =>
  outcomeOf(call("SECP256K1_VALIDATE_KEY", text(key)), { languageVersion: "2.3" });

const malformed = (what: string): string => `error INTERPRETATION_CRYPTO_ERROR_MALFORMED_${what}`;

const derPair = (r: string, s: string): string => {
  const integer = (hex: string) => `02${(hex.length / 2).toString(16).padStart(2, "0")}${hex}`;
  const content = integer(r) + integer(s);
  return `30${(content.length / 2).toString(16).padStart(2, "0")}${content}`;
};

describe("secp256k1 builtins", () => {
  it("verify signatures over a digest, or over the hash of a message", () => {
    expect(withEcdsa(signature, message, publicKey)).to.equal(true);
    expect(withHash(signatureOfDigest, message, publicKey)).to.equal(true);
    expect(withEcdsa(signatureOfDigest, digest, publicKey)).to.equal(true);
    expect(withHash(signature, message, publicKey)).to.equal(false);
  });

  it("accept signatures of other libraries, with low or high s", () => {
    const keys = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
    for (let round = 0; round < 8; round += 1) {
      const made = hexOf(sign("sha256", hexToBytes(message), keys.privateKey));
      expect(withHash(made, message, spkiOf(keys.publicKey)), made).to.equal(true);
    }
  });

  it("return false for another message or another key", () => {
    expect(withEcdsa(signature, "deadbeefdeadbeef", publicKey)).to.equal(false);
    expect(withHash(signatureOfDigest, "deadbeefdeadbeef", publicKey)).to.equal(false);
    expect(withEcdsa(signature, message, other)).to.equal(false);
    expect(withHash(signatureOfDigest, message, other)).to.equal(false);
    expect(withEcdsa(signature, "", publicKey)).to.equal(false);
    expect(withEcdsa(derPair("00", "01"), message, publicKey)).to.equal(false);
  });

  it("use the leftmost 32 bytes of a digest", () => {
    const long = `${digest}${"ab".repeat(9000)}`;
    expect(withEcdsa(signatureOfDigest, long, publicKey)).to.equal(true);
  });

  it("refuse texts that are not lowercase hex", () => {
    for (const verify of [withEcdsa, withHash]) {
      for (const wrong of ["DeadBeef", "non-hex encoded", "abc"]) {
        expect(verify(wrong, message, publicKey)).to.equal(malformed("BYTE_ENCODING"));
        expect(verify(signature, wrong, publicKey)).to.equal(malformed("BYTE_ENCODING"));
        expect(verify(signature, message, wrong)).to.equal(malformed("BYTE_ENCODING"));
      }
    }
  });

  it("refuse malformed keys before they check the signature", () => {
    const offCurve = `${publicKey.slice(0, -2)}${publicKey.endsWith("00") ? "01" : "00"}`;
    const wrong = [spkiOf(rsa.publicKey), "", publicKey.slice(0, -2), `${publicKey}00`, offCurve];
    for (const key of wrong) {
      expect(withEcdsa(signature, message, key), key).to.equal(malformed("KEY"));
      expect(withHash("00", message, key), key).to.equal(malformed("KEY"));
      expect(isKey(key), key).to.equal(malformed("KEY"));
    }
  });

  it("refuse malformed signatures", () => {
    const order = "00fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    const wrong = [
      hexOf(sign("sha256", hexToBytes(message), rsa.privateKey)),
      "",
      `${signature}00`,
      signature.slice(0, -2),
      derPair("0001", "01"),
      derPair("81", "01"),
      derPair("", "01"),
      derPair(order, "01"),
      derPair("01", order),
    ];
    for (const each of wrong) {
      expect(withEcdsa(each, message, publicKey), each).to.equal(malformed("SIGNATURE"));
      expect(withHash(each, message, publicKey), each).to.equal(malformed("SIGNATURE"));
    }
  });

  it("distinguish keys of secp256k1 from keys of another curve", () => {
    const compressed = secp256k1.getPublicKey(secret, true);
    const spki = `3036301006072a8648ce3d020106052b8104000a032200${hexOf(compressed)}`;
    expect(isKey(publicKey)).to.equal(true);
    expect(isKey(spki)).to.equal(true);
    expect(withEcdsa(signature, message, spki)).to.equal(true);
    expect(isKey(onP256.publicKey)).to.equal(false);
    const elsewhere = hexOf(p256.sign(hexToBytes(digest), onP256.secret, options));
    expect(withEcdsa(elsewhere, digest, onP256.publicKey)).to.equal(true);
  });

  it("name the first malformed value", () => {
    const rows = [
      ["SECP256K1_WITH_ECDSA_BOOL", ["zz", "yy", "xx"], "zz"],
      ["SECP256K1_WITH_ECDSA_BOOL", [signature, "yy", "xx"], "yy"],
      ["SECP256K1_WITH_ECDSA_BOOL", ["00", message, "01"], "01"],
      ["SECP256K1_WITH_ECDSA_BOOL", ["00", message, publicKey], "00"],
      ["SECP256K1_BOOL", ["zz", "yy", "xx"], "yy"],
      ["SECP256K1_BOOL", ["zz", message, "xx"], "zz"],
    ] as const;
    for (const [name, args, value] of rows) {
      expect(() => evaluate(call(name, ...args.map(text))), `${name} ${args.join(" ")}`)
        .to.throw()
        .with.nested.property("details.resources")
        .that.deep.equals([["CRYPTO_VALUE", value]]);
    }
  });
});
