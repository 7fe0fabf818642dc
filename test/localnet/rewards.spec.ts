import { expect } from "chai";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const settings = {
  dars: walletDars(),
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
} as const;
const localnets = useLocalnet(settings);
/** Without the automatic liveness records and super-validator coupons. */
const appsOnly = useLocalnet({
  ...settings,
  featured: ["appProvider"],
  automation: { off: ["record-validator-liveness", "receive-sv-reward-coupons"] },
});

type Key = keyof typeof spliceTemplates;

const active = ({ ledger }: TestLocalnet, key: Key): number =>
  ledger.contracts(spliceTemplates[key]).length;

const balanceOf = async (localnet: TestLocalnet, user: "app-user" | "app-provider" | "sv") => {
  const base = {
    "app-user": bases.appUser,
    "app-provider": bases.appProvider,
    sv: "http://localhost:4000/api/validator",
  }[user];
  const { body } = await callLocalnet(localnet, `${base}/v0/wallet/balance`, { user });
  return body["effective_unlocked_qty"];
};

const pass = async ({ ledger, settled }: TestLocalnet, time: string): Promise<void> => {
  ledger.clock.advance(time);
  await settled();
};

/** Creates contracts as the DSO does. */
const createAsDso = (
  { ledger, parties: { dso } }: TestLocalnet,
  key: Key,
  contracts: readonly object[],
) =>
  ledger.submit({
    actAs: dso,
    commands: contracts.map((contract) => ({
      CreateCommand: { templateId: spliceTemplates[key], createArguments: { dso, ...contract } },
    })),
  });

describe("rewards on a LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "pay each validator 570 amulet per round, 10 minutes after the round closes",
    localnets(async (localnet) => {
      expect(await balanceOf(localnet, "app-user")).to.equal("0.0000000000");
      await pass(localnet, "5m");
      expect(active(localnet, "livenessActivityRecord")).to.equal(6); // rounds 0 and 1
      await pass(localnet, "15m");
      expect(await balanceOf(localnet, "app-user")).to.equal("570.0000000000");
      expect(await balanceOf(localnet, "app-provider")).to.equal("570.0000000000");
      await pass(localnet, "20m");
      expect(await balanceOf(localnet, "app-user")).to.equal("1710.0000000000");
    }),
  );

  it(
    "give the super validator 76 % of a round's amulet, plus its validator reward",
    localnets(async (localnet) => {
      await pass(localnet, "5m");
      expect(active(localnet, "svRewardCoupon")).to.equal(2); // rounds 0 and 1
      await pass(localnet, "15m");
      expect(active(localnet, "svRewardCoupon")).to.equal(2); // rounds 1 and 2
      // 40,000,000,000 amulets are issued in a year, in rounds of ten minutes. The development fund
      // gets 5 %. Of the other 95 %, the super validator gets 80 %, validators and apps 20 %.
      expect(await balanceOf(localnet, "sv")).to.equal("578956.6057840000");
      await pass(localnet, "20m");
      expect(await balanceOf(localnet, "sv")).to.equal("1736869.8173520000"); // rounds 0, 1 and 2
    }),
  );

  it(
    "are not earned if the automation that records them is switched off",
    appsOnly(async (localnet) => {
      await pass(localnet, "30m");
      expect(active(localnet, "livenessActivityRecord")).to.equal(0);
      expect(active(localnet, "svRewardCoupon")).to.equal(0);
      expect(await balanceOf(localnet, "app-user")).to.equal("0.0000000000");
    }),
  );

  it(
    "are made from the markers of a featured app after 30 seconds, or at once if there are 100",
    appsOnly(async (localnet) => {
      const { ledger, parties } = localnet;
      const { appProvider: provider, appUser } = parties;
      const [right] = ledger.contracts(spliceTemplates.featuredAppRight);
      await ledger.submit({
        actAs: provider,
        commands: {
          ExerciseCommand: {
            templateId:
              "#splice-api-featured-app-v1:Splice.Api.FeaturedAppRightV1:FeaturedAppRight",
            contractId: right?.contractId ?? "",
            choice: "FeaturedAppRight_CreateActivityMarker",
            choiceArgument: {
              beneficiaries: [
                { beneficiary: provider, weight: "0.75" },
                { beneficiary: appUser, weight: "0.25" },
              ],
            },
          },
        },
      });
      await pass(localnet, "29s");
      expect(active(localnet, "featuredAppActivityMarker")).to.equal(2);
      await pass(localnet, "1s");
      expect(active(localnet, "featuredAppActivityMarker")).to.equal(0);
      const amounts = ledger
        .contracts(spliceTemplates.appRewardCoupon)
        .map(({ payload }) => (payload as { readonly amount: string }).amount);
      expect(amounts).to.have.members(["150.0000000000", "50.0000000000"]);

      const marker = { provider, beneficiary: provider, weight: "0.01" };
      await createAsDso(localnet, "featuredAppActivityMarker", Array<object>(100).fill(marker));
      await localnet.settled();
      expect(active(localnet, "featuredAppActivityMarker")).to.equal(0);
      expect(active(localnet, "appRewardCoupon")).to.equal(3);

      await pass(localnet, "30m");
      expect(active(localnet, "appRewardCoupon")).to.equal(0);
      // A coupon of a featured app yields 100 times its amount at most.
      expect(await balanceOf(localnet, "app-user")).to.equal("5000.0000000000");
    }),
  );

  it(
    "of super validators and of a validator's users are collected together, and merged with the wallet's amulets",
    appsOnly(async (localnet) => {
      const { parties } = localnet;
      const { appUser: user } = parties;
      const url = `${bases.appUser}/v0/wallet/tap`;
      await callLocalnet(localnet, url, { user: "app-user", body: { amount: "5.0" } });
      await callLocalnet(localnet, url, { user: "app-user", body: { amount: "5.0" } });
      expect(active(localnet, "amulet")).to.equal(2);
      const round = { number: "1" };
      await createAsDso(localnet, "svRewardCoupon", [
        { sv: parties.sv, beneficiary: user, round, weight: "10" },
      ]);
      await createAsDso(localnet, "validatorRewardCoupon", [{ user, amount: "1.0", round }]);
      await pass(localnet, "1h");
      expect(active(localnet, "svRewardCoupon")).to.equal(0);
      expect(active(localnet, "validatorRewardCoupon")).to.equal(0);
      expect(active(localnet, "amulet")).to.equal(1);
      expect(Number(await balanceOf(localnet, "app-user"))).to.be.above(2_000);
    }),
  );
});
