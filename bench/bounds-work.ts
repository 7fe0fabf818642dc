import { benchLedger, fill } from "./bench-ledger.ts";
import { Token } from "./coin-package.ts";

// Run by bench/bounds.ts: prints the least processor time of a round, in microseconds for a create and an archive.

const bench = await benchLedger();
await fill(bench, 1_000);

const round = async (pairs: number): Promise<number> => {
  const { ledger, issuer, owner } = bench;
  const before = process.cpuUsage();
  for (let each = 0; each < pairs; each++) {
    const created = await ledger.submit({
      actAs: issuer,
      commands: Token.create({ issuer, owner, amount: "1.0" }),
    });
    const [contractId] = created.created(Token);
    if (contractId === undefined) throw new TypeError("nothing was created");
    await ledger.submit({ actAs: issuer, commands: contractId.exercise(Token.Archive, {}) });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / pairs;
};

let least = Number.POSITIVE_INFINITY;
for (let count = 0; count < 25; count++) least = Math.min(least, await round(1_000));
console.log(String(least));
