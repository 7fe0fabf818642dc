import { expect } from "chai";

import { createDamlLoader } from "../../lib/daml-lf/load-dar.ts";
import { amuletHistory } from "../../lib/history/amulet-history.ts";
import {
  historyTransaction,
  type HistoryTransaction,
} from "../../lib/history/history-transaction.ts";
import { historyProjection } from "../../lib/history/projection.ts";
import type { Package } from "../../lib/packages/package.ts";
import {
  AmuletWorld,
  emptyMeta,
  startTime,
  transferFactory,
  transferInstruction,
  type Outcome,
} from "../support/amulet.ts";
import { isBalanced } from "../support/coin-market.ts";
import { sharedFile } from "../support/shared.ts";

const historyOf = ({ ledger: { state } }: AmuletWorld): readonly HistoryTransaction[] => {
  const project = historyProjection([amuletHistory]);
  return [...state.log.values()].flatMap(({ update }) =>
    update?.kind === "transaction"
      ? project(update, state).map((record) => historyTransaction(record, { extendedFields: true }))
      : [],
  );
};

const send = (
  world: AmuletWorld,
  { from, to, reason }: { readonly from: string; readonly to: string; readonly reason: string },
): Promise<Outcome> => {
  const { dso } = world.parties;
  const { rules, openRound, externalRules } = world;
  return world.exercise(
    [from],
    transferFactory,
    {
      contractId: externalRules,
      choice: "TransferFactory_Transfer",
      argument: {
        expectedAdmin: dso,
        transfer: {
          sender: from,
          receiver: to,
          amount: "10.0",
          instrumentId: { admin: dso, id: "Amulet" },
          requestedAt: startTime,
          executeBefore: "2022-01-02T00:00:00Z",
          inputHoldingCids: world.coins(from),
          meta: { values: { "splice.lfdecentralizedtrust.org/reason": reason } },
        },
        extraArgs: { context: world.context(), meta: emptyMeta },
      },
    },
    { disclose: [rules, openRound, externalRules] },
  );
};

/** Aborts ask whether the coin is still locked. */
const contextOf = (world: AmuletWorld): object => ({
  ...(world.context() as { readonly values: object }).values,
  "expire-lock": { tag: "AV_Bool", value: true },
});

const decide = (
  world: AmuletWorld,
  choice: string,
  { by, offer }: { readonly by: string; readonly offer: Outcome },
): Promise<Outcome> => {
  const find = (name: string): string =>
    offer.nodes.find((node) => node.kind === "created" && node.name === name)?.contractId ?? "";
  return world.exercise(
    [by],
    transferInstruction,
    {
      contractId: find("AmuletTransferInstruction"),
      choice,
      argument: { extraArgs: { context: { values: contextOf(world) }, meta: emptyMeta } },
    },
    { disclose: [world.rules, world.openRound, find("LockedAmulet")] },
  );
};

describe("amuletHistory", function () {
  this.timeout(30_000);
  let packages: readonly Package[];

  before(function () {
    packages = createDamlLoader().load(sharedFile(this, "dars", "splice-amulet-0.1.14.dar"));
  });

  for (const fees of ["withFees", "noFees"] as const) {
    it(`tells taps, both steps of transfers, and what became of them, ${fees}`, async () => {
      const world = await AmuletWorld.bootstrap(packages, fees);
      const { alice, bob } = world.parties;
      await world.tap(alice, "500.0");
      const offer = await send(world, { from: alice, to: bob, reason: "rent" });
      await decide(world, "TransferInstruction_Accept", { by: bob, offer });
      const withdrawn = await send(world, { from: alice, to: bob, reason: "a slip" });
      await decide(world, "TransferInstruction_Withdraw", { by: alice, offer: withdrawn });
      const rejected = await send(world, { from: alice, to: bob, reason: "a gift" });
      await decide(world, "TransferInstruction_Reject", { by: bob, offer: rejected });

      const history = historyOf(world);
      expect(history.map((record) => record.transaction_type)).to.deep.equal([
        "devnet_tap",
        "transfer",
        "transfer",
        "transfer",
        "abort_transfer_instruction",
        "transfer",
        "abort_transfer_instruction",
      ]);
      expect(history.every(isBalanced)).to.equal(true);
      const [tap, first, second, third, abort] = history;
      expect(tap).to.have.deep.property("tap", {
        coin_owner: alice,
        coin_amount: "500.0000000000",
      });
      expect(first).to.have.property("round", 1);
      expect(first).to.have.deep.nested.include({
        "transfer.description": "rent",
        "transfer.transferInstructionReceiver": bob,
        "transfer.transferInstructionAmount": "10.0000000000",
        "transfer.receivers[0].party": alice,
        "transfer.receivers[0].amount": fees === "noFees" ? "10.0000000000" : "10.6400000000",
      });
      expect(second).to.have.deep.nested.include({
        "transfer.receivers[0].party": bob,
        "transfer.receivers[0].amount": "10.0000000000",
      });
      const cidOf = (record: HistoryTransaction | undefined): unknown =>
        record !== undefined && "transfer" in record && record.transfer.transferInstructionCid;
      expect(cidOf(second)).to.equal(cidOf(first));
      expect(abort).to.have.nested.include({
        "abort_transfer_instruction.transfer_instruction_cid": cidOf(third),
        "abort_transfer_instruction.abort_kind": "withdraw",
      });
    });
  }
});
