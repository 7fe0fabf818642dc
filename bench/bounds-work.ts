import { createActiveContracts, createBenchLedger } from "./bench-ledger.ts";
import { Token } from "./coin-package.ts";

/**
 * Runs this number of create and archive pairs, and returns the processor time per pair in microseconds.
 */
export type CreateArchivePairsRunner = (pairs: number) => Promise<number>;

/** Creates a ledger. Returns a function that runs one round on it and then reverts the ledger. */
export const createPairsRunner = async (): Promise<CreateArchivePairsRunner> => {
  const bench = await createBenchLedger();
  await createActiveContracts(bench, 1_000);
  const { ledger, issuer, owner } = bench;
  const pair = async (): Promise<void> => {
    const created = await ledger.submit({
      actAs: issuer,
      commands: Token.create({ issuer, owner, amount: "1.0" }),
    });
    const [contractId] = created.created(Token);
    if (contractId === undefined) throw new TypeError("nothing was created");
    await ledger.submit({ actAs: issuer, commands: contractId.exercise(Token.Archive, {}) });
  };
  return async (pairs) => {
    const start = ledger.snapshot();
    // Collect the garbage of the previous round before measuring.
    globalThis.gc?.({ type: "minor" });
    const before = process.cpuUsage();
    for (let each = 0; each < pairs; each++) await pair();
    const { user, system } = process.cpuUsage(before);
    await ledger.revert(start);
    return (user + system) / pairs;
  };
};
