import { expect } from "chai";

import {
  type PreparedToSign,
  signPrepared,
  signTopology,
  type TestKeyPair,
  testKeyPair,
  type TopologyToSign,
} from "../../../fixtures/testing/index.ts";
import { decodeBase64, encodeBase64 } from "../../../lib/base/values/base64.ts";
import type { PreparedTransaction } from "../../../lib/operations/interactive/wire/prepared-transaction.ts";
import { decodePreparedTransaction } from "../../../lib/operations/interactive/wire/prepared-transaction-decode.ts";
import { encodePreparedTransaction } from "../../../lib/operations/interactive/wire/prepared-transaction-encode.ts";
import {
  type CaseLedger,
  type Committed,
  createdIn,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  withBlobs,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";

const submission = "/v2/interactive-submission";
const prepare = `${submission}/prepare`;
const execute = `${submission}/execute`;
const executeAndWait = `${submission}/executeAndWait`;
const forTransaction = `${submission}/executeAndWaitForTransaction`;
const effects = "TRANSACTION_SHAPE_LEDGER_EFFECTS";

interface External {
  readonly party: string;
  readonly key: TestKeyPair;
}

const generate = (api: CaseLedger, hint: string, key: TestKeyPair, more: Fields = {}) =>
  api.post<TopologyToSign & Fields>("/v2/parties/external/generate-topology", {
    synchronizer: api.synchronizerId,
    partyHint: hint,
    publicKey: key.publicKey,
    ...more,
  });

/** Allocates an external party over the API. */
const external = async (api: CaseLedger, hint: string, more: Fields = {}): Promise<External> => {
  const key = testKeyPair(hint);
  const topology = await generate(api, hint, key);
  const { partyId } = await api.post<{ readonly partyId: string }>(
    "/v2/parties/external/allocate",
    { synchronizer: api.synchronizerId, ...signTopology(topology, key), ...more },
  );
  return { party: partyId, key };
};

interface Prepared extends PreparedToSign {
  readonly costEstimation: Fields | null;
}

const preparation = (api: CaseLedger, party: string, command: object, more: Fields = {}) => ({
  synchronizerId: "",
  packageIdSelectionPreference: [],
  verboseHashing: false,
  ...api.commands(party, command),
  ...more,
});

const prepared = (api: CaseLedger, party: string, command: object, more: Fields = {}) =>
  api.post<Prepared>(prepare, preparation(api, party, command, more));

const signed = (of: PreparedToSign, key: TestKeyPair, more: Fields = {}): Fields => ({
  ...signPrepared(of, key),
  userId: "ann",
  ...more,
});

const decoded = ({ preparedTransaction }: PreparedToSign): PreparedTransaction =>
  decodePreparedTransaction(decodeBase64(preparedTransaction) ?? expect.fail("no Base64"));

/** Prepares, signs, and executes. Returns the transaction in a format. */
const executed = async (api: CaseLedger, { party, key }: External, command: object, more = {}) => {
  const body = signed(await prepared(api, party, command), key, more);
  const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, body);
  return transaction;
};

/** Returns a case: a signature of another key or for another party is refused immediately. */
const refusesSignature =
  (path: string, forge: (body: Fields, of: Prepared) => Fields): Case =>
  async (api) => {
    const alice = await external(api, "alice");
    const of = await prepared(api, alice.party, noteOf(alice.party));
    const { end } = api;
    const refusal = "FAILED_TO_EXECUTE_TRANSACTION";
    await api.refused(400, refusal, ["POST", path, forge(signed(of, alice.key), of)]);
    expect(api.end).to.equal(end);
  };

const byAnother = (_: Fields, of: Prepared) => signed(of, testKeyPair("mallory"));

const twice =
  (path: string): Case =>
  async (api) => {
    const alice = await external(api, "alice");
    const body = signed(await prepared(api, alice.party, noteOf(alice.party)), alice.key);
    await api.post(path, body);
    await api.refused(409, "DUPLICATE_COMMAND", ["POST", path, body]);
  };

const forMalformedSynchronizer =
  (path: string): Case =>
  async (api) => {
    const alice = await external(api, "alice");
    const of = await prepared(api, alice.party, noteOf(alice.party));
    const { transaction, metadata } = decoded(of);
    const bytes = encodePreparedTransaction({
      transaction,
      metadata: { ...metadata, synchronizerId: "nowhere" },
    });
    const body = { ...signed(of, alice.key), preparedTransaction: encodeBase64(bytes) };
    await api.refused(400, "INVALID_FIELD", ["POST", path, body]);
  };

export const interactiveSubmission: Suite = {
  name: "InteractiveSubmissionServiceIT",
  cases: {
    ISSPrepareSubmissionRequestBasic: async (api) => {
      const { party } = await external(api, "alice");
      const { preparedTransaction, preparedTransactionHash, costEstimation } = await prepared(
        api,
        party,
        noteOf(party),
      );
      expect(decodeBase64(preparedTransaction)).to.have.length.greaterThan(100);
      expect(decodeBase64(preparedTransactionHash)).to.have.length(32);
      expect(costEstimation).to.include({ totalTrafficCostEstimation: 0 });
    },
    ISSPrepareSubmissionRequestWithoutCostEstimation: async (api) => {
      const { party } = await external(api, "alice");
      const estimateTrafficCost = { disabled: true, expectedSignatures: [] };
      const { costEstimation } = await prepared(api, party, noteOf(party), {
        estimateTrafficCost,
      });
      expect(costEstimation).to.equal(null);
    },
    ISSPrepareSubmissionRequestExplicitDisclosure: async (api) => {
      const { party } = await external(api, "alice");
      const bob = await api.party("bob");
      const { transaction } = await api.post<{ readonly transaction: Committed }>(
        "/v2/commands/submit-and-wait-for-transaction",
        {
          commands: api.commands(bob, noteOf(bob)),
          transactionFormat: formatFor([bob], effects, withBlobs),
        },
      );
      const { contractId, templateId, createdEventBlob } = createdIn(transaction);
      const read = exercise(Note.reference, contractId, "Read", { reader: party });
      const request = preparation(api, party, read);
      await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", prepare, request]);
      const disclosed = { contractId, templateId, createdEventBlob, synchronizerId: "" };
      await prepared(api, party, read, { disclosedContracts: [disclosed] });
    },
    ISSPrepareSubmissionRequestFailOnUnknownContract: async (api) => {
      const { party } = await external(api, "alice");
      const unknown = `00${"ab".repeat(32)}ca121220${"cd".repeat(32)}`;
      const request = preparation(api, party, exercise(Note.reference, unknown, "Keep"));
      await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", prepare, request]);
    },
    ISSPrepareSubmissionRequestSynchronizerId: async (api) => {
      const { party } = await external(api, "alice");
      const { synchronizerId } = api;
      const of = await prepared(api, party, noteOf(party), { synchronizerId });
      expect(decoded(of).metadata.synchronizerId.startsWith(synchronizerId)).to.equal(true);
    },
    ISSPrepareSubmissionRequestMinLedgerTime: async (api) => {
      const alice = await external(api, "alice");
      const { contractId } = createdIn(await executed(api, alice, noteOf(alice.party)));
      const value = "2024-01-01T12:00:05Z";
      const after = exercise(Note.reference, contractId, "After", { time: value });
      const early = preparation(api, alice.party, after);
      await api.refused(400, "DAML_FAILURE", ["POST", prepare, early]);
      const minLedgerTime = { time: { MinLedgerTimeAbs: { value } } };
      await prepared(api, alice.party, after, { minLedgerTime });
    },
    ISSPrepareSubmissionExecuteBasic: async (api) => {
      const alice = await external(api, "alice");
      const of = await prepared(api, alice.party, noteOf(alice.party));
      const begin = api.end;
      await api.post(execute, signed(of, alice.key));
      const [completion] = await api.completions([alice.party], { beginExclusive: begin });
      expect(completion?.status.code).to.equal(0);
    },
    ISSExecuteSubmissionAndWaitBasic: async (api) => {
      const alice = await external(api, "alice");
      const of = await prepared(api, alice.party, noteOf(alice.party));
      const answer = await api.post(executeAndWait, signed(of, alice.key));
      expect(answer["completionOffset"]).to.equal(api.end);
      expect(answer["updateId"]).to.be.a("string").that.is.not.empty;
    },
    ISSPrepareSubmissionFailExecuteOnInvalidSignature: refusesSignature(execute, byAnother),
    ISSPrepareSubmissionFailExecuteAndWaitOnInvalidSignature: refusesSignature(
      executeAndWait,
      byAnother,
    ),
    ISSPrepareSubmissionFailExecuteOnInvalidSignatory: async (api) => {
      const bob = await external(api, "bob");
      await refusesSignature(execute, (body) => {
        const { signatures } = body["partySignatures"] as { readonly signatures: object[] };
        return {
          ...body,
          partySignatures: {
            signatures: signatures.map((each) => ({ ...each, party: bob.party })),
          },
        };
      })(api);
    },
    ISSExecuteSubmissionRequestWithInputContracts: async (api) => {
      const alice = await external(api, "alice");
      const { contractId } = createdIn(await executed(api, alice, noteOf(alice.party)));
      const of = await prepared(api, alice.party, exercise(Note.reference, contractId, "Keep"));
      expect(decoded(of).metadata.inputContracts).to.have.length(1);
      await api.post(executeAndWait, signed(of, alice.key));
    },
    ISSExecuteSubmissionRequestFailOnEmptyInputContracts: async (api) => {
      const alice = await external(api, "alice");
      const { contractId } = createdIn(await executed(api, alice, noteOf(alice.party)));
      const of = await prepared(api, alice.party, exercise(Note.reference, contractId, "Keep"));
      const { transaction, metadata } = decoded(of);
      const bytes = encodePreparedTransaction({
        transaction,
        metadata: { ...metadata, inputContracts: [] },
      });
      const body = { ...signed(of, alice.key), preparedTransaction: encodeBase64(bytes) };
      await api.refused(400, "FAILED_TO_EXECUTE_TRANSACTION", ["POST", execute, body]);
    },
    ISSDuplicateExecuteAndWaitForTransactionData: twice(forTransaction),
    ISSDuplicateExecuteAndWaitData: twice(executeAndWait),
    ISSExecuteSubmissionAndWaitForTransactionFilterByTemplateId: async (api) => {
      const alice = await external(api, "alice");
      for (const [templateId, kinds] of [
        [Note.reference, ["CreatedEvent"]],
        ["#models:Models:Joint", []],
      ] as const) {
        const transactionFormat = formatFor([alice.party], effects, templateOnly(templateId));
        const transaction = await executed(api, alice, noteOf(alice.party), {
          transactionFormat,
        });
        expect(kindsIn(transaction)).to.deep.equal(kinds);
      }
    },
    ISSExecuteAndWaitForTransactionBasic: async (api) => {
      const alice = await external(api, "alice");
      const transactionFormat = formatFor([alice.party], effects);
      const transaction = await executed(api, alice, noteOf(alice.party), { transactionFormat });
      expect(kindsIn(transaction)).to.deep.equal(["CreatedEvent"]);
      expect(transaction.offset).to.equal(api.end);
    },
    ISSExecuteAndWaitForTransactionNoFilter: async (api) => {
      const alice = await external(api, "alice");
      const { contractId } = createdIn(await executed(api, alice, noteOf(alice.party)));
      const consume = exercise(Note.reference, contractId, "Consume");
      expect(kindsIn(await executed(api, alice, consume))).to.deep.equal(["ArchivedEvent"]);
    },
    ISSExecuteAndWaitForTransactionFilterByWrongParty: async (api) => {
      const alice = await external(api, "alice");
      const bob = await api.party("bob");
      const transactionFormat = formatFor([bob], effects);
      const transaction = await executed(api, alice, noteOf(alice.party), { transactionFormat });
      expect(transaction.events).to.deep.equal([]);
    },
    ISSExecuteAndWaitInvalidSynchronizerId: forMalformedSynchronizer(executeAndWait),
    ISSExecuteAndWaitForTransactionInvalidSynchronizerId: forMalformedSynchronizer(forTransaction),
  },
};

const withLevels =
  (choice: "Deep" | "Wide" | "Large", choiceArgument: Fields): Case =>
  async (api) => {
    const alice = await external(api, "alice");
    const { contractId } = createdIn(await executed(api, alice, noteOf(alice.party)));
    await executed(api, alice, exercise(Note.reference, contractId, choice, choiceArgument));
  };

export const largeTransactions: Suite = {
  name: "LimitsIT",
  cases: {
    LWithLargeTransaction: async (api) => {
      const alice = await api.party("alice");
      const note = await api.create(alice, noteOf(alice));
      const large = exercise(Note.reference, note, "Large", { levels: "7" });
      expect((await api.submit(alice, large)).events).to.have.length(255);
    },
    ExternalWithDeepTransaction: withLevels("Deep", { levels: "50" }),
    ExternalWithWideTransaction: withLevels("Wide", { times: "200" }),
    ExternalWithLargeTransaction: withLevels("Large", { levels: "6" }),
  },
};

const detailsOf = async (api: CaseLedger, party: string) => {
  const { partyDetails } = await api.get<{ readonly partyDetails: readonly Fields[] }>(
    `/v2/parties/${encodeURIComponent(party)}`,
  );
  return partyDetails;
};

export const externalParties: Suite = {
  name: "ExternalPartyManagementServiceIT",
  cases: {
    PMAllocateExternalPartyBasic: async (api) => {
      const { party, key } = await external(api, "alice");
      expect(party).to.equal(`alice::${key.fingerprint}`);
      expect(await detailsOf(api, party)).to.have.length(1);
    },
  },
};

export const generatedTopology: Suite = {
  name: "PartyManagementServiceIT",
  cases: {
    PMGenerateExternalPartyTopologyTransaction: async (api) => {
      const key = testKeyPair("alice");
      const alone = await generate(api, "alice", key);
      expect(alone["partyId"]).to.equal(`alice::${key.fingerprint}`);
      expect(alone["publicKeyFingerprint"]).to.equal(key.fingerprint);
      expect(alone.topologyTransactions).to.have.length.greaterThan(0);
      const again = await generate(api, "alice", key);
      expect(again.topologyTransactions).to.deep.equal(alone.topologyTransactions);
      const another = await generate(api, "alice", key, { confirmationThreshold: 1 });
      expect(another["partyId"]).to.equal(alone["partyId"]);
    },
  },
};

export const externalUsers: Suite = {
  name: "UserManagementServiceIT",
  cases: {
    TestExternalAllocationTimeGrantUserRights: async (api) => {
      await api.post("/v2/users", { user: { id: "ann" } });
      const { party } = await external(api, "alice", { userId: "ann" });
      const { rights } = await api.get<{ readonly rights: readonly Fields[] }>(
        "/v2/users/ann/rights",
      );
      expect(JSON.stringify(rights)).to.include(party);
    },
  },
};

export const onboarding: Suite = {
  name: "ExternalPartyLedgerApiOnboardingTest",
  cases: {
    "onboard new single node hosted party via JSON api": async (api) => {
      const alice = await external(api, "alice");
      const { contractId } = createdIn(await executed(api, alice, noteOf(alice.party)));
      const held = await api.activeContracts([alice.party]);
      expect(held.map((each) => each.contractId)).to.deep.equal([contractId]);
    },
  },
};
