import {
  computeMultiHashForTopology,
  computeSha256CantonHash,
} from "@canton-network/core-tx-visualizer";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";

import { signTopology, type TestKeyPair, testKeyPair } from "../../../../fixtures/testing/index.ts";
import {
  allocateExternalParty,
  type Caller,
  createUser,
  errorBody,
  executePreparedAndWait,
  generateExternalPartyTopology,
  getParties,
  httpStatus,
  listUserRights,
} from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { participantAdmin, userCaller } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { sharedFile } from "../../../support/shared.ts";
import { prepare, signedBody } from "../../../support/signing-ledger.ts";
import {
  decodedTopology,
  encodedTopology,
  forSigning,
  multiHashOf,
  signingKeysOf,
  type Topology,
  topologyHashOf,
} from "../../../support/topologies.ts";
import { untyped } from "../../../support/untyped.ts";
import { everythingOf, valuesPackage } from "../../../support/values-package.ts";

const clock = { freeze: "2024-01-01T12:00:00Z" } as const;

describe("external parties", () => {
  const key = testKeyPair("dora");
  let ledger: Ledger;
  let synchronizer: string;

  beforeEach(async () => {
    ledger = await createLedger({ seed: 1, clock, packages: [valuesPackage] });
    synchronizer = ledger.state.synchronizers[0]?.id ?? "";
  });

  const topology = (more: object = {}) =>
    generateExternalPartyTopology(ledger, {
      synchronizer,
      partyHint: "dora",
      publicKey: key.publicKey,
      ...more,
    });
  const allocate = (request: object, caller?: Caller) =>
    allocateExternalParty(ledger, untyped({ synchronizer, ...request }), caller);

  it("have their key's fingerprint as namespace; nothing is written before they sign", () => {
    const before = ledger.state;
    const { partyId, publicKeyFingerprint } = topology();
    expect(publicKeyFingerprint).to.equal(key.fingerprint);
    expect(partyId).to.equal(`dora::${key.fingerprint}`);
    expect(ledger.state).to.equal(before);
  });

  it("sign the hash that wallets compute", async () => {
    const { topologyTransactions, multiHash: hash } = topology();
    const hashes = await Promise.all(
      topologyTransactions.map((each) => computeSha256CantonHash(11, bytesOf(each))),
    );
    const combined = await computeMultiHashForTopology(hashes);
    const whole = await computeSha256CantonHash(55, combined);
    expect(Buffer.from(whole).toString("base64")).to.equal(hash);
  });

  it("are hosted, can sign, and can be granted to a user", async () => {
    await createUser(ledger, { user: { id: "dora" } }, participantAdmin);
    const request = { ...signTopology(topology(), key), userId: "dora" };
    const { partyId } = await allocate(request, participantAdmin);
    const { partyDetails } = getParties(ledger, { party: partyId });
    expect(partyDetails[0]).to.include({ party: partyId, isLocal: true });
    const { rights } = listUserRights(ledger, { userId: "dora" }, participantAdmin);
    expect(rights).to.deep.equal([{ kind: { CanActAs: { value: { party: partyId } } } }]);
    const prepared = await prepare(ledger, partyId, everythingOf(partyId));
    await executePreparedAndWait(ledger, signedBody(prepared, key));
    expect(ledger.state.active.all.size).to.equal(1);
  });

  it("cannot act in a submission that they have not signed", async () => {
    const { partyId } = await allocate(signTopology(topology(), key));
    const { code } = await rejectionOf(
      ledger.submit({ actAs: partyId, commands: everythingOf(partyId) }),
    );
    expect(code).to.equal("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT");
  });

  it("require as many signatures by different keys as their threshold", async () => {
    const [first, second, third] = ["x", "y", "z"].map((name) => testKeyPair(name)) as [
      TestKeyPair,
      TestKeyPair,
      TestKeyPair,
    ];
    const transaction = hosting(first, [first, second, third], 2);
    const { partyId } = await allocate(signTopology(transaction, first, second, third));
    const execute = async (...keys: readonly TestKeyPair[]): Promise<unknown> => {
      const prepared = await prepare(ledger, partyId, everythingOf(partyId));
      return executePreparedAndWait(ledger, signedBody(prepared, ...keys));
    };
    const code = "FAILED_TO_EXECUTE_TRANSACTION";
    expect((await rejectionOf(execute(first))).code).to.equal(code);
    expect((await rejectionOf(execute(first, first))).code).to.equal(code);
    expect((await rejectionOf(execute(first, testKeyPair("mallory")))).code).to.equal(code);
    await execute(second, third);
  });

  it("accept two signatures of one key if there are no more signatures than keys", async () => {
    const [first, second] = ["x", "y"].map((name) => testKeyPair(name)) as [
      TestKeyPair,
      TestKeyPair,
    ];
    const transaction = hosting(first, [first, second], 1);
    const { partyId } = await allocate(signTopology(transaction, first, second));
    const execute = async (...keys: readonly TestKeyPair[]): Promise<unknown> => {
      const prepared = await prepare(ledger, partyId, everythingOf(partyId));
      return executePreparedAndWait(ledger, signedBody(prepared, ...keys));
    };
    await execute(first, second);
    await execute(second, second);
    const { code } = await rejectionOf(execute(first, second, second));
    expect(code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
  });

  it("accept signatures over each transaction as well as over all together", async () => {
    const { topologyTransactions } = topology();
    const onboardingTransactions = topologyTransactions.map((transaction) => ({
      transaction,
      signatures: [key.sign(topologyHashOf(transaction))],
    }));
    const { partyId } = await allocate({ onboardingTransactions });
    expect(ledger.state.parties.has(partyId)).to.equal(true);
  });

  it("exist only once", async () => {
    const request = signTopology(topology(), key);
    await allocate(request);
    const { code, cause } = await rejectionOf(allocate(request));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(cause).to.include("already exists on synchronizer");
  });

  it("are onboarded only by administrators", async () => {
    const request = signTopology(topology(), key);
    const { code } = await rejectionOf(allocate(request, userCaller("ann")));
    expect(code).to.equal("PERMISSION_DENIED");
  });

  it("are only proposed while their own key has not signed", async () => {
    const other = testKeyPair("other");
    const signed = signTopology(topology(), key);
    const { multiHashSignatures, ...unsigned } = signed;
    const unnamed = multiHashSignatures.map((each) => ({ ...each, signedBy: "zz" }));
    const { partyId } = topology();
    for (const request of [
      unsigned,
      { ...signed, multiHashSignatures: [] },
      signTopology(topology(), other),
      { ...signed, multiHashSignatures: unnamed },
    ]) {
      expect(await allocate(request)).to.deep.equal({ partyId });
      expect(getParties(ledger, { party: partyId }).partyDetails).to.deep.equal([]);
    }
    const { code } = await rejectionOf(prepare(ledger, partyId, everythingOf(partyId)));
    expect(code).to.match(/^UNKNOWN_/);
    await allocate(signed);
    const [details] = getParties(ledger, { party: partyId }).partyDetails;
    expect(details?.localMetadata.resourceVersion, "each proposal counts").to.equal("4");
  });

  it("are refused with a gRPC status, without an error code, if a key has signed other bytes", async () => {
    const signed = signTopology(topology(), key);
    const [signature] = signed.multiHashSignatures;
    for (const wrong of [
      key.sign(new Uint8Array(34)),
      { ...signature, signature: "" },
      { ...signature, format: "SIGNATURE_FORMAT_DER" },
      { ...signature, signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256" },
      { ...testKeyPair("other").sign(new Uint8Array(34)), signedBy: key.fingerprint },
    ]) {
      const error = await rejectionOf(allocate({ ...signed, multiHashSignatures: [wrong] }));
      expect(errorBody(error)).to.include({
        code: "Transaction signature verification failed",
        cause: "INVALID_ARGUMENT: Transaction signature verification failed",
        errorCategory: -1,
        grpcCodeValue: 3,
      });
      expect(httpStatus(error)).to.equal(400);
    }
  });

  it("are refused with a gRPC status, without an error code, if one of several keys has not signed", async () => {
    const other = testKeyPair("other");
    const request = signTopology(hosting(key, [key, other], 1), key);
    const { code } = errorBody(await rejectionOf(allocate(request)));
    expect(code).to.match(/^Topology transaction is missing authorizations by namespaces=Set\(\)/);
    expect(code).to.include(`keys=Set(${other.fingerprint.slice(0, 12)}...)`);
  });

  it("are refused with a gRPC status, without an error code, if other participants should host them", async () => {
    const participant = `p::${key.fingerprint}`;
    for (const more of [
      { otherConfirmingParticipantUids: [participant] },
      { observingParticipantUids: [participant] },
    ]) {
      const error = await rejectionOf(allocate(signTopology(topology(more), key)));
      expect(errorBody(error).code).to.equal(`Members PAR::${participant} are unknown.`);
      expect(httpStatus(error)).to.equal(404);
    }
  });

  it("are refused for a wrong synchronizer, transaction, identity provider or user before signatures are verified", async () => {
    const signed = signTopology(topology(), testKeyPair("other"));
    for (const [wrong, code] of [
      [{ synchronizer: "" }, "MISSING_FIELD"],
      [{ synchronizer: "x" }, "INVALID_FIELD"],
      [{ synchronizer: "x::1220ab" }, "INVALID_ARGUMENT"],
      [{ onboardingTransactions: [] }, "INVALID_FIELD"],
      [{ onboardingTransactions: undefined }, "INVALID_FIELD"],
      [{ onboardingTransactions: [{ transaction: "" }] }, "INVALID_FIELD"],
      [{ onboardingTransactions: [{ transaction: "AAAA" }] }, "INVALID_FIELD"],
      [{ identityProviderId: "nope" }, "INVALID_ARGUMENT"],
      [{ userId: "nobody" }, "USER_NOT_FOUND"],
    ] as const) {
      const found = await rejectionOf(allocate({ ...signed, ...wrong }, participantAdmin));
      expect(found.code, JSON.stringify(wrong)).to.equal(code);
    }
  });

  it("are refused with keys of other parties, or with a threshold of 0 or above the number of keys", async () => {
    const other = testKeyPair("other");
    const refused = [
      signTopology(hosting(key, [other], 1), other),
      signTopology(hosting(key, [key], 0), key),
      signTopology(hosting(key, [key], 2), key),
    ];
    for (const request of refused) {
      expect((await rejectionOf(allocate(request))).code).to.equal("INVALID_ARGUMENT");
    }
    expect(ledger.state.parties.has(topology().partyId)).to.equal(false);
  });

  it("are refused with another serial, operation, host or permission", async () => {
    const [serialized = ""] = topology().topologyTransactions;
    const transaction = decodedTopology(serialized);
    const { mapping } = transaction;
    if (mapping.kind !== "partyToParticipant") return expect.fail("it says who hosts the party");
    const [host] = mapping.hosts;
    if (host === undefined) return expect.fail("there is a host");
    const others: readonly Topology[] = [
      { ...transaction, serial: 2 },
      { ...transaction, operation: "remove" },
      { ...transaction, mapping: { ...mapping, hosts: [] } },
      { ...transaction, mapping: { ...mapping, hosts: [{ ...host, permission: "submission" }] } },
      { ...transaction, mapping: { ...mapping, hosts: [{ ...host, permission: "observation" }] } },
      { ...transaction, mapping: { ...mapping, threshold: 2 } },
      { ...transaction, mapping: { ...mapping, hosts: [{ ...host, participantId: "p::1220" }] } },
    ];
    for (const other of others) {
      const { code } = await rejectionOf(allocate(signTopology(forSigning([other]), key)));
      expect(code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("are refused if the hint begins or ends with a blank, which a participant accepts", async () => {
    const participant = await createLedger({ seed: 1, clock, precedence: "participant" });
    for (const partyHint of [" dora", "dora "]) {
      const generated = generateExternalPartyTopology(participant, {
        synchronizer,
        partyHint,
        publicKey: key.publicKey,
      });
      const signed = { synchronizer, ...signTopology(generated, key) };
      const { code, path } = await rejectionOf(allocate(signed));
      expect({ code, path }).to.deep.equal({
        code: "INVALID_ARGUMENT",
        path: "onboardingTransactions",
      });
      const { partyId } = await allocateExternalParty(participant, signed);
      expect(partyId).to.equal(`${partyHint}::${generated.publicKeyFingerprint}`);
    }
  });

  it("are not generated for an invalid key, hint, host or synchronizer", () => {
    const { publicKey } = key;
    const wrong = [
      [{ partyHint: "" }, "INVALID_ARGUMENT"],
      [{ partyHint: "a::b" }, "INVALID_ARGUMENT"],
      [{ partyHint: "dora " }, "INVALID_ARGUMENT"],
      [{ synchronizer: "other::1220" }, "INVALID_ARGUMENT"],
      [{ synchronizer: "" }, "INVALID_ARGUMENT"],
      [{ publicKey: undefined }, "INVALID_ARGUMENT"],
      [{ publicKey: { ...publicKey, keyData: "AAAA" } }, "INVALID_ARGUMENT"],
      [
        { publicKey: { ...publicKey, keySpec: "SIGNING_KEY_SPEC_UNSPECIFIED" } },
        "INVALID_ARGUMENT",
      ],
      [
        { publicKey: { ...publicKey, format: "CRYPTO_KEY_FORMAT_UNSPECIFIED" } },
        "INVALID_ARGUMENT",
      ],
      [{ publicKey: { ...publicKey, format: "CRYPTO_KEY_FORMAT_DER" } }, "INVALID_ARGUMENT"],
      [{ confirmationThreshold: 2 }, "INVALID_ARGUMENT"],
      [{ localParticipantObservationOnly: true }, "LEDGER_API_INTERNAL_ERROR"],
      [{ otherConfirmingParticipantUids: ["x"] }, "INVALID_ARGUMENT"],
    ] as const;
    for (const [more, code] of wrong) {
      expect(errorOf(() => topology(more)).code, JSON.stringify(more)).to.equal(code);
    }
  });

  it("are not generated if a host is listed twice, which is found quickly even in a list of 60,000", () => {
    const hosts = Array.from({ length: 60_000 }, (_, index) => `host${index}::1220ab`);
    const error = errorOf(() => topology({ observingParticipantUids: [...hosts, hosts[59_999]] }));
    expect(error.cause).to.include("host59999::1220ab is named twice");
  });

  it("are refused with too many transactions and signatures, before any is verified", async () => {
    const { topologyTransactions, multiHash: hash } = topology();
    const [transaction = ""] = topologyTransactions;
    const signature = key.sign(bytesOf(hash));
    const many = Array.from({ length: 60_000 }, () => signature);
    for (const request of [
      { onboardingTransactions: [{ transaction }], multiHashSignatures: many },
      { onboardingTransactions: [{ transaction, signatures: many }] },
      { onboardingTransactions: Array.from({ length: 101 }, () => ({ transaction })) },
    ]) {
      const error = await rejectionOf(allocate(request));
      expect(error).to.include({ code: "INVALID_FIELD" });
      expect(error.cause).to.include("at most");
    }
  });

  it("are not generated for keys of another curve than declared", () => {
    const publicKey = { ...key.publicKey, keySpec: "SIGNING_KEY_SPEC_EC_P256" };
    const { code, cause } = errorOf(() => topology({ publicKey }));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(cause).to.include("a public key of SIGNING_KEY_SPEC_EC_P256");
  });

  it("are not generated for the physical id of a synchronizer", () => {
    const [{ id } = { id: "" }] = ledger.state.synchronizers;
    const { code, path } = errorOf(() => topology({ synchronizer: `${id}::35-0` }));
    expect({ code, path }).to.deep.equal({ code: "INVALID_ARGUMENT", path: "synchronizer" });
  });

  it("are not generated with a confirmation threshold above the number of confirming participants", () => {
    const asked = { localParticipantObservationOnly: true, confirmationThreshold: 1 };
    const { code, cause } = errorOf(() => topology(asked));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(cause).to.include("Confirmation threshold exceeds");
  });

  it("have the topology transactions and hashes of the shared test vectors", function () {
    const vectors = JSON.parse(
      new TextDecoder().decode(sharedFile(this, "vectors", "prepared-transaction-hashes.json")),
    ) as { topology: readonly TopologyVector[] };
    for (const {
      serializedTransactions,
      transactionHashes,
      multiHash: expected,
    } of vectors.topology) {
      const hashes = serializedTransactions.map((each) => bytesToHex(topologyHashOf(each)));
      expect(hashes).to.deep.equal(transactionHashes);
      expect(bytesToHex(multiHashOf(serializedTransactions.toReversed()))).to.equal(expected);
      for (const each of serializedTransactions) {
        expect(encodedTopology(decodedTopology(each))).to.equal(each);
      }
    }
  });

  const hosting = (namespace: TestKeyPair, keys: readonly TestKeyPair[], threshold: number) =>
    forSigning([
      {
        operation: "addReplace",
        serial: 1,
        mapping: {
          kind: "partyToParticipant",
          party: `dora::${namespace.fingerprint}`,
          threshold: 1,
          hosts: [{ participantId: ledger.state.participantId, permission: "confirmation" }],
          signing: {
            keys: signingKeysOf(keys),
            threshold,
          },
        },
      },
    ]);
});

interface TopologyVector {
  readonly serializedTransactions: readonly string[];
  readonly transactionHashes: readonly string[];
  readonly multiHash: string;
}

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");
