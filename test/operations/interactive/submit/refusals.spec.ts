import { expect } from "chai";

import { type SignedToExecute, testKeyPair } from "../../../../fixtures/testing/index.ts";
import {
  allocateParty,
  executePrepared,
  executePreparedAndWait,
  prepareTransaction,
} from "../../../../lib/api.ts";
import { userCaller } from "../../../support/callers.ts";
import { completionsOn } from "../../../support/commands-body.ts";
import { contractOf } from "../../../support/contract-of.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { Counter, Iou } from "../../../support/iou-package.ts";
import {
  alterAndRehash,
  alterPrepared,
  decodePrepared,
  type Prepared,
} from "../../../support/prepared-transactions.ts";
import {
  prepare,
  signAndExecute,
  signedBody,
  type SigningLedger,
  signingLedger,
  waysToExecute,
} from "../../../support/signing-ledger.ts";
import { untyped } from "../../../support/untyped.ts";

const failed = "FAILED_TO_EXECUTE_TRANSACTION";

/** Incorrect requests that all three ways to execute must refuse, without writing anything. */
const refusals: readonly (readonly [string, string, (given: Given) => unknown])[] = [
  [
    "a request without a signature of the acting party",
    failed,
    ({ body, bob }) => ofParty(body, bob),
  ],
  ["a signature by an unknown key", failed, ({ sign }) => sign(testKeyPair("mallory"))],
  ["a signature by the key of another party", failed, ({ sign, bobKey }) => sign(bobKey)],
  [
    "a signature over another hash",
    failed,
    ({ body, other }) => ({ ...body, partySignatures: other.partySignatures }),
  ],
  [
    "a transaction that was altered",
    failed,
    ({ body }) =>
      alterPrepared(body, (prepared) => ({
        ...prepared,
        metadata: { ...prepared.metadata, commandId: "another" },
      })),
  ],
  [
    "another hashing scheme than the signed one",
    failed,
    ({ body }) => ({ ...body, hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" }),
  ],
  [
    "a request without a hashing scheme",
    "INVALID_FIELD",
    ({ body }) => ({ ...body, hashingSchemeVersion: "HASHING_SCHEME_VERSION_UNSPECIFIED" }),
  ],
  [
    "an unknown hashing scheme",
    "INVALID_ARGUMENT",
    ({ body }) => ({ ...body, hashingSchemeVersion: "HASHING_SCHEME_VERSION_V1" }),
  ],
  [
    "an unknown signature format",
    "INVALID_FIELD",
    ({ body }) => withSignature(body, { format: "SIGNATURE_FORMAT_UNSPECIFIED" }),
  ],
  [
    "an unsupported algorithm",
    failed,
    ({ body }) => withSignature(body, { signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ML_DSA_65" }),
  ],
  [
    "a signature by a malformed key fingerprint",
    failed,
    ({ body }) => withSignature(body, { signedBy: "x" }),
  ],
  [
    "a signature without a key fingerprint",
    "INVALID_FIELD",
    ({ body }) => withSignature(body, { signedBy: "" }),
  ],
  ["a signature without bytes", failed, ({ body }) => withSignature(body, { signature: "" })],
  ["signatures of an empty party", "INVALID_FIELD", ({ body }) => ofParty(body, "")],
  ["signatures of a malformed party", "INVALID_FIELD", ({ body }) => ofParty(body, "zz")],
  [
    "a request without a transaction",
    "MISSING_FIELD",
    ({ body }) => ({ ...body, preparedTransaction: "" }),
  ],
  [
    "invalid bytes of a transaction",
    "INVALID_ARGUMENT",
    ({ body }) => ({ ...body, preparedTransaction: Buffer.of(1, 2, 3).toString("base64") }),
  ],
  [
    "a request without a submission id",
    "MISSING_FIELD",
    ({ body }) => ({ ...body, submissionId: "" }),
  ],
  [
    "a request without partySignatures",
    "MISSING_FIELD",
    ({ body }) => ({ ...body, partySignatures: null }),
  ],
  [
    "a request with an empty list of signatures",
    failed,
    ({ body }) => ({ ...body, partySignatures: { signatures: [] } }),
  ],
  ["a request without a user", "INVALID_TOKEN", ({ body }) => ({ ...body, userId: "" })],
  [
    "more than fifty signatures",
    failed,
    ({ body }) => {
      const [first] = body.partySignatures.signatures;
      const signatures = Array.from({ length: 51 }, () => first?.signatures[0]);
      return { ...body, partySignatures: { signatures: [{ ...first, signatures }] } };
    },
  ],
  [
    "several roots",
    failed,
    ({ body }) =>
      alterPrepared(body, ({ transaction, metadata }) => ({
        transaction: { ...transaction, roots: ["0", "0"] },
        metadata,
      })),
  ],
  [
    "several acting parties of which one signs",
    failed,
    ({ body, bob }) =>
      alterPrepared(body, ({ transaction, metadata }) => ({
        transaction,
        metadata: { ...metadata, actAs: [...metadata.actAs, bob] },
      })),
  ],
  [
    "an unknown synchronizer",
    failed,
    ({ body }) =>
      alterPrepared(body, ({ transaction, metadata }) => ({
        transaction,
        metadata: { ...metadata, synchronizerId: "other::1220" },
      })),
  ],
  [
    "superfluous input contracts",
    failed,
    ({ body, exercise }) =>
      alterPrepared(body, ({ transaction, metadata }) => ({
        transaction,
        metadata: { ...metadata, inputContracts: exercise.metadata.inputContracts },
      })),
  ],
];

describe("execution of signed transactions", () => {
  for (const [what, code, requestFrom] of refusals) {
    it(`refuses ${what}, and writes nothing`, async () => {
      const given = await prepared();
      const { ledger } = given;
      const before = ledger.state;
      for (const execute of waysToExecute) {
        const { code: found } = await rejectionOf(execute(ledger, untyped(requestFrom(given))));
        expect(found).to.equal(code);
      }
      expect(ledger.state).to.equal(before);
    });
  }

  it("refuses missing and altered input contracts", async () => {
    const { ledger, exerciseBody } = await prepared();
    const without = (alter: (prepared: Prepared) => Prepared) =>
      rejectionOf(executePreparedAndWait(ledger, alterPrepared(exerciseBody, alter)));
    const missing = await without(({ transaction, metadata }) => ({
      transaction,
      metadata: { ...metadata, inputContracts: [] },
    }));
    expect(missing.code).to.equal(failed);
    const stale = await without(({ transaction, metadata }) => ({
      transaction,
      metadata: {
        ...metadata,
        inputContracts: metadata.inputContracts.map((input) => ({
          ...input,
          createdAt: input.createdAt + 1n,
        })),
      },
    }));
    expect(stale.code).to.equal(failed);
  });

  it("S7.3+ generates a missing submission id with participant precedence", async () => {
    const { ledger, alice, aliceKey } = await signingLedger({ precedence: "participant" });
    const body = signedBody(await prepare(ledger, alice, iouOf(alice)), aliceKey);
    await executePreparedAndWait(ledger, { ...body, submissionId: "" });
    const [completion] = completionsOn(ledger);
    expect(completion?.submission.submissionId).to.match(/^[0-9a-f-]{36}$/);
  });

  it("refuses callers without the right to execute as the party", async () => {
    const { ledger, alice, body } = await prepared();
    const stranger = userCaller("ann", [{ kind: "CanReadAs", party: alice }]);
    const { code } = await rejectionOf(executePrepared(ledger, body, stranger));
    expect(code).to.equal("PERMISSION_DENIED");
    const executor = userCaller("ann", [{ kind: "CanExecuteAs", party: alice }]);
    expect(await executePrepared(ledger, body, executor)).to.deep.equal({});
  });

  it("S7.6- refuses to execute a transaction twice", async () => {
    const { ledger, body } = await prepared();
    await executePreparedAndWait(ledger, body);
    const { ledgerEnd } = ledger.state;
    const { code, definiteAnswer } = await rejectionOf(executePreparedAndWait(ledger, body));
    expect(code).to.equal("DUPLICATE_COMMAND");
    expect(definiteAnswer).to.equal(true);
    expect(await executePrepared(ledger, body)).to.deep.equal({});
    const outcomes = completionsOn(ledger).slice(-2);
    expect(outcomes.map(({ outcome }) => outcome.kind)).to.deep.equal(["rejected", "rejected"]);
    expect(ledger.state.ledgerEnd).to.equal(ledgerEnd + 2);
    expect(ledger.state.active.all.size).to.equal(2);
  });

  it("refuses to execute a transaction twice for another user or without deduplication", async () => {
    const { ledger, body } = await prepared();
    await executePreparedAndWait(ledger, body);
    const nothing = { DeduplicationDuration: { value: { seconds: 0, nanos: 0 } } };
    for (const more of [{ userId: "bea" }, { deduplicationPeriod: nothing }]) {
      const again = executePreparedAndWait(ledger, { ...body, ...more });
      const { code } = await rejectionOf(again);
      expect(code).to.equal("DUPLICATE_CONFIRMATION_REQUEST_UUID");
    }
    expect(ledger.state.active.all.size).to.equal(2);
  });

  it("refuses a transaction whose contracts were archived since, and then its repetition", async () => {
    const { ledger, alice, aliceKey: key, exerciseBody, contractId } = await prepared();
    const archive = contractOf(Iou, contractId).exercise(Iou.Archive);
    await signAndExecute(ledger, { party: alice, key }, archive);
    const { code, context } = await rejectionOf(executePreparedAndWait(ledger, exerciseBody));
    expect(code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    const again = await rejectionOf(executePreparedAndWait(ledger, exerciseBody));
    expect(again.code).to.equal("DUPLICATE_CONFIRMATION_REQUEST_UUID");
    expect(again.context).to.have.all.keys("uuid");
    const { participantId, synchronizers } = ledger.state;
    expect(context).to.deep.equal({
      CONTRACT_ID: `List(${contractId})`,
      psid: `${synchronizers[0]?.id.slice(0, "local::1220".length + 8)}...::35-0`,
      reported_by_participant_id: `PAR::${participantId}`,
      confirming_parties: `${alice}, ${participantId}`,
    });
  });

  it("refuses a transaction that was prepared more than a day ago", async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const body = signedBody(await prepare(ledger, alice, iouOf(alice)), aliceKey);
    ledger.clock.advance(25n * 3_600_000_000n);
    const { code } = await rejectionOf(executePreparedAndWait(ledger, body));
    expect(code).to.equal("LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND");
  });

  it("refuses a transaction after its latest execution time", async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const late = await prepare(ledger, alice, iouOf(alice), {
      maxRecordTime: "2024-01-01T11:59:59Z",
    });
    const { code } = await rejectionOf(executePreparedAndWait(ledger, signedBody(late, aliceKey)));
    expect(code).to.equal("LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED");
  });

  it("refuses a signed transaction that the commands would not produce", async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const forged = alterAndRehash(await prepare(ledger, alice, iouOf(alice)), (prepared) => {
      const root = prepared.transaction.nodes.get("0");
      if (root?.kind !== "create") return prepared;
      const nodes = new Map([["0", { ...root, stakeholders: [] }]]);
      return { ...prepared, transaction: { ...prepared.transaction, nodes } };
    });
    const { code } = await rejectionOf(
      executePreparedAndWait(ledger, signedBody(forged, aliceKey)),
    );
    expect(code).to.equal("LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK");
    expect(ledger.state.active.all.size).to.equal(0);
  });
});

describe("preparation of transactions", () => {
  const failedToPrepare = "FAILED_TO_PREPARE_TRANSACTION";

  it("refuses several commands, and contract keys with V2", async () => {
    const { ledger, alice } = await signingLedger();
    const request = {
      commands: [iouOf(alice)],
      commandId: "c",
      actAs: [alice],
      userId: "ann",
    };
    const refusal = async (more: object): Promise<string> =>
      (await rejectionOf(prepareTransaction(ledger, { ...request, ...more }))).code;
    expect(await refusal({ commands: [iouOf(alice), iouOf(alice)] })).to.equal(failedToPrepare);
    const counter = Counter.create({ owner: alice, name: "a", count: 1n });
    expect(await refusal({ commands: [counter] })).to.equal(failedToPrepare);
    expect(await refusal({ commandId: "" })).to.equal("MISSING_FIELD");
    expect(await refusal({ hashingSchemeVersion: "V9" })).to.equal("INVALID_ARGUMENT");
  });

  it("requires only the right to read as the acting party", async () => {
    const { ledger, alice } = await signingLedger();
    const request = { commands: [iouOf(alice)], commandId: "c", actAs: [alice] };
    const reader = userCaller("ann", [{ kind: "CanReadAs", party: alice }]);
    const prepared = await prepareTransaction(ledger, request, reader);
    expect(prepared.hashingSchemeVersion).to.equal("HASHING_SCHEME_VERSION_V2");
    const { code } = await rejectionOf(prepareTransaction(ledger, request, userCaller("bea")));
    expect(code).to.equal("PERMISSION_DENIED");
  });

  it("prepares for parties of the participant, although they have no keys to execute with", async () => {
    const { ledger, aliceKey } = await signingLedger();
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "local" });
    const prepared = await prepare(ledger, partyDetails.party, iouOf(partyDetails.party));
    const { code } = await rejectionOf(
      executePreparedAndWait(ledger, signedBody(prepared, aliceKey)),
    );
    expect(code).to.equal(failed);
  });
});

interface Given extends SigningLedger {
  /** A signed create by alice. */
  readonly body: SignedToExecute;
  /** Another signed create. */
  readonly other: SignedToExecute;
  readonly contractId: string;
  /** An exercise on the contract. */
  readonly exercise: Prepared;
  readonly exerciseBody: SignedToExecute;
  readonly sign: (key: SigningLedger["aliceKey"]) => SignedToExecute;
}

const prepared = async (): Promise<Given> => {
  const given = await signingLedger();
  const { ledger, alice, aliceKey: key } = given;
  const { transaction } = await signAndExecute(ledger, { party: alice, key }, iouOf(alice));
  const [event] = transaction.events;
  const contractId =
    event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  const create = await prepare(ledger, alice, iouOf(alice));
  const other = await prepare(ledger, alice, iouOf(alice));
  const inspect = contractOf(Iou, contractId).exercise(Iou.Inspect);
  const exercise = await prepare(ledger, alice, inspect);
  return {
    ...given,
    body: signedBody(create, key),
    other: signedBody(other, key),
    contractId,
    exercise: decodePrepared(exercise),
    exerciseBody: signedBody(exercise, key),
    sign: (by) => signedBody(create, by),
  };
};

const iouOf = (party: string) =>
  Iou.create({ issuer: party, owner: party, amount: "10", watchers: [] });

const ofParty = (body: SignedToExecute, party: string) => ({
  ...body,
  partySignatures: {
    signatures: body.partySignatures.signatures.map((each) => ({ ...each, party })),
  },
});

const withSignature = (body: SignedToExecute, change: object) => ({
  ...body,
  partySignatures: {
    signatures: body.partySignatures.signatures.map((each) => ({
      ...each,
      signatures: each.signatures.map((signature) => ({ ...signature, ...change })),
    })),
  },
});
