// A CommonJS program whose compiler holds that ES modules cannot be required: it imports them when it runs.
import type { Ledger } from "ledger-in-a-box" with { "resolution-mode": "import" };

export const start = async (): Promise<Ledger> => {
  const { createLedger } = await import("ledger-in-a-box");
  const { useLedger } = await import("ledger-in-a-box/testing");
  const test = useLedger({ steps: [{ parties: ["alice"] }] });
  await test(({ parties }) => parties.alice)();
  return createLedger({ seed: 1 });
};

// The inferred types are exported by entries that this program does not import.
export const stateOf = (ledger: Ledger) => ledger.state;
export const transactionOf = async (ledger: Ledger) =>
  (await ledger.submit({ actAs: "alice", commands: [] })).transaction;
