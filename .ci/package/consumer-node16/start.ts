// A CommonJS program with a compiler that does not allow requiring ES modules: it imports them at run time.
import type { Ledger } from "ledger-in-a-box" with { "resolution-mode": "import" };

export const start = async (): Promise<Ledger> => {
  const { createLedger } = await import("ledger-in-a-box");
  const { useLedger } = await import("ledger-in-a-box/testing");
  const withLedger = useLedger({ steps: [{ parties: ["alice"] }] });
  await withLedger(({ parties }) => parties.alice)();
  return createLedger({ seed: 1 });
};

// Other entries, which this program does not import, export the inferred types.
export const stateOf = (ledger: Ledger) => ledger.state;
export const transactionOf = async (ledger: Ledger) =>
  (await ledger.submit({ actAs: "alice", commands: [] })).transaction;
