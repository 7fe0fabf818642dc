import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const quoted = (text: string): string => JSON.stringify(text);
const malformed = "fails INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING";

const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const sha256OfText = [
  ["", emptyHash],
  [emptyHash, "cd372fb85148700fa88095e3492d3f9f5beb43e555e5ff26d95f5a6adc36f8e6"],
  ["a¶‱😂", "8f1cc14a85321115abcd2854e34f9ca004f4f199d367c3c9a84a355f287cec2e"],
] as const;

const sha256OfHex = [
  ["", emptyHash],
  [emptyHash, "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"],
] as const;

const keccak256OfHex = [
  ["00", "bc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a"],
  ["0000", "54a8c0ab653c15bfb48b47fd011ba2b9617af01cb45cab344acd57c924d56798"],
  ["deadbeef", "d4fd4e189132273036449fc9e11198c739161b4c0116a9a2dccdfa1c492006f1"],
  [emptyHash, "a332df1e58a99d8dcb0767dab2d23985ef337d59fadbe040f56e1c642b314973"],
] as const;

/** A text and its UTF-8 encoding in hex. */
const encoded = [
  ["", ""],
  ["Hello world!", "48656c6c6f20776f726c6421"],
  ["DeadBeef", "4465616442656566"],
  [
    "843d0824-9133-4bc9-b0e8-7cb4e8487dd1",
    "38343364303832342d393133332d346263392d623065382d376362346538343837646431",
  ],
  [
    emptyHash,
    Array.from(emptyHash)
      .map((digit) => digit.charCodeAt(0).toString(16))
      .join(""),
  ],
  ["a¶‱😂", "61c2b6e280b1f09f9882"],
] as const;

const noHex = ["0", "000", "0g", "843d0824-9133-4bc9-b0e8-7cb4e8487dd1", "input", "a¶‱😂"];

/** X.509 encoded keys: two of the right curve, one for RSA, and one for the curve P-256. */
const keys = {
  own: "3056301006072a8648ce3d020106052b8104000a034200047d56bdfafe1a80548324da9158cad389e1081304208dc2e5fa324b6e3981bf7452e4e527dd416a622164d7b350e5c5ac3f1bac29457c82b09f77a7316c27ef1c",
  other:
    "3056301006072a8648ce3d020106052b8104000a0342000430fdf29c715b6b59c871951bdb51c89d72d73a991e61a8dbe7060dc4f154b8d5cab6b1da471ce80a1b94f797e19c3140be41ec0c79b0bd6d136cec2d4ed32fcf",
  rsa: "30819f300d06092a864886f70d010101050003818d0030818902818100e6eb6e7aa3b29e6fcb9da3de1193dafcbc93829ea83ad58ce47e6f3944731e3f6acb09973788d93b62fd687651c8adb07bd31790dd76562cd199581ff43bd7a8ef4b02f8bcca2f7722b865a7694b43fbc1c3afa845a069085a20aa5763f5a183dadd01bbf6e9462f5685511472f0cd284816bc72e04b25cae88b9bac6af448130203010001",
  p256: "3059301306072a8648ce3d020106082a8648ce3d030107034200046226ca416ebb2a742d2f84690ab743958073bcef062edd5f1ce3e38b54b11301892af4ba7fb769574c5419d8cdf01abb11c95730fac2c60b4df08b3a65546fe9",
};

/** Signatures with the first key: of the bytes `deadbeef` themselves, and of their SHA-256. */
const signatures = {
  SECP256K1_WITH_ECDSA_BOOL:
    "3045022100c0ee328d960e24e90c1e1e607a336eb666e0e5725f836e26f48b3c1517392fa5022057afbe1d23c9bcf02c1f92121ce4962e9dc2ada8fe2049f78009adca2b3a4dc3",
  SECP256K1_BOOL:
    "3045022100e255307926e62f193b104c498ab3574d27ba3ffcef5aec6b89a6b74fd8d5105b02201b8d12eeb4d4ae9d6aa4865ded262562e8489a8757048dc969e873ae29f7a000",
};

/** Malformed signatures: too short, and not an ASN.1 sequence. */
const noSignatures = ["deadbeef", "00".repeat(128)];

const verified = (
  name: "SECP256K1_BOOL" | "SECP256K1_WITH_ECDSA_BOOL",
  signature: string,
): readonly ValueRow[] => {
  const call = (...args: readonly string[]): string => args.map(quoted).join(" ");
  return [
    ...rowsOf(name, [
      [call(signature, "deadbeef", keys.own), "True"],
      [call(signature, "deadbeefdeadbeef", keys.own), "False"],
      [call(signature, "deadbeef", keys.other), "False"],
    ]),
    ...allGive(name, malformed, [
      call(signature, "DeadBeef", keys.own),
      call(signature, "deadbeef", "a key that is not hex"),
      call("DeadBeef", "deadbeef", keys.own),
      call("not hex", "deadbeef", keys.own),
    ]),
    ...allGive(name, "fails INTERPRETATION_CRYPTO_ERROR_MALFORMED_KEY", [
      call(signature, "deadbeef", keys.rsa),
      call(signature, "deadbeef", "deadbeef"),
    ]),
    ...allGive(
      name,
      "fails INTERPRETATION_CRYPTO_ERROR_MALFORMED_SIGNATURE",
      noSignatures.map((each) => call(each, "deadbeef", keys.own)),
    ),
  ];
};

export const cryptoGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "hash text and hex",
    rows: [
      ...rowsOf(
        "SHA256_TEXT",
        sha256OfText.map(([text, hash]) => [quoted(text), quoted(hash)]),
      ),
      ...rowsOf(
        "SHA256_HEX",
        sha256OfHex.map(([hex, hash]) => [quoted(hex), quoted(hash)]),
      ),
      ...allGive("SHA256_HEX", malformed, ["DeadBeef", "a¶‱😂"].map(quoted)),
      ...rowsOf(
        "KECCAK256_TEXT",
        keccak256OfHex.map(([hex, hash]) => [quoted(hex), quoted(hash)]),
      ),
      ...allGive("KECCAK256_TEXT", malformed, [...noHex, "DeadBeef"].map(quoted)),
    ],
  },
  {
    title: "convert text to hex and back",
    rows: [
      ...rowsOf(
        "TEXT_TO_HEX",
        encoded.map(([text, hex]) => [quoted(text), quoted(hex)]),
      ),
      ...rowsOf(
        "HEX_TO_TEXT",
        encoded.map(([text, hex]) => [quoted(hex), quoted(text)]),
      ),
      ...allGive("HEX_TO_TEXT", malformed, noHex.map(quoted)),
    ],
  },
  {
    title: "verify signatures of secp256k1",
    rows: [
      ...verified("SECP256K1_BOOL", signatures.SECP256K1_BOOL),
      ...verified("SECP256K1_WITH_ECDSA_BOOL", signatures.SECP256K1_WITH_ECDSA_BOOL),
    ],
  },
  {
    title: "distinguish keys of secp256k1 from other keys",
    rows: rowsOf("SECP256K1_VALIDATE_KEY", [
      [quoted(keys.own), "True"],
      [quoted(keys.p256), "False"],
      [quoted(keys.rsa), "fails INTERPRETATION_CRYPTO_ERROR_MALFORMED_KEY"],
    ]),
  },
];
