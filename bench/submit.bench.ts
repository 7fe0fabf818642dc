import { type BenchLedger, benchLedger, createActiveContracts } from "./bench-ledger.ts";
import { Token } from "./coin-package.ts";
import { median, reportFigures } from "./report.ts";

// Creates and archives through ledger.submit in process, with increasing numbers of active contracts.

const createAndArchive = async ({ ledger, issuer, owner }: BenchLedger): Promise<void> => {
  const created = await ledger.submit({
    actAs: issuer,
    commands: Token.create({ issuer, owner, amount: "1.0" }),
  });
  const [contractId] = created.created(Token);
  if (contractId === undefined) throw new TypeError("nothing was created");
  await ledger.submit({ actAs: issuer, commands: contractId.exercise(Token.Archive, {}) });
};

/** Microseconds per pair, for several rounds. */
const microsPerPair = async (
  bench: BenchLedger,
  rounds = 15,
  pairs = 1_000,
): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let each = 0; each < pairs; each += 1) await createAndArchive(bench);
    samples.push(((performance.now() - start) * 1000) / pairs);
  }
  return samples;
};

const bench = await benchLedger();
await createActiveContracts(bench, 1_000);
await microsPerPair(bench, 5);
const atThousand = await microsPerPair(bench);
await createActiveContracts(bench, 99_000);
const atHundredThousand = await microsPerPair(bench);
await createActiveContracts(bench, 900_000);
const atMillion = await microsPerPair(bench);

const perSecond = (micros: readonly number[]): readonly number[] =>
  micros.map((each) => 1e6 / each);

reportFigures("Create and archive, two transactions, through ledger.submit", [
  {
    name: "pairs per second at 1,000 active contracts",
    samples: perSecond(atThousand),
    unit: "/s",
    target: { atLeast: 10_000 },
  },
  { name: "pairs per second at 100,000", samples: perSecond(atHundredThousand), unit: "/s" },
  { name: "pairs per second at 1,000,000", samples: perSecond(atMillion), unit: "/s" },
  {
    name: "cost at 1,000,000 relative to 1,000",
    samples: [median(atMillion) / median(atThousand)],
    unit: "×",
    target: { atMost: 3 },
  },
]);
