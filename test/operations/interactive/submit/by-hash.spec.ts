import { expect } from "chai";

import {
  completionByHash,
  completions,
  executePreparedAndWait,
  updateByHash,
} from "../../../../lib/api.ts";
import type { ApiVersion } from "../../../../lib/index.ts";
import { userCaller } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { Iou } from "../../../support/iou-package.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";
import { untyped } from "../../../support/untyped.ts";

const executed = async (apiVersion: ApiVersion = "3.6") => {
  const { ledger, alice, bob, aliceKey } = await signingLedger({ apiVersion });
  const iou = Iou.create({ issuer: alice, owner: alice, amount: "10", watchers: [] });
  const prepared = await prepare(ledger, alice, iou);
  const transactionHash = prepared.preparedTransactionHash;
  const body = { ...signedBody(prepared, aliceKey), submissionId: "first" };
  const { updateId, completionOffset } = await executePreparedAndWait(ledger, body);
  return { ledger, alice, bob, body, transactionHash, updateId, completionOffset };
};

const formatOf = (party: string) => ({
  includeTransactions: {
    eventFormat: { filtersByParty: { [party]: {} }, verbose: false },
    transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
  },
});

const reader = (party: string) => userCaller("reader", [{ kind: "CanReadAs", party }]);

describe("look-up of a signed transaction by its hash", () => {
  it("finds its update for parties that may read it", async () => {
    const { ledger, alice, bob, transactionHash, updateId } = await executed();
    const seenBy = (party: string, hash = transactionHash) =>
      updateByHash(ledger, { transactionHash: hash, updateFormat: formatOf(party) }, reader(party));
    expect(seenBy(alice).update).to.have.nested.property("Transaction.value.updateId", updateId);
    const other = Buffer.alloc(32).toString("base64");
    expect(errorOf(() => seenBy(bob)).code).to.equal("UPDATE_NOT_FOUND");
    expect(errorOf(() => seenBy(alice, other)).code).to.equal("UPDATE_NOT_FOUND");
    expect(errorOf(() => seenBy(alice, "")).code).to.equal("MISSING_FIELD");
    expect(errorOf(() => updateByHash(ledger, untyped({ transactionHash }))).code).to.equal(
      "MISSING_FIELD",
    );
  });

  it("finds its successful completion and the ten latest rejected ones", async () => {
    const { ledger, alice, body, transactionHash, updateId, completionOffset } = await executed();
    for (let times = 1; times <= 12; times++) {
      const again = { ...body, submissionId: `again-${times}` };
      await rejectionOf(executePreparedAndWait(ledger, again));
    }
    const found = completionByHash(ledger, { transactionHash }, reader(alice));
    expect(found.acceptedCompletion).to.include({
      updateId,
      offset: completionOffset,
      submissionId: "first",
      transactionHash,
    });
    expect(found.acceptedCompletion?.actAs).to.deep.equal([alice]);
    const submissionIds = found.lastRejectedCompletions.map(({ submissionId }) => submissionId);
    expect(submissionIds).to.deep.equal(
      Array.from({ length: 10 }, (_, index) => `again-${12 - index}`),
    );
  });

  it("finds nothing for callers who may not read as the signer, and after pruning", async () => {
    const { ledger, bob, transactionHash, completionOffset } = await executed();
    const codeFor = (caller?: ReturnType<typeof reader>): string =>
      errorOf(() => completionByHash(ledger, { transactionHash }, caller)).code;
    expect(codeFor(reader(bob))).to.equal("COMPLETION_NOT_FOUND");
    await ledger.prune(completionOffset);
    expect(codeFor()).to.equal("COMPLETION_NOT_FOUND");
    const empty = errorOf(() => completionByHash(ledger, { transactionHash: "" }));
    expect(empty.code).to.equal("INVALID_ARGUMENT");
  });

  it("returns the hash in completions from API version 3.6 on", async () => {
    for (const [version, isTold] of [
      ["3.4", false],
      ["3.5", false],
      ["3.6", true],
    ] as const) {
      const { ledger, alice, transactionHash } = await executed(version);
      const stream = completions(ledger, { userId: "ann", parties: [alice] });
      // The first element is the newest checkpoint.
      await stream.next();
      const { value } = await stream.next();
      await stream.return?.();
      const path = "completionResponse.Completion.value.transactionHash";
      if (isTold) expect(value).to.have.nested.property(path, transactionHash);
      else expect(value).to.not.have.nested.property(path);
    }
  });

  it("returns a transaction that contains the same hash in hexadecimal digits", async () => {
    const { ledger, alice, transactionHash } = await executed();
    const { update } = updateByHash(ledger, { transactionHash, updateFormat: formatOf(alice) });
    const digits = Buffer.from(transactionHash, "base64").toString("hex");
    expect(update).to.have.nested.property("Transaction.value.externalTransactionHash", digits);
  });
});
