import { ecdsa, weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";

import { areBytesEqual, decodeDerIntegerPair, derTags, encodeDerElement } from "./der.ts";

/** A curve as defined in SEC 2: y² = x³ + ax + b modulo p, with base point G of order n. */
interface CurveDefinition {
  /** The object identifier in DER. */
  readonly oid: string;
  readonly p: bigint;
  readonly n: bigint;
  readonly h: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly Gx: bigint;
  readonly Gy: bigint;
}

// The library contains these curves, but in modules that take ten times as long to load.
const curveDefinitions = {
  secp256k1: {
    oid: "2b8104000a",
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn,
    n: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
    h: 1n,
    a: 0n,
    b: 7n,
    Gx: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
    Gy: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  },
  p256: {
    oid: "2a8648ce3d030107",
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    h: 1n,
    a: 0xffffffff00000001000000000000000000000000fffffffffffffffffffffffcn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    Gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    Gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  },
} as const satisfies Record<string, CurveDefinition>;

const publicKeyOid = hexToBytes("2a8648ce3d0201");

/** A public key: a point of one of the curves, other than the point at infinity. */
export class EllipticCurvePublicKey {
  readonly #curve: EllipticCurve;
  readonly #point: Uint8Array;

  private constructor(curve: EllipticCurve, point: Uint8Array) {
    this.#curve = curve;
    this.#point = point;
  }

  /**
   * Decodes a DER SubjectPublicKeyInfo of secp256k1 or P-256 (RFC 5480); returns undefined for any other
   * key.
   */
  static fromSpki(spki: Uint8Array): EllipticCurvePublicKey | undefined {
    for (const curve of supportedCurves) {
      for (const length of pointLengths) {
        const point = spki.slice(Math.max(0, spki.length - length));
        if (!areBytesEqual(spki, encodeSpki(curve, point))) continue;
        return curve.hasPoint(point) ? new EllipticCurvePublicKey(curve, point) : undefined;
      }
    }
    return undefined;
  }

  get isOnSecp256k1(): boolean {
    return this.#curve === secp256k1Curve;
  }

  /**
   * Verifies a DER signature of a digest. Only the first 32 bytes of the digest are used. Low and high s
   * values are accepted. Returns undefined if the signature is malformed, or if r or s is not below the
   * order of the curve.
   */
  verify(signature: Uint8Array, digest: Uint8Array): boolean | undefined {
    const pair = decodeDerIntegerPair(signature);
    const { n } = this.#curve.definition;
    if (pair?.some((number) => number >= n) !== false) return undefined;
    if (pair.includes(0n)) return false;
    return this.#curve.verify(concatBytes(...pair.map(toBytes32)), digest, this.#point);
  }
}

/** Lengths of a compressed and an uncompressed point. */
const pointLengths = [33, 65];

const encodeSpki = ({ oid }: EllipticCurve, point: Uint8Array): Uint8Array =>
  encodeDerElement(
    derTags.sequence,
    encodeDerElement(
      derTags.sequence,
      encodeDerElement(derTags.oid, publicKeyOid),
      encodeDerElement(derTags.oid, oid),
    ),
    encodeDerElement(derTags.bits, Uint8Array.of(0), point),
  );

const toBytes32 = (number: bigint): Uint8Array => hexToBytes(number.toString(16).padStart(64, "0"));

/** A curve. Its code is initialized on first use, because most contracts never need it. */
class EllipticCurve {
  readonly definition: CurveDefinition;
  readonly oid: Uint8Array;
  #ecdsa: ReturnType<typeof ecdsa> | undefined;

  constructor(definition: CurveDefinition) {
    this.definition = definition;
    this.oid = hexToBytes(definition.oid);
  }

  get #signatureScheme() {
    return (this.#ecdsa ??= ecdsa(weierstrass(this.definition), sha256));
  }

  hasPoint(point: Uint8Array): boolean {
    return this.#signatureScheme.utils.isValidPublicKey(point);
  }

  verify(signature: Uint8Array, digest: Uint8Array, point: Uint8Array): boolean {
    const options = { prehash: false, lowS: false };
    return this.#signatureScheme.verify(signature, digest.subarray(0, 32), point, options);
  }
}

const secp256k1Curve = new EllipticCurve(curveDefinitions.secp256k1);
const supportedCurves: readonly EllipticCurve[] = [
  secp256k1Curve,
  new EllipticCurve(curveDefinitions.p256),
];
