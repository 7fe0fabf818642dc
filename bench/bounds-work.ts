import { benchLedger, fill } from "./bench-ledger.ts";
import { Token } from "./coin-package.ts";

/** Makes so many pairs of a create and an archive, and gives their processor time in microseconds for each. */
export type Round = (pairs: number) => Promise<number>;

/** On a ledger of its own, which is as it was after each round. */
export const createRound = async (): Promise<Round> => {
  const bench = await benchLedger();
  await fill(bench, 1_000);
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
    // What the round before has left behind is not collected in this one.
    globalThis.gc?.({ type: "minor" });
    const before = process.cpuUsage();
    for (let each = 0; each < pairs; each++) await pair();
    const { user, system } = process.cpuUsage(before);
    await ledger.revert(start);
    return (user + system) / pairs;
  };
};
