import type { TestLocalnet } from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "./localnet-client.ts";

/** Returns the ledger's time plus an hour, in microseconds since 1970. */
export const inAnHour = ({ ledger }: TestLocalnet): number =>
  Number(ledger.clock.now()) + 3_600_000_000;

/** Allocates 4.0 coins of the app user for an hour. Returns the contract id of the allocation. */
export const allocate = async (localnet: TestLocalnet): Promise<string> => {
  const soon = inAnHour(localnet);
  const { body } = await callLocalnet<{ readonly output: { readonly allocation_cid: string } }>(
    localnet,
    `${bases.appUser}/v0/allocations`,
    {
      user: "app-user",
      body: {
        settlement: {
          executor: localnet.parties.sv,
          settlement_ref: { id: "trade-1" },
          requested_at: soon - 3_600_000_000,
          allocate_before: soon,
          settle_before: soon + 1,
        },
        transfer_leg_id: "leg-1",
        transfer_leg: { receiver: localnet.parties.appProvider, amount: "4.0" },
      },
    },
  );
  return body.output.allocation_cid;
};
