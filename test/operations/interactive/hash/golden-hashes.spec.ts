import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";

import { computeSha256Digest } from "../../../../lib/base/values/digest.ts";
import { GrowingByteWriter } from "../../../../lib/base/values/growing-bytes.ts";
import { encodeValueForHash } from "../../../../lib/operations/interactive/hash/encode-value-for-hash.ts";
import {
  hashInputContract,
  hashNodes,
} from "../../../../lib/operations/interactive/hash/hash-node.ts";
import {
  hashPreparedMetadata,
  hashPreparedTransaction,
  hashTransactionWithoutMetadata,
} from "../../../../lib/operations/interactive/hash/prepared-hash.ts";
import type { EnrichedValue } from "../../../../lib/operations/interactive/wire/enriched-value.ts";
import { decodePreparedTransaction } from "../../../../lib/operations/interactive/wire/prepared-transaction-decode.ts";
import { encodePreparedTransaction } from "../../../../lib/operations/interactive/wire/prepared-transaction-encode.ts";
import { errorOf } from "../../../support/error-of.ts";
import {
  firstContract,
  goldenTransaction,
  secondContract,
} from "../../../support/golden-prepared.ts";
import { sharedFile } from "../../../support/shared.ts";

/** The published hashes (interactive-submission.md 6). */
const published = {
  2: {
    create: "6d2cfe58c2294000592034f4bdfe397fe246901bb8b63e3b9e041bb478e174b7",
    fetch: "c962c6098394f3d11cd6f0c795de9517d32a8e3e1979cec76cd2f66254efc610",
    exercise: "070970eb4b2de72561dafb67017ca33850650a8103e5134e16044ba78991f48c",
    rollback: "7264d5da2fd714427453bedc0d1cdb21f52ac7aec8d4bb5ac0598d25c5fcaed9",
    inputs: [
      "f6bb13796130c23e43c952b86b1583032be325dc40072c02a0279069fc3656c1",
      "010ee30a2b17bd729bc5ccada01a62bfb7283641610feb5913fb46b2972368a4",
    ],
    transaction: "154f334d24a8a5e4d0ce51ac87d93821b3256f885f21d3f779a1640abf481983",
    metadata: "6e89fcbcc9605179a47919b5e65a864e470e7a133f4f9f39b1e4545b223db769",
    total: "8c311c848db25d36b36fbd59f9483714a11688c2214e3c7cae3e028763520250",
  },
  3: {
    create: "0120d370509f54c07d8209f5af2d23f7f972997deb5fc5e0ebe886354395a3bc",
    fetch: "20437df1980bb7d4d94ad53181dc6005bae37b5990719070c48a3960e8dda3a4",
    exercise: "516c4689acabf9d1f0087a02a7dafad884d9080c48112a57a6d20b9f72d4b697",
    rollback: "ea61ab05f9ab9769ab5c91493a601ccad9e784bd4c0b3bc4b7777f0da68eab4d",
    inputs: [
      "84c7946905ba3afac9a2e8d360129b92c9055cc9792655f9a0c9195b08ade109",
      "e53bfab08a6142fc61781fcb242591824716501df665ebd4b68d7406c988f1b0",
    ],
    transaction: "36f0d1f4e9742a5cf54795fd1633f46b8235fafa93da006dafe10eb358d465c4",
    metadata: "5a4c6aa89bb80d0af05a3f0614ba07bc7469795fff66d7b9e87c876eb0137e0a",
    total: "db37e4e251b83196260900fd43aacf934e1893b7ac58db4c1bfa8ced432b3b84",
  },
} as const;

const queryByKey = "72c45c5a05a875621f16f2fe64d6c6db662ff41ee124d6c4f281409f5899b96c";

const values: readonly (readonly [string, EnrichedValue, string])[] = [
  ["unit", { kind: "unit" }, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
  [
    "true",
    { kind: "bool", value: true },
    "9dcf97a184f32623d11a73124ceb99a5709b083721e878a16d78f596718ba7b2",
  ],
  [
    "false",
    { kind: "bool", value: false },
    "47dc540c94ceb704a23875c11273e16bb0b8a87aed84de911f2133568115f254",
  ],
  [
    "an integer",
    { kind: "int64", value: 10n },
    "a74730eb88baf5118934d3675ccf50eac1e4e873000ecd75b5917c78ee30ef26",
  ],
  [
    "a decimal",
    { kind: "numeric", text: "125.1002" },
    "fd23ea3b05b8b0e1d15902cccf7c6c0e6e292f0ae3e96513c8d8cec9d4f9bda9",
  ],
  [
    "a time",
    { kind: "timestamp", micros: 1_729_788_226_000_000n },
    "18efa9ad9adfa83fc3e84cdbe9c4b9f0e7305376e858e5bd909117209111c9d5",
  ],
  [
    "a date",
    { kind: "date", days: 20_020 },
    "6892b74f329df4e0fd850c0e4d35384d3a4aef0a2f0f32070172c1f121ff632f",
  ],
  [
    "a text",
    { kind: "text", value: "hello world!" },
    "a24821b4741b3616920a37dfccf3b1e271184c82fc89377ab22e5d96d9330e5c",
  ],
  [
    "a contract id",
    { kind: "contractId", value: secondContract },
    "6a3e241cebc1dc5e7574be0cf122edc9cb65ffc3fa59fb069c5ab3bbb4598414",
  ],
  [
    "None",
    { kind: "optional" },
    "a2c4aed1cf757cd9a509734a267ffc7b1166b55f4c8f9c3e3550c56e743328fc",
  ],
  [
    "Some",
    { kind: "optional", value: { kind: "text", value: "hello" } },
    "dfba7295cf094b6b3ffdf3e44411793264882b38c810f9dff63148890a466171",
  ],
  [
    "a list",
    {
      kind: "list",
      elements: [
        { kind: "text", value: "five" },
        { kind: "int64", value: 5n },
        { kind: "bool", value: true },
      ],
    },
    "6049408351d7be2c9d6ae7a1beecf08676fa72955c376c89571a1c5f04f272bd",
  ],
  [
    "a text map",
    {
      kind: "textMap",
      entries: [
        ["bar", { kind: "text", value: "1284" }],
        ["foo", { kind: "numeric", text: "31380.0" }],
      ],
    },
    "b318100aac8cde766598a0a5bc05451feaec7c90400f75de93100d0c87ec24cf",
  ],
  [
    "a generic map",
    {
      kind: "genMap",
      entries: [
        [
          { kind: "int64", value: 5n },
          { kind: "text", value: "five" },
        ],
        [
          { kind: "int64", value: 10n },
          { kind: "text", value: "ten" },
        ],
      ],
    },
    "523c5247ed42efa40dd6b0165a01c1b14dcede7b39a1f33a3590fc7defc4a610",
  ],
  [
    "a record",
    {
      kind: "record",
      id: "package:module:name",
      fields: [
        { label: "field1", value: { kind: "bool", value: true } },
        { label: "field2", value: { kind: "text", value: "hello" } },
      ],
    },
    "ae594f7684700c299af9bc0b83758f2d71836ae6d9ea628d310f0305698df6f2",
  ],
  [
    "a variant",
    {
      kind: "variant",
      id: "package:module:name",
      constructor: "ENUM",
      value: { kind: "bool", value: true },
    },
    "bceee77c48d80db35f237c3877c6711db19a8c135d2d0323c21f01afc2eb7612",
  ],
  [
    "an enum",
    { kind: "enum", id: "package:module:name", constructor: "ENUM" },
    "9c8f627c22d6871e111e1f5d1980a6a24bcc6311bbc73fd3932a4d79fa9c09f2",
  ],
];

describe("hashes of prepared transactions", () => {
  for (const [name, value, hash] of values) {
    it(`equal the published hash of ${name}`, () => {
      const out = new GrowingByteWriter();
      encodeValueForHash(out, value);
      expect(bytesToHex(computeSha256Digest(out.getWrittenBytes()))).to.equal(hash);
    });
  }

  for (const scheme of [2, 3] as const) {
    it(`equal the published hashes of nodes with V${scheme}`, () => {
      const { transaction, metadata } = goldenTransaction(scheme);
      const hashes = hashNodes(transaction, scheme);
      const expected = published[scheme];
      expect(hexOf(hashes.get("0"))).to.equal(expected.create);
      expect(hexOf(hashes.get("2"))).to.equal(expected.fetch);
      expect(hexOf(hashes.get("4"))).to.equal(expected.exercise);
      expect(hexOf(hashes.get("5"))).to.equal(expected.rollback);
      expect(
        metadata.inputContracts.map(({ contract }) => hexOf(hashInputContract(contract, scheme))),
      ).to.deep.equal(expected.inputs);
    });

    it(`equal the published hash of transaction and metadata with V${scheme}`, () => {
      const prepared = goldenTransaction(scheme);
      const expected = published[scheme];
      expect(hexOf(hashTransactionWithoutMetadata(prepared.transaction, scheme))).to.equal(
        expected.transaction,
      );
      expect(hexOf(hashPreparedMetadata(prepared.metadata, scheme))).to.equal(expected.metadata);
      expect(hexOf(hashPreparedTransaction(prepared, scheme))).to.equal(expected.total);
    });

    it(`are the same after encoding and decoding, with V${scheme}`, () => {
      const prepared = goldenTransaction(scheme);
      const decoded = decodePreparedTransaction(encodePreparedTransaction(prepared));
      expect(decoded).to.deep.equal(prepared);
      expect(hexOf(hashPreparedTransaction(decoded, scheme))).to.equal(published[scheme].total);
    });
  }

  it("equal the published hash of a query by key with V3", () => {
    const { transaction } = goldenTransaction(3);
    const create = transaction.nodes.get("0");
    if (create?.kind !== "create" || create.key === undefined) throw new TypeError("no key");
    const node = {
      kind: "queryByKey",
      version: "2",
      packageName: "package-name-0",
      templateId: "package:module:name",
      exhaustive: true,
      key: create.key,
      result: [firstContract],
    } as const;
    const hashes = hashNodes(
      { version: "2", roots: ["0"], nodes: new Map([["0", node]]), seeds: new Map() },
      3,
    );
    expect(hexOf(hashes.get("0"))).to.equal(queryByKey);
  });

  it("cannot be computed for contract keys with V2", () => {
    expect(errorOf(() => hashPreparedTransaction(goldenTransaction(3), 2)).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("differ for a time of zero and an absent time", () => {
    const prepared = goldenTransaction(2);
    const bounded = { ...prepared.metadata, minLedgerTime: 0n };
    const open = { ...prepared.metadata };
    delete open.minLedgerTime;
    expect(hexOf(hashPreparedMetadata(open, 2))).to.not.equal(
      hexOf(hashPreparedMetadata(bounded, 2)),
    );
    const decoded = decodePreparedTransaction(
      encodePreparedTransaction({ ...prepared, metadata: bounded }),
    );
    expect(decoded.metadata.minLedgerTime).to.equal(0n);
  });

  it("equal those of the shared test vectors, as do the encoded messages", function () {
    const vectors = JSON.parse(
      new TextDecoder().decode(sharedFile(this, "vectors", "prepared-transaction-hashes.json")),
    ) as { prepared: readonly Vector[] };
    let compared = 0;
    for (const { preparedTransaction, hash, nodeHashes } of vectors.prepared) {
      const bytes = Uint8Array.from(Buffer.from(preparedTransaction, "base64"));
      const prepared = decodePreparedTransaction(bytes);
      for (const scheme of [2, 3] as const) {
        if (hash[scheme] === undefined) continue;
        compared++;
        expect(hexOf(hashPreparedTransaction(prepared, scheme))).to.equal(hash[scheme]);
        expect(hexOf(encodePreparedTransaction(prepared))).to.equal(bytesToHex(bytes));
        const hashes = hashNodes(prepared.transaction, scheme);
        for (const [nodeId, expected] of Object.entries(nodeHashes[scheme] ?? {})) {
          expect(hexOf(hashes.get(nodeId))).to.equal(expected);
        }
      }
    }
    expect(compared).to.equal(15);
  });
});

interface Vector {
  readonly preparedTransaction: string;
  readonly hash: Readonly<Record<number, string | undefined>>;
  readonly nodeHashes: Readonly<Record<number, Readonly<Record<string, string>> | undefined>>;
}

const hexOf = (bytes: Uint8Array | undefined): string => bytesToHex(bytes ?? new Uint8Array());
