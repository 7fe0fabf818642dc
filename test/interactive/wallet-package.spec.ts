import { hashPreparedTransaction } from "@canton-network/core-tx-visualizer";
import { expect } from "chai";

import type { PrepareSubmissionResponse } from "../../lib/interactive/prepare-transaction.ts";
import { contractIdOf } from "../../lib/templates/contract-id.ts";
import { Holding, Iou } from "../support/iou-package.ts";
import { prepare, signAndExecute, signingLedger } from "../support/signing-ledger.ts";
import { Everything, everythingOf } from "../support/values-package.ts";

describe("the wallets' own package", () => {
  it("computes the hash that prepare answers", async () => {
    const { ledger, alice, bob, aliceKey: key } = await signingLedger();
    const everything = await signAndExecute(ledger, { party: alice, key }, everythingOf(alice));
    const iou = Iou.create({ issuer: alice, owner: alice, amount: "10", watchers: [bob] });
    const created = await signAndExecute(ledger, { party: alice, key }, iou);
    const [everythingId, iouId] = [everything, created].map(({ transaction }) => {
      const [event] = transaction.events;
      return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
    });
    await agrees(everything.prepared);
    await agrees(created.prepared);
    for (const command of [
      contractIdOf<"Values:Everything">(everythingId ?? "").exercise(Everything.Copy, {
        times: 3n,
      }),
      contractIdOf<"Values:Everything">(everythingId ?? "").exercise(Everything.Replace),
      contractIdOf<"Values:Everything">(everythingId ?? "").exercise(Everything.When),
      contractIdOf<"Iou:Iou">(iouId ?? "").exercise(Iou.Transfer, { newOwner: bob }),
      contractIdOf<"Iou:Iou">(iouId ?? "").exercise(Iou.Inspect),
      contractIdOf<"Iou:Holding">(iouId ?? "").exercise(Holding.Destroy),
    ]) {
      await agrees(await prepare(ledger, alice, command));
    }
  });
});

const agrees = async (prepared: PrepareSubmissionResponse): Promise<void> => {
  const { preparedTransaction, preparedTransactionHash } = prepared;
  expect(await hashPreparedTransaction(preparedTransaction, "base64")).to.equal(
    preparedTransactionHash,
  );
};
