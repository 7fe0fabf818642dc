import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { decodeTopologyTransaction } from "@canton-network/core-tx-visualizer";
import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { expect } from "chai";

import { type TestKeyPair, testKeyPair } from "../../../../fixtures/testing/index.ts";
import { allocateExternalParty, executePreparedAndWait } from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import type { SigningPublicKey } from "../../../../lib/store.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { prepare, signedBody } from "../../../support/signing-ledger.ts";
import {
  decodedTopology,
  encodedAddition,
  multiHashOf,
  namespaceOf,
  signingKeysOf,
  type Topology,
  topologyHashOf,
} from "../../../support/topologies.ts";
import { everythingOf, valuesPackage } from "../../../support/values-package.ts";

const [first, second, third, signer] = ["first", "second", "third", "signer"].map((name) =>
  testKeyPair(name),
) as [TestKeyPair, TestKeyPair, TestKeyPair, TestKeyPair];
const owners = [first, second, third];
const namespace = namespaceOf(owners.map(({ fingerprint }) => fingerprint));

const keyOf = (pair: TestKeyPair): SigningPublicKey =>
  signingKeysOf([pair])[0] ?? expect.fail("a test key is a key");

const delegation = (key: TestKeyPair, of = key): Topology["mapping"] => ({
  kind: "namespaceDelegation",
  namespace: of.fingerprint,
  targetKey: keyOf(key),
  mayDelegate: true,
});

const decentralized = (more: object = {}): Topology["mapping"] => ({
  kind: "decentralizedNamespace",
  namespace,
  threshold: 2,
  owners: owners.map(({ fingerprint }) => fingerprint),
  ...more,
});

/** Returns the content of a versioned message, which is its field 1. */
const contentOf = (bytes: Uint8Array): Uint8Array => {
  const reader = new BinaryReader(bytes);
  reader.tag();
  return reader.bytes();
};

/** Appends bytes to the message that is nested in these fields. */
const appended = (
  bytes: Uint8Array,
  [field, ...fields]: readonly number[],
  more: Uint8Array,
): Uint8Array => {
  if (field === undefined) return concatBytes(bytes, more);
  const [reader, writer] = [new BinaryReader(bytes), new BinaryWriter()];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [found, wireType] = reader.tag();
    if (found === field) {
      writer.tag(found, wireType).bytes(appended(reader.bytes(), fields, more));
    } else {
      reader.skip(wireType);
      writer.raw(bytes.slice(start, reader.pos));
    }
  }
  return writer.finish();
};

/** A topology mapping and the keys that sign it. */
type Signed = readonly [Topology["mapping"], ...TestKeyPair[]];

describe("namespaces of external parties", () => {
  let ledger: Ledger;

  beforeEach(async () => {
    ledger = await createLedger({ seed: 1, packages: [valuesPackage] });
  });

  const hosting = (party: string, ...keys: readonly TestKeyPair[]): Topology["mapping"] => ({
    kind: "partyToParticipant",
    party,
    threshold: 1,
    hosts: [{ participantId: ledger.state.participantId, permission: "confirmation" }],
    ...(keys.length > 0 && { signing: { keys: keys.map(keyOf), threshold: 1 } }),
  });

  const allocate = (...all: readonly Signed[]) =>
    allocateExternalParty(ledger, {
      synchronizer: ledger.state.synchronizers[0]?.id ?? "",
      onboardingTransactions: all.map(([mapping, ...keys]) => {
        const transaction = encodedAddition(mapping);
        const signatures = keys.map((key) => key.sign(topologyHashOf(transaction)));
        return { transaction, signatures };
      }),
    });

  const delegations = owners.map((owner): Signed => [delegation(owner), owner]);
  const party = `dora::${namespace}`;

  it("can be decentralized: a quorum of the owners signs the hosting of the party", async () => {
    const definition: Signed = [decentralized(), ...owners];
    const { partyId } = await allocate(
      [hosting(party, signer), third, first, signer],
      definition,
      ...delegations,
    );
    expect(partyId).to.equal(party);
    const prepared = await prepare(ledger, party, everythingOf(party));
    const byOwner = await rejectionOf(executePreparedAndWait(ledger, signedBody(prepared, first)));
    expect(byOwner.code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
    await executePreparedAndWait(ledger, signedBody(prepared, signer));
  });

  it("are only proposed until the owners, the quorum and the signing keys have signed", async () => {
    const host: Signed = [hosting(party, signer), first, second, signer];
    const definition: Signed = [decentralized(), ...owners];
    const proposals: readonly (readonly Signed[])[] = [
      [[hosting(party, signer), first, signer], definition, ...delegations],
      [[hosting(party, signer), first, first, signer], definition, ...delegations],
      [[hosting(party, signer), first, second], definition, ...delegations],
      [host, [decentralized(), first, second], ...delegations],
      [host, definition, [delegation(first)], ...delegations.slice(1)],
    ];
    for (const [index, request] of proposals.entries()) {
      await allocate(...request);
      expect(ledger.state.parties.has(party), `request ${index}`).to.equal(false);
    }
    const { partyId } = await allocate(host, definition, ...delegations);
    expect(ledger.state.parties.has(partyId)).to.equal(true);
  });

  it("are refused without the delegations of their owners, or with additional ones", async () => {
    const host: Signed = [hosting(party, signer), first, second, signer];
    const definition: Signed = [decentralized(), ...owners];
    for (const request of [
      [host, definition, ...delegations.slice(1)],
      [host, definition, ...delegations, [delegation(signer), signer] as const],
    ]) {
      expect((await rejectionOf(allocate(...request))).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("are refused, with the missing authorizations as the cause, if their only key has not signed", async () => {
    const own = `dora::${first.fingerprint}`;
    const { cause } = await rejectionOf(allocate([hosting(own, first)], [delegation(first)]));
    expect(cause).to.include("missing authorizations by namespaces=Set(1220");
  });

  it("are refused with an invalid definition, or with the definition of another namespace", async () => {
    const host: Signed = [hosting(party, signer), ...owners, signer];
    const eleven = Array.from({ length: 11 }, (_, index) => testKeyPair(`owner ${index}`));
    const many = eleven.map(({ fingerprint }) => fingerprint);
    const manyNamespace = namespaceOf(many);
    const refused: readonly (readonly Signed[])[] = [
      ...[0, 4, -1].map((threshold): readonly Signed[] => [
        host,
        [decentralized({ threshold }), ...owners],
        ...delegations,
      ]),
      [host, [decentralized({ namespace: first.fingerprint }), ...owners], ...delegations],
      [host, [decentralized({ owners: [first.fingerprint] }), ...owners], ...delegations],
      [
        [hosting(`dora::${first.fingerprint}`, first), first],
        [decentralized(), ...owners],
      ],
      [host, [decentralized(), ...owners], [decentralized(), ...owners], ...delegations],
      [
        [hosting(`dora::${manyNamespace}`, signer), ...eleven, signer],
        [decentralized({ namespace: manyNamespace, owners: many }), ...eleven],
        ...eleven.map((owner): Signed => [delegation(owner), owner]),
      ],
    ];
    for (const [index, request] of refused.entries()) {
      const { code } = await rejectionOf(allocate(...request));
      expect(code, `request ${index}`).to.equal("INVALID_ARGUMENT");
    }
  });

  it("accept a delegation to their own key, with the signing keys in a separate mapping", async () => {
    const own = `dora::${first.fingerprint}`;
    const keys: Topology["mapping"] = {
      kind: "partyToKeyMapping",
      party: own,
      signing: { keys: [keyOf(signer)], threshold: 1 },
    };
    const refused: readonly (readonly Signed[])[] = [
      [
        [hosting(own), first],
        [keys, first, signer],
      ],
      [
        [hosting(own), first],
        [delegation(first), first],
        [keys, signer],
      ],
      [
        [hosting(own), first],
        [delegation(first), first],
        [keys, first],
      ],
      [
        [hosting(own, first), first],
        [delegation(first), first],
        [keys, first, signer],
      ],
      [
        [hosting(own, first), first],
        [delegation(second), second],
      ],
      [
        [hosting(own, first), first],
        [delegation(first), first],
        [delegation(second), second],
      ],
      [
        [hosting(own, first), first],
        [delegation(second, first), first],
      ],
    ];
    for (const [index, request] of refused.entries()) {
      const { code } = await rejectionOf(allocate(...request));
      expect(code, `request ${index}`).to.equal("INVALID_ARGUMENT");
    }
    await allocate([hosting(own), first], [delegation(first), first], [keys, first, signer]);
    const prepared = await prepare(ledger, own, everythingOf(own));
    await executePreparedAndWait(ledger, signedBody(prepared, signer));
  });

  it("are encoded so that the wallets' package decodes them", () => {
    const read = (mapping: Topology["mapping"]) => {
      const content = contentOf(Buffer.from(encodedAddition(mapping), "base64"));
      const transaction = decodeTopologyTransaction(Buffer.from(content).toString("base64"));
      expect(transaction).to.deep.include({ operation: 1, serial: 1 });
      return transaction.mapping?.mapping;
    };
    const key = { format: 4, usage: [1, 5, 4], keySpec: 1, publicKey: keyOf(first).spki };
    expect(read(delegation(first))).to.deep.nested.include({
      "namespaceDelegation.namespace": first.fingerprint,
      "namespaceDelegation.targetKey": { ...key, scheme: 0 },
      "namespaceDelegation.restriction.oneofKind": "canSignAllMappings",
    });
    expect(read(decentralized())).to.deep.nested.include({
      decentralizedNamespaceDefinition: {
        decentralizedNamespace: namespace,
        threshold: 2,
        owners: owners.map(({ fingerprint }) => fingerprint),
      },
    });
    const participants = [{ participantUid: ledger.state.participantId, permission: 2 }];
    expect(read(hosting(party))).to.deep.nested.include({
      partyToParticipant: { party, threshold: 1, participants },
    });
    const signing = { keys: [keyOf(first)], threshold: 1 };
    expect(read({ kind: "partyToKeyMapping", party, signing })).to.deep.nested.include({
      partyToKeyMapping: { party, threshold: 1, signingKeys: [{ ...key, scheme: 0 }] },
    });
  });

  it("let a key delegate only if a field of its delegation grants this right", () => {
    const plain = { ...delegation(first), mayDelegate: false } as const;
    const bytes = Buffer.from(encodedAddition(plain), "base64");
    const decodedWith = (field: string) =>
      decodedTopology(
        Buffer.from(appended(bytes, [1, 3, 1], hexToBytes(field))).toString("base64"),
      );
    for (const [field, mayDelegate] of [
      ["", false],
      ["1800", false],
      ["1801", true],
      ["2200", true],
      ["2a00", false],
      ["320408010809", true],
      ["32030a0109", false],
      ["32040a020901", true],
    ] as const) {
      const { mapping } = decodedWith(field);
      expect(mapping, field).to.deep.equal({ ...plain, mayDelegate });
    }
    expect(errorOf(() => decodedWith("220107")).code).to.equal("INVALID_ARGUMENT");
  });

  describe("encoded namespaces of external parties", () => {
    const encoded = (mapping: Topology["mapping"]): Uint8Array =>
      Buffer.from(encodedAddition(mapping), "base64");
    const decodeOwn = (bytes: Uint8Array): Topology =>
      decodedTopology(Buffer.from(bytes).toString("base64"));
    const refuses = (bytes: Uint8Array, what: string): void => {
      expect(errorOf(() => decodeOwn(bytes)).code, what).to.equal("INVALID_ARGUMENT");
    };
    const signing = { keys: [keyOf(signer)], threshold: 1 };
    const host = (): Topology["mapping"] => hosting(party, signer);
    const keyMapping: Topology["mapping"] = { kind: "partyToKeyMapping", party, signing };

    it("are decoded even if messages contain unknown fields of later versions", () => {
      const unknown = hexToBytes("b80601");
      const messages: readonly (readonly [Topology["mapping"], ...(readonly number[])[]])[] = [
        [delegation(first), [], [1], [1, 3, 1], [1, 3, 1, 2], [1, 3, 1, 4]],
        [decentralized(), [1, 3, 3]],
        [host(), [1, 3, 9], [1, 3, 9, 3], [1, 3, 9, 6], [1, 3, 9, 6, 1]],
        [keyMapping, [1, 3, 16], [1, 3, 16, 4]],
      ];
      for (const [mapping, ...paths] of messages) {
        for (const path of paths) {
          const { mapping: read } = decodeOwn(appended(encoded(mapping), path, unknown));
          expect(read, `${mapping.kind} ${path.join(".")}`).to.deep.equal(mapping);
        }
      }
    });

    it("are refused if encoded in another version", () => {
      refuses(appended(encoded(delegation(first)), [], hexToBytes("101f")), "version 31");
    });

    it("are refused with a key of another curve than declared", () => {
      refuses(appended(encoded(delegation(first)), [1, 3, 1, 2], hexToBytes("3002")), "p256");
    });

    describe("namespaces of external parties with a key", () => {
      /**
       * Returns the encoded mapping with other usages of every key: namespace (1), proof of ownership (5),
       * protocol (4).
       */
      const withUsages = (mapping: Topology["mapping"], usages: string): Uint8Array => {
        const hex = Buffer.from(encoded(mapping)).toString("hex");
        expect(hex).to.include("2a03010504");
        return hexToBytes(hex.replaceAll("2a03010504", `2a03${usages}`));
      };
      const ownParty = `own::${signer.fingerprint}`;

      it("that may not sign for a namespace are refused as a delegation", () => {
        refuses(withUsages(delegation(first), "040504"), "protocol only");
      });

      it("that may not sign transactions are refused for a party", () => {
        refuses(withUsages(host(), "010501"), "hosting");
        refuses(withUsages(keyMapping, "010501"), "mapping of keys");
        refuses(withUsages(hosting(ownParty, signer), "010501"), "own key");
      });

      it("of the party's own namespace are refused if the key may not sign for it", () => {
        refuses(withUsages(hosting(ownParty, signer), "040504"), "own key");
        expect(decodeOwn(withUsages(host(), "040504")).mapping).to.deep.equal(host());
      });

      it("that lists its usages separately are read", () => {
        const protocolOnly = withUsages(delegation(first), "040504");
        const { mapping } = decodeOwn(appended(protocolOnly, [1, 3, 1, 2], hexToBytes("2801")));
        expect(mapping).to.deep.equal(delegation(first));
      });
    });
  });

  it("accept signatures over all transactions together", async () => {
    const transactions = [
      hosting(party, signer),
      decentralized(),
      ...owners.map((key) => delegation(key)),
    ].map(encodedAddition);
    const { partyId } = await allocateExternalParty(ledger, {
      synchronizer: ledger.state.synchronizers[0]?.id ?? "",
      onboardingTransactions: transactions.map((transaction) => ({ transaction })),
      multiHashSignatures: [...owners, signer].map((key) => key.sign(multiHashOf(transactions))),
    });
    expect(partyId).to.equal(party);
  });
});
