import type { Fees } from "../../../support/amulet-terms.ts";
import type { Outline } from "../../../support/transaction-outline.ts";

/** Returns the expected transactions of a step of part A of daml-lf.md 25, which depend on the fees. */

const byFees = (
  withFees: Outline,
  onlyWithFees: readonly string[],
): Readonly<Record<Fees, Outline>> => ({
  withFees,
  noFees: withFees
    .split("\n")
    .filter((line) => !onlyWithFees.includes(line.trim()))
    .join("\n"),
});

/** Step A3. */
export const openingOutline: Outline = `
exercise AmuletRules_Bootstrap_Rounds on AmuletRules by dso
  create OpenMiningRound
  create OpenMiningRound
  create OpenMiningRound`.trimStart();

/** Step A5. */
export const featureOutline: Outline = `
exercise AmuletRules_DevNet_FeatureApp on AmuletRules by alice-validator
  create FeaturedAppRight`.trimStart();

/** Step A6. */
export const tapOutline: Outline = `
exercise AmuletRules_DevNet_Tap on AmuletRules by bob
  exercise AmuletRules_Mint on AmuletRules by bob, dso
    fetch OpenMiningRound
    create Amulet`.trimStart();

/** Step A8. */
export const oneStepOutline: Readonly<Record<Fees, Outline>> = byFees(
  `
exercise TransferFactory_Transfer on ExternalPartyAmuletRules via TransferFactory by bob
  fetch TransferPreapproval
  fetch AmuletRules
  fetch Amulet via Holding
  fetch LockedAmulet via Holding
  consume LockedAmulet_OwnerExpireLock on LockedAmulet by bob
    fetch OpenMiningRound
    create Amulet
  exercise TransferPreapproval_Send on TransferPreapproval by bob
    exercise AmuletRules_Transfer on AmuletRules by alice, alice-validator, bob
      fetch OpenMiningRound
      fetch FeaturedAppRight
      fetch Amulet
      consume Archive on Amulet by bob, dso
      fetch Amulet
      consume Archive on Amulet by bob, dso
      create ValidatorRewardCoupon
      create AppRewardCoupon
      create Amulet
      create Amulet`.trimStart(),
  ["create ValidatorRewardCoupon"],
);

/** Step A9. */
export const offerOutline: Readonly<Record<Fees, Outline>> = byFees(
  `
exercise TransferFactory_Transfer on ExternalPartyAmuletRules via TransferFactory by alice
  fetch AmuletRules
  exercise AmuletRules_ComputeFees on AmuletRules by alice
    fetch OpenMiningRound
  fetch Amulet via Holding
  fetch Amulet via Holding
  fetch LockedAmulet via Holding
  consume LockedAmulet_OwnerExpireLock on LockedAmulet by alice
    fetch OpenMiningRound
    create Amulet
  exercise AmuletRules_Transfer on AmuletRules by alice, dso
    fetch OpenMiningRound
    fetch Amulet
    consume Archive on Amulet by alice, dso
    fetch Amulet
    consume Archive on Amulet by alice, dso
    fetch Amulet
    consume Archive on Amulet by alice, dso
    create ValidatorRewardCoupon
    create AppRewardCoupon
    create LockedAmulet
    create Amulet
  create AmuletTransferInstruction`.trimStart(),
  ["create ValidatorRewardCoupon", "create AppRewardCoupon"],
);
