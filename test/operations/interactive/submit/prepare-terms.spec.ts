import { expect } from "chai";

import { executePreparedAndWait, prepareTransaction } from "../../../../lib/api.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { Iou } from "../../../support/iou-package.ts";
import { alterAndRehash, decodePrepared } from "../../../support/prepared-transactions.ts";
import {
  prepare,
  signedBody,
  signingLedger,
  waysToExecute,
} from "../../../support/signing-ledger.ts";
import { untyped } from "../../../support/untyped.ts";

const iouOf = (party: string) =>
  Iou.create({ issuer: party, owner: party, amount: "10", watchers: [] });

const free = {
  estimationTimestamp: "2024-01-01T12:00:00Z",
  confirmationRequestTrafficCostEstimation: 0,
  confirmationResponseTrafficCostEstimation: 0,
  totalTrafficCostEstimation: 0,
};

describe("cost of a prepared transaction", () => {
  it("is estimated as 0 at the current time unless the request declines an estimate", async () => {
    const { ledger, alice } = await signingLedger();
    const costOf = async (more: object): Promise<unknown> =>
      (await prepare(ledger, alice, iouOf(alice), { ...more })).costEstimation;
    const later = { time: { MinLedgerTimeAbs: { value: "2024-01-01T12:00:30Z" } } };
    const expectedSignatures = ["SIGNING_ALGORITHM_SPEC_ED25519"];
    for (const more of [
      {},
      { estimateTrafficCost: null },
      { estimateTrafficCost: {} },
      { estimateTrafficCost: { disabled: false, expectedSignatures } },
      { minLedgerTime: later },
    ]) {
      expect(await costOf(more), JSON.stringify(more)).to.deep.equal(free);
    }
    expect(await costOf({ estimateTrafficCost: { disabled: true } })).to.equal(null);
  });

  it("is not estimated for signatures that an execution does not accept", async () => {
    const { ledger, alice } = await signingLedger();
    for (const algorithm of ["SIGNING_ALGORITHM_SPEC_ML_DSA_65", "ED25519"]) {
      const estimateTrafficCost = { expectedSignatures: [algorithm] };
      const { code } = await rejectionOf(
        prepare(ledger, alice, iouOf(alice), { estimateTrafficCost }),
      );
      expect(code).to.equal("INVALID_FIELD");
    }
  });
});

describe("command that creates and exercises", () => {
  it("is prepared with two roots, and not executed", async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const payload = { issuer: alice, owner: alice, amount: "10", watchers: [] };
    const prepared = await prepare(ledger, alice, Iou.createAndExercise(payload, Iou.Inspect));
    expect(decodePrepared(prepared).transaction.roots).to.have.lengthOf(2);
    const before = ledger.state;
    for (const execute of waysToExecute) {
      const { code, cause } = await rejectionOf(execute(ledger, signedBody(prepared, aliceKey)));
      expect(code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
      expect(cause).to.include("multiple root nodes");
    }
    expect(ledger.state).to.equal(before);
  });
});

describe("hashing scheme of a prepared transaction", () => {
  it("is V2 by default, and must not be unspecified", async () => {
    const { ledger, alice } = await signingLedger();
    const request = { commands: [iouOf(alice)], commandId: "c", actAs: [alice], userId: "ann" };
    for (const version of [2, 3]) {
      const hashingSchemeVersion = `HASHING_SCHEME_VERSION_V${version}`;
      const answer = await prepareTransaction(
        ledger,
        untyped({ ...request, hashingSchemeVersion }),
      );
      expect(answer.hashingSchemeVersion).to.equal(hashingSchemeVersion);
    }
    const { hashingSchemeVersion } = await prepareTransaction(ledger, request);
    expect(hashingSchemeVersion).to.equal("HASHING_SCHEME_VERSION_V2");
    const unspecified = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_UNSPECIFIED" };
    const { code } = await rejectionOf(
      prepareTransaction(ledger, untyped({ ...request, ...unspecified })),
    );
    expect(code).to.equal("INVALID_FIELD");
  });
});

describe("prepared transactions by protocol version", () => {
  it("contain the protocol version of the synchronizer", async () => {
    for (const [protocolVersion, suffix] of [
      [34, ""],
      [35, "::35-0"],
      ["dev", "::dev-0"],
    ] as const) {
      const { ledger, alice, aliceKey } = await signingLedger({ protocolVersion });
      const [{ id } = { id: "" }] = ledger.state.synchronizers;
      const prepared = await prepare(ledger, alice, iouOf(alice));
      expect(decodePrepared(prepared).metadata.synchronizerId).to.equal(`${id}${suffix}`);
      const other = suffix === "" ? `${id}::35-0` : id;
      const resigned = alterAndRehash(prepared, ({ transaction, metadata }) => ({
        transaction,
        metadata: { ...metadata, synchronizerId: other },
      }));
      const refused = await rejectionOf(
        executePreparedAndWait(ledger, signedBody(resigned, aliceKey)),
      );
      expect(refused.code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
      await executePreparedAndWait(ledger, signedBody(prepared, aliceKey));
    }
  });

  it("are refused with more signatures than keys, from protocol version 35 on", async () => {
    for (const [protocolVersion, isExecuted] of [
      [34, true],
      [35, false],
    ] as const) {
      const { ledger, alice, aliceKey, bobKey } = await signingLedger({ protocolVersion });
      const body = signedBody(await prepare(ledger, alice, iouOf(alice)), aliceKey, bobKey);
      const outcome = executePreparedAndWait(ledger, body);
      if (isExecuted) expect(await outcome).to.have.property("updateId");
      else expect((await rejectionOf(outcome)).code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
    }
  });
});
