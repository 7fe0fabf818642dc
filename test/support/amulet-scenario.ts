import type { TransactionJson } from "../../lib/api.ts";
import type { AmuletNetwork } from "./amulet-network.ts";
import { createdIn, type Step } from "./amulet-steps.ts";
import type { PreparedOutline } from "./transaction-outline.ts";

/** A step of the scenario: the transaction as prepared for a wallet, and as executed. */
interface PlayedStep {
  readonly prepared: PreparedOutline;
  readonly transaction: TransactionJson;
}

/** The results of part A of the acceptance scenario, from step 4 on (daml-lf.md 25). */
export interface PlayedTransfers {
  readonly preapproval: string;
  readonly featured: TransactionJson;
  readonly tap: PlayedStep;
  /** The view of the coin with an expired lock. */
  readonly lockedView: unknown;
  readonly oneStep: PlayedStep & { readonly alice: string; readonly bob: string };
  readonly secondTap: TransactionJson;
  /** Alice's offer to bob, with all her coins. */
  readonly offer: PlayedStep & { readonly spent: readonly string[] };
  readonly accepted: PlayedStep & { readonly alice: string; readonly bob: string };
}

const play = async (network: AmuletNetwork, step: Step): Promise<PlayedStep> => ({
  prepared: await network.prepare(step),
  transaction: await network.submit(step),
});

/** Runs steps A4 to A10 on a new network. */
export const playTransfers = async (network: AmuletNetwork): Promise<PlayedTransfers> => {
  const { alice, bob, "alice-validator": provider } = network.parties;
  const balances = async () => ({
    alice: await network.balance(alice),
    bob: await network.balance(bob),
  });
  const preapproval = await network.preapprove(alice, provider);
  const featured = await network.submit(network.feature(provider));
  const [right] = createdIn(featured, "FeaturedAppRight");

  const tap = await play(network, network.tap(bob, "25.0"));
  await network.submit(network.lockedCoin(bob, "25.0"));
  const lockedView = (await network.holdingViews(bob)).at(-1);
  const oneStep = await play(
    network,
    network.transfer({
      sender: bob,
      receiver: alice,
      inputs: await network.coinIds(bob),
      contracts: {
        "transfer-preapproval": preapproval,
        "featured-app-right": right?.contractId ?? "",
      },
    }),
  );
  const afterOneStep = await balances();

  const secondTap = await network.submit(network.tap(alice, "500.0"));
  await network.submit(network.lockedCoin(alice, "500.0"));
  const spent = await network.coinIds(alice);
  const offer = await play(
    network,
    network.transfer({ sender: alice, receiver: bob, inputs: spent }),
  );
  const accepted = await play(network, network.decide("Accept", bob, offer.transaction));
  return {
    preapproval,
    featured,
    tap,
    lockedView,
    oneStep: { ...oneStep, ...afterOneStep },
    secondTap,
    offer: { ...offer, spent },
    accepted: { ...accepted, ...(await balances()) },
  };
};
