import { expect } from "chai";

import {
  type PreparedToSign,
  type SignedToExecute,
  signPrepared,
  signTopology,
  testKeyPair,
  type TopologyToSign,
} from "../../../fixtures/testing/index.ts";
import type { Answer, Send } from "../../support/api-client.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { type SigningLedger, signingLedger } from "../../support/signing-ledger.ts";
import { transports } from "../../support/transports.ts";
import { everythingOf } from "../../support/values-package.ts";

const execute = "/v2/interactive-submission/execute";
const executeAndWait = "/v2/interactive-submission/executeAndWait";
const executeForTransaction = "/v2/interactive-submission/executeAndWaitForTransaction";

describe("interactive submission over HTTP", () => {
  for (const { name, serve } of transports) {
    describe(name, () => {
      const served = async (use: (served: Served) => Promise<void>): Promise<void> => {
        const given = await signingLedger();
        await serve(given.ledger, { auth: "disabled" }, (send) => use(new Served(send, given)));
      };

      it("executes a transaction that a party has signed", () =>
        served(async (ask) => {
          const body = await ask.signed();
          const { status, json } = await ask.post(executeForTransaction, body);
          expect(status).to.equal(200);
          const { transaction } = json as { transaction: { events: readonly object[] } };
          expect(transaction.events).to.have.length(1);
          expect(transaction.events[0]).to.have.nested.property("CreatedEvent.acsDelta", true);
          expect(transaction)
            .to.have.property("externalTransactionHash")
            .that.matches(/^[0-9a-f]{64}$/);
        }));

      it("S7.9+ omits events that the format excludes", () =>
        served(async (ask) => {
          const eventFormat = { filtersByParty: { [ask.given.bob]: {} }, verbose: true };
          const transactionFormat = {
            eventFormat,
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
          };
          const body = { ...(await ask.signed()), transactionFormat };
          const { json } = await ask.post(executeForTransaction, body);
          expect(json).to.have.nested.property("transaction.events").that.deep.equals([]);
        }));

      it("S14.1+ S14.2+ answers with an empty object, and reports the result in a completion", () =>
        served(async (ask) => {
          const { status, json } = await ask.post(execute, await ask.signed());
          expect(status).to.equal(200);
          expect(json).to.deep.equal({});
          const [completion] = completionsOn(ask.given.ledger);
          expect(completion?.outcome.kind).to.equal("accepted");
        }));

      it("S7.6+ executes a command a second time, with new signatures, if the deduplication period has passed", () =>
        served(async (ask) => {
          const deduplicationPeriod = {
            DeduplicationDuration: { value: { seconds: 0, nanos: 0 } },
          };
          for (let times = 0; times < 2; times++) {
            const body = { ...(await ask.signed()), deduplicationPeriod };
            const { status, text } = await ask.post(executeAndWait, body);
            expect(status, text).to.equal(200);
          }
        }));

      it("S7.6+ executes a request without a deduplication period", () =>
        served(async (ask) => {
          const body = { ...(await ask.signed()), deduplicationPeriod: undefined };
          const { status, text } = await ask.post(executeAndWait, body);
          expect(status, text).to.equal(200);
          const [completion] = completionsOn(ask.given.ledger);
          expect(completion?.deduplicationPeriod?.kind).to.equal("offset");
        }));

      it("S14.1- refuses requests with a missing or wrong part", () =>
        served(async (ask) => {
          const body = await ask.signed();
          const wrong: readonly (readonly [object, string])[] = [
            [{ ...body, preparedTransaction: "" }, "MISSING_FIELD"],
            [{ ...body, preparedTransaction: "AAAA" }, "INVALID_ARGUMENT"],
            [{ ...body, partySignatures: { signatures: [] } }, "FAILED_TO_EXECUTE_TRANSACTION"],
            [await ask.signed(testKeyPair("mallory")), "FAILED_TO_EXECUTE_TRANSACTION"],
            [{ ...body, submissionId: "" }, "MISSING_FIELD"],
            [{ ...body, submissionId: "ä" }, "INVALID_FIELD"],
            [
              { ...body, hashingSchemeVersion: "HASHING_SCHEME_VERSION_UNSPECIFIED" },
              "INVALID_FIELD",
            ],
            [
              { ...body, hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" },
              "FAILED_TO_EXECUTE_TRANSACTION",
            ],
            [{ ...body, userId: "" }, "INVALID_TOKEN"],
          ];
          const before = ask.given.ledger.state;
          for (const path of [execute, executeForTransaction]) {
            for (const [request, code] of wrong) {
              const { status, json } = await ask.post(path, request);
              expect(status).to.equal(400);
              expect(json).to.include({ code });
            }
          }
          expect(ask.given.ledger.state).to.equal(before);
        }));

      it("S14.1- answers with a text, not JSON, if a request lacks a field", () =>
        served(async (ask) => {
          const body: Record<string, unknown> = { ...(await ask.signed()) };
          for (const field of [
            "preparedTransaction",
            "partySignatures",
            "submissionId",
            "hashingSchemeVersion",
          ]) {
            for (const value of [undefined, null]) {
              const { status, json, text } = await ask.post(execute, { ...body, [field]: value });
              expect(status, field).to.equal(400);
              expect(json, field).to.equal(undefined);
              expect(text).to.match(/^Invalid value for: body \(.+\)$/);
            }
          }
        }));

      it("answers with a text if a request to prepare lacks the synchronizer, the preference, or a field of the cost hints", () =>
        served(async (ask) => {
          for (const wrong of [
            { synchronizerId: undefined },
            { packageIdSelectionPreference: undefined },
            { estimateTrafficCost: {} },
            { estimateTrafficCost: { disabled: false } },
          ]) {
            const { status, text } = await ask.prepare(wrong);
            expect(status).to.equal(400);
            expect(text).to.match(/^Invalid value for: body \(.+\)$/);
          }
        }));

      it("answers with a text to an unknown enum value in keys and signatures", () =>
        served(async (ask) => {
          const { publicKey } = testKeyPair("dora");
          const wrongKeys = [{ format: "X" }, { format: undefined }, { keySpec: "X" }];
          for (const wrong of wrongKeys) {
            const { status, text } = await ask.post("/v2/parties/external/generate-topology", {
              synchronizer: ask.given.ledger.state.synchronizers[0]?.id,
              partyHint: "dora",
              publicKey: { ...publicKey, ...wrong },
            });
            expect(status).to.equal(400);
            expect(text).to.match(/^Invalid value for: body/);
          }
          const body = await ask.signed();
          const [signed] = body.partySignatures.signatures;
          for (const wrong of [{ format: "X" }, { signingAlgorithmSpec: "SHA1" }]) {
            const signatures = [{ ...signed?.signatures[0], ...wrong }];
            const partySignatures = { signatures: [{ ...signed, signatures }] };
            const { status, text } = await ask.post(execute, { ...body, partySignatures });
            expect(status).to.equal(400);
            expect(text).to.match(/^Invalid value for: body/);
          }
        }));

      it("onboards a party", () =>
        served(async (ask) => {
          const key = testKeyPair("dora", { curve: "p256" });
          const synchronizer = ask.given.ledger.state.synchronizers[0]?.id;
          const topology = await ask.post("/v2/parties/external/generate-topology", {
            synchronizer,
            partyHint: "dora",
            publicKey: key.publicKey,
          });
          const signed = signTopology(topology.json as TopologyToSign, key);
          const request = { synchronizer, ...signed };
          const { status, json } = await ask.post("/v2/parties/external/allocate", request);
          expect(status).to.equal(200);
          expect(json).to.deep.equal({ partyId: `dora::${key.fingerprint}` });
          const again = await ask.post("/v2/parties/external/allocate", request);
          expect(again.status).to.equal(400);
          expect(again.json).to.include({ code: "INVALID_ARGUMENT" });
        }));
    });
  }
});

class Served {
  readonly given: SigningLedger;
  readonly #send: Send;

  constructor(send: Send, given: SigningLedger) {
    this.#send = send;
    this.given = given;
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.#send("POST", path, { body });
  }

  prepare(more: object = {}): Promise<Answer> {
    const { alice } = this.given;
    return this.post("/v2/interactive-submission/prepare", {
      commands: [everythingOf(alice)],
      commandId: "c",
      actAs: [alice],
      userId: "ann",
      synchronizerId: "",
      packageIdSelectionPreference: [],
      ...more,
    });
  }

  /** Returns a create by alice, prepared over HTTP and signed with `key`. */
  async signed(key = this.given.aliceKey): Promise<SignedToExecute & { readonly userId: string }> {
    const { status, text, json } = await this.prepare();
    expect(status, text).to.equal(200);
    return { ...signPrepared(json as PreparedToSign, key), userId: "ann" };
  }
}
