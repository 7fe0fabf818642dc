import fc from "fast-check";

import type { TransactionJson } from "../../lib/api.ts";
import { amountText, readAmount } from "../../lib/history.ts";
import { expectIdentities } from "../support/amulet-identities.ts";
import type { AmuletNetwork } from "../support/amulet-network.ts";
import { runs } from "../support/properties.ts";
import { useAmuletNetwork } from "../support/use-amulet-network.ts";

const owner = fc.constantFrom("alice" as const, "bob" as const, "prov" as const);

const deed = fc.oneof(
  fc.record({
    kind: fc.constant("tap" as const),
    by: owner,
    /** Amount in units of 1e-10 coins: 8 to 60 coins. */
    units: fc.bigInt({ min: 80_000_000_000n, max: 600_000_000_000n }),
  }),
  fc.record({ kind: fc.constant("send" as const), by: owner, to: owner }),
  fc.record({
    kind: fc.constant("decide" as const),
    choice: fc.constantFrom("Accept", "Reject", "Withdraw"),
  }),
);

type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

interface Offer {
  readonly sender: string;
  readonly receiver: string;
  readonly transaction: TransactionJson;
}

/** Runs random actions of coin owners, and skips impossible ones. */
class Market {
  readonly #network: AmuletNetwork;
  /** The preapproval of the provider. All other parties accept coins only through offers. */
  readonly #preapproval: string;
  readonly #offers: Offer[] = [];

  constructor(network: AmuletNetwork, preapproval: string) {
    this.#network = network;
    this.#preapproval = preapproval;
  }

  async do(each: Deed): Promise<void> {
    const { parties } = this.#network;
    switch (each.kind) {
      case "tap":
        await this.#network.submit(this.#network.tap(parties[each.by], amountText(each.units)));
        return;
      case "send":
        await this.#send(parties[each.by], parties[each.to]);
        return;
      case "decide":
        await this.#decide(each.choice);
    }
  }

  /** Sends a quarter of the sender's unlocked coins, unless that is too little for the fees. */
  async #send(sender: string, receiver: string): Promise<void> {
    const coins = (await this.#network.coins(sender)).filter(({ isLocked }) => !isLocked);
    const inputs = coins.map(({ contractId }) => contractId);
    const total = coins.reduce((sum, coin) => sum + readAmount(coin.initialAmount), 0n);
    if (total < readAmount("4")) return;
    const isPreapproved = receiver === this.#network.parties.prov && sender !== receiver;
    const transaction = await this.#network.submit(
      this.#network.transfer({
        sender,
        receiver,
        inputs,
        amount: amountText(total / 4n),
        contracts: isPreapproved ? { "transfer-preapproval": this.#preapproval } : {},
      }),
    );
    if (sender !== receiver && !isPreapproved) this.#offers.push({ sender, receiver, transaction });
  }

  async #decide(choice: string): Promise<void> {
    const offer = this.#offers.shift();
    if (offer === undefined) return;
    const by = choice === "Withdraw" ? offer.sender : offer.receiver;
    await this.#network.submit(this.#network.decide(choice, by, offer.transaction));
  }
}

describe("history of Splice Amulet", () => {
  const amulet = useAmuletNetwork();

  it("accounts for every coin after any actions of the owners @property", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("withFees" as const, "noFees" as const),
        fc.array(deed, { minLength: 8, maxLength: 14 }),
        async (fees, deeds) => {
          const network = amulet();
          await network.begin(fees);
          const { alice, prov } = network.parties;
          const market = new Market(network, await network.preapprove(prov, alice));
          for (const each of deeds) await market.do(each);
          await expectIdentities(network);
        },
      ),
      { numRuns: runs(1) },
    ));
});
