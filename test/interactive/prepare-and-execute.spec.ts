import { expect } from "chai";

import { createLedger } from "../../lib/create-ledger.ts";
import { executePreparedAndWaitForTransaction } from "../../lib/interactive/execute-prepared.ts";
import { prepareTransaction } from "../../lib/interactive/prepare-transaction.ts";
import { testKeyPair } from "../../lib/testing/key-pair.ts";
import { onboardExternalParty } from "../../lib/testing/onboard-party.ts";
import { signPrepared } from "../../lib/testing/sign-prepared.ts";
import { Iou, iouPackage } from "../support/iou-package.ts";

describe("prepared transactions", () => {
  it("are executed as they were signed", async () => {
    const ledger = await createLedger({
      packages: [iouPackage],
      seed: 1,
      clock: { freeze: "2024-01-01T12:00:00Z" },
    });
    const key = testKeyPair("alice");
    const alice = await onboardExternalParty(ledger, "alice", key);
    const command = Iou.create({ issuer: alice, owner: alice, amount: 10n, watchers: [] });
    const prepared = await prepareTransaction(ledger, {
      commands: [command],
      commandId: "c1",
      actAs: [alice],
      userId: "u",
    });
    const { transaction } = await executePreparedAndWaitForTransaction(ledger, {
      ...signPrepared(prepared, key),
      userId: "u",
    });
    expect(transaction.events).to.have.length(1);
  });
});
