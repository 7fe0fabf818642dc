import { type BenchLedger, createActiveContracts, createBenchLedger } from "./bench-ledger.ts";
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
const measureMicrosPerPair = async (
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

const benchSetup = await createBenchLedger();
await createActiveContracts(benchSetup, 1_000);
await measureMicrosPerPair(benchSetup, 5);
const microsAtThousand = await measureMicrosPerPair(benchSetup);
await createActiveContracts(benchSetup, 99_000);
const microsAtHundredThousand = await measureMicrosPerPair(benchSetup);
await createActiveContracts(benchSetup, 900_000);
const microsAtMillion = await measureMicrosPerPair(benchSetup);

const convertToRates = (micros: readonly number[]): readonly number[] =>
  micros.map((each) => 1e6 / each);

reportFigures("Create and archive, two transactions, through ledger.submit", [
  {
    name: "pairs per second at 1,000 active contracts",
    samples: convertToRates(microsAtThousand),
    unit: "/s",
    target: { atLeast: 10_000 },
  },
  {
    name: "pairs per second at 100,000 active contracts",
    samples: convertToRates(microsAtHundredThousand),
    unit: "/s",
  },
  {
    name: "pairs per second at 1,000,000 active contracts",
    samples: convertToRates(microsAtMillion),
    unit: "/s",
  },
  {
    name: "cost of a pair at 1,000,000 active contracts relative to 1,000",
    samples: [median(microsAtMillion) / median(microsAtThousand)],
    unit: "×",
    target: { atMost: 3 },
  },
]);
