import { expect } from "chai";

import { coin } from "../../lib/coin/coin-package.ts";
import type { SubmitResult } from "../../lib/commands/submit-result.ts";
import type { InputOf } from "../../lib/templates/descriptor.ts";
import { CoinMarket, noFees } from "../support/coin-market.ts";
import { rejectionOf } from "../support/error-of.ts";

type Request = InputOf<typeof coin.TransferFactory.TransferFactory_Transfer.argument>;

/** Alice has ten coins, and may send them to Bob; Bob has agreed to be sent coins. */
const scene = async () => {
  const market = await CoinMarket.open(["alice", "bob"]);
  const { ledger, dso, rules } = market;
  const [alice = "", bob = ""] = market.owners;
  const openMiningRound = await market.round(1n, noFees);
  const tapped = await market.tap(alice, "10", openMiningRound);
  const made = await ledger.submit({
    actAs: [bob, dso],
    commands: [
      coin.CoinTransferFactory.create({ dso }),
      coin.TransferPreapproval.create({
        dso,
        receiver: bob,
        provider: dso,
        expiresAt: "2025-03-05T00:00:00Z",
      }),
    ],
  });
  const [factory] = made.created(coin.TransferFactory);
  const [preapproval] = made.created(coin.TransferPreapproval);
  if (factory === undefined || preapproval === undefined) expect.fail("nothing was created");
  const request = {
    expectedAdmin: dso,
    transfer: {
      sender: alice,
      receiver: bob,
      amount: "4",
      instrumentId: { admin: dso, id: "Coin" },
      requestedAt: "2025-03-04T09:00:00Z",
      executeBefore: "2025-03-04T10:00:00Z",
      inputHoldingCids: [tapped.as(coin.Holding)],
      meta: { values: { "splice.lfdecentralizedtrust.org/reason": "lunch" } },
    },
    extraArgs: {
      context: { coin: { coinRules: rules, openMiningRound }, preapproval },
      meta: { values: {} },
    },
  };
  const send = (request: Request): Promise<SubmitResult> =>
    ledger.submit({
      actAs: alice,
      readAs: dso,
      commands: factory.exercise(coin.TransferFactory.TransferFactory_Transfer, request),
    });
  return { market, request, send, alice, bob };
};

describe("the coin's transfer factory", () => {
  it("sends at once to a receiver that has agreed before", async () => {
    const { market, request, send, bob } = await scene();
    const result = await send(request);
    expect(result.exerciseResults).to.have.nested.property(
      "[0].output.tag",
      "TransferInstructionResult_Completed",
    );
    expect(result.created(coin.Coin)).to.have.length(2);
    const [, record] = market.history(true);
    expect(record).to.have.deep.nested.include({
      "transfer.description": "lunch",
      "transfer.receivers": [{ party: bob, amount: "4.0000000000", receiver_fee: "0.0000000000" }],
      "transfer.transfer_kind": "preapproval_send",
    });
    expect(record).to.not.have.nested.property("transfer.transferInstructionCid");
  });

  it("refuses what is not for it, comes too late, or is for another receiver", async () => {
    const { market, request, send, alice } = await scene();
    const { transfer } = request;
    const refused: readonly Request[] = [
      { ...request, expectedAdmin: alice },
      { ...request, transfer: { ...transfer, instrumentId: { admin: alice, id: "Coin" } } },
      { ...request, transfer: { ...transfer, executeBefore: "2025-03-04T09:00:00Z" } },
      { ...request, transfer: { ...transfer, receiver: alice } },
    ];
    for (const each of refused) {
      expect((await rejectionOf(send(each))).code).to.equal("DAML_FAILURE");
    }
    market.ledger.clock.advance(24n * 3_600_000_000n);
    expect((await rejectionOf(send(request))).code).to.equal("DAML_FAILURE");
    expect(market.history()).to.have.length(1);
  });

  it("lets an instruction run out: then it can only be taken back", async () => {
    const { market, request, send, alice, bob } = await scene();
    const { coin: context } = request.extraArgs.context;
    const extraArgs = { ...request.extraArgs, context: { coin: context } };
    const offered = await send({ ...request, extraArgs });
    const [instruction] = offered.created(coin.TransferInstruction);
    market.ledger.clock.advance(2n * 3_600_000_000n);
    const decide = (actAs: string, choice: "Accept" | "Withdraw"): Promise<SubmitResult> =>
      market.ledger.submit({
        actAs,
        readAs: market.dso,
        commands:
          instruction === undefined
            ? []
            : [
                instruction.exercise(
                  choice === "Accept"
                    ? coin.TransferInstruction.TransferInstruction_Accept
                    : coin.TransferInstruction.TransferInstruction_Withdraw,
                  { extraArgs },
                ),
              ],
      });
    expect((await rejectionOf(decide(bob, "Accept"))).code).to.equal("DAML_FAILURE");
    expect((await decide(alice, "Withdraw")).created(coin.Coin)).to.have.length(1);
    expect(market.history().at(-1)).to.have.property("abort_transfer_instruction");
  });
});
