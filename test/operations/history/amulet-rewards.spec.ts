import { expect } from "chai";

import type { CoinHistoryRecordJson } from "../../../lib/history.ts";
import { expectIdentities } from "../../support/amulet-identities.ts";
import type { AmuletNetwork } from "../../support/amulet-network.ts";
import { advanceRounds, roundsOf, startIssuing } from "../../support/amulet-rounds.ts";
import { playTransfers } from "../../support/amulet-scenario.ts";
import { exercising, type Step } from "../../support/amulet-steps.ts";
import { amuletTemplate, rulesTemplate } from "../../support/amulet-terms.ts";
import type { CreatedEvent } from "../../support/http-ledger.ts";
import { useAmuletNetwork } from "../../support/use-amulet-network.ts";

const template = (entity: string): string => `#splice-amulet:Splice.Amulet:${entity}`;

describe("history of Splice Amulet over HTTP, mints and rewards", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;
  /** The round in which the rewards are issued. */
  let issuing: CreatedEvent | undefined;
  let open: CreatedEvent | undefined;

  before(async () => {
    network = amulet();
    await network.begin("withFees");
    await playTransfers(network);
    for (const time of ["2022-01-01T00:20:00Z", "2022-01-01T00:40:00Z"]) {
      await advanceRounds(network, { time, amuletPrice: "0.5" });
    }
    const [, summarizing] = await roundsOf(network, "SummarizingMiningRound");
    await startIssuing(network, summarizing?.contractId ?? "");
    [issuing] = await roundsOf(network, "IssuingMiningRound");
    [open] = await roundsOf(network, "OpenMiningRound");
    await network.http.setTime("2022-01-01T01:00:00Z");
  });

  afterEach(async () => {
    const { alice, bob } = network.parties;
    await expectIdentities(network, { [alice]: ["500.0"], [bob]: ["25.0"] });
  });

  /** Merges all amulets of a party into one. */
  const merge = (sender: string, inputs: readonly object[], right?: string): Step => ({
    ...exercising([sender], rulesTemplate, {
      contractId: network.rules,
      choice: "AmuletRules_Transfer",
      choiceArgument: {
        transfer: { sender, provider: sender, inputs, outputs: [], beneficiaries: null },
        context: {
          openMiningRound: open?.contractId,
          issuingMiningRounds: [[{ number: "1" }, issuing?.contractId]],
          validatorRights: right === undefined ? [] : [[sender, right]],
          featuredAppRight: null,
        },
        expectedDso: network.parties.dso,
      },
    }),
    disclose: [network.rules, open?.contractId ?? "", issuing?.contractId ?? ""],
  });

  /** Returns the active contracts of this template as inputs of a transfer. */
  const inputsOf = async (party: string, entity: string): Promise<readonly object[]> =>
    (await network.active(party, template(entity))).map(({ contractId }) => ({
      tag: `Input${entity}`,
      value: contractId,
    }));

  const latest = async (): Promise<CoinHistoryRecordJson | undefined> =>
    (await network.history({ page_size: 1, sort_order: "desc" }))[0];

  it("adds the app's reward to the transfer that collects it", async () => {
    const { "alice-validator": provider } = network.parties;
    const coupons = await inputsOf(provider, "AppRewardCoupon");
    await network.submit(merge(provider, coupons));
    // The reward is a featured coupon of 2.16 at 100 per unit.
    expect(await latest()).to.containSubset({
      round: 2,
      transfer: {
        sender: {
          party: provider,
          input_coin_amount: "0.0000000000",
          input_app_reward_amount: "216.0000000000",
          input_validator_reward_amount: "0.0000000000",
          sender_change_amount: "215.9400000000",
          sender_change_fee: "0.0600000000",
          sender_fee: "0.0000000000",
        },
      },
    });
  });

  it("records the validator's reward next to the coin with which it is merged", async () => {
    const { bob, dso } = network.parties;
    const right = await network.create([bob], template("ValidatorRight"), {
      dso,
      user: bob,
      validator: bob,
    });
    const coupons = await inputsOf(bob, "ValidatorRewardCoupon");
    expect(coupons).to.not.be.empty;
    const coins = await inputsOf(bob, "Amulet");
    await network.submit(merge(bob, [...coupons, ...coins], right));
    // The reward is a coupon of 0.16 at 0.2 per unit; two coins are merged.
    expect(await latest()).to.containSubset({
      transfer: {
        sender: {
          party: bob,
          input_coin_amount: "49.7800000000",
          input_validator_reward_amount: "0.0320000000",
          sender_change_amount: "49.7520000000",
          sender_change_fee: "0.0600000000",
        },
      },
    });
    expect(await network.active(bob, amuletTemplate)).to.have.length(1);
  });

  it("distinguishes mints, which the administrator signs, from taps", async () => {
    const { bob, dso } = network.parties;
    await network.submit({
      ...exercising([dso, bob], rulesTemplate, {
        contractId: network.rules,
        choice: "AmuletRules_Mint",
        choiceArgument: { receiver: bob, amount: "3.5", openRound: open?.contractId },
      }),
    });
    const record = await latest();
    expect(record).to.have.property("round", 2);
    expect(record).to.have.deep.property("mint", {
      coin_owner: bob,
      coin_amount: "3.5000000000",
    });
    expect(record).to.not.have.property("tap");
  });
});
