import { createLedger, type Ledger, type LedgerConfig } from "ledger-in-a-box";
import { allocateParty } from "ledger-in-a-box/api";

import { benchPackage, Token } from "./coin-package.ts";

export interface BenchLedger {
  readonly ledger: Ledger;
  readonly issuer: string;
  readonly owner: string;
}

export const createBenchLedger = async (
  limits: Partial<LedgerConfig> = {},
): Promise<BenchLedger> => {
  const ledger = await createLedger({
    packages: [benchPackage],
    seed: 1,
    limits,
    clock: { freeze: "2026-01-01T00:00:00Z" },
  });
  const issuer = await allocateParty(ledger, { partyIdHint: "issuer" });
  const owner = await allocateParty(ledger, { partyIdHint: "owner" });
  return { ledger, issuer: issuer.partyDetails.party, owner: owner.partyDetails.party };
};

/** Adds active contracts, with many creates per transaction. */
export const createActiveContracts = async (
  bench: BenchLedger,
  contracts: number,
): Promise<void> => {
  const { ledger, issuer, owner } = bench;
  const perTransaction = 500;
  for (let made = 0; made < contracts; made += perTransaction) {
    const count = Math.min(perTransaction, contracts - made);
    const commands = Array.from({ length: count }, (_, index) =>
      Token.create({ issuer, owner, amount: `${made + index + 1}.0` }),
    );
    await ledger.submit({ actAs: issuer, commands });
  }
};
