import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createUser } from "ledger-in-a-box/api";
import { type ForkOptions, forkParticipant } from "ledger-in-a-box/fork";
import { createFetch } from "ledger-in-a-box/middleware";
import { tokenFor } from "ledger-in-a-box/testing";

import { createActiveContracts, createBenchLedger } from "./bench-ledger.ts";
import { benchPackage } from "./coin-package.ts";
import { reportFigures } from "./report.ts";

// Forks of 10,000 contracts by pages, and of 467 contracts from a cache, from a participant in this
// process. The time includes the participant's work.

declare const gc: () => void;

const tokenSecret = "of the bench";

const createParticipant = async (contracts: number) => {
  const bench = await createBenchLedger();
  const { ledger, issuer, owner } = bench;
  await createActiveContracts(bench, contracts);
  await createUser(ledger, {
    user: { id: "reader", primaryParty: "", isDeactivated: false, identityProviderId: "" },
    rights: [issuer, owner].map((party) => ({ kind: { CanReadAs: { value: { party } } } })),
  });
  const served = createFetch(ledger, { auth: { hs256Secret: tokenSecret } });
  const requests: string[] = [];
  const options: ForkOptions = {
    url: "https://participant.example",
    fetch: (url, init) => {
      requests.push(url);
      return served(url, init);
    },
    token: tokenFor(tokenSecret, "reader"),
    webSocket: false,
    parties: [issuer, owner],
    ledger: { packages: [benchPackage] },
  };
  return { options, requests };
};

const measureFork = async (options: ForkOptions) => {
  gc();
  const before = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  const { ledger, pin } = await forkParticipant(options);
  const { user, system } = process.cpuUsage(start);
  gc();
  const megabytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  const contracts = ledger.state.active.all.size;
  await ledger.close();
  return { millis: (user + system) / 1000, megabytes, contracts, offset: pin.offset };
};

const forkCacheFolder = mkdtempSync(join(tmpdir(), "bench-fork-"));
try {
  const many = await measureFork((await createParticipant(10_000)).options);
  const { options, requests } = await createParticipant(467);
  const { offset: atOffset } = await measureFork({ ...options, cache: forkCacheFolder });
  const asked = requests.length;
  const again = await measureFork({ ...options, cache: forkCacheFolder, atOffset });
  if (many.contracts !== 10_000 || again.contracts !== 467) {
    throw new RangeError("some are missing");
  }
  reportFigures("Forks, processor time of the fork and the participant", [
    {
      name: "reading 10,000 contracts",
      samples: [many.millis],
      unit: "ms",
      target: { atMost: 3_000 },
    },
    {
      name: "memory of these contracts",
      samples: [many.megabytes],
      unit: "MB",
      target: { atMost: 200 },
    },
    {
      name: "reading 467 contracts from a cache",
      samples: [again.millis],
      unit: "ms",
      target: { atMost: 1_000 },
    },
    {
      name: "requests for the contracts from the cache",
      samples: [requests.length - asked],
      unit: "requests",
      target: { atMost: 0 },
    },
  ]);
} finally {
  rmSync(forkCacheFolder, { recursive: true });
}
