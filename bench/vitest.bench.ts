import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { sharedPath } from "../test/support/shared.ts";
import { installProject } from "./installed-project.ts";
import { reportFigures } from "./report.ts";

// A worker of Vitest whose tests use a DAR that this machine has checked before: import, fixture, ledger
// and first command, minus the time of a test that does nothing. New processes, alternating.

const roundCount = 11;
/** The last version that runs on Node 20. */
const vitestPackage = "vitest@4.1.12";
const pingDarPath = sharedPath("dars", "canton-builtin-admin-workflow-ping.dar");

const emptyTestFile = `
import { it } from "vitest";
it("does nothing", async () => {});
`;

const ledgerTestFile = `
import { createDamlLoader } from "ledger-in-a-box/daml";
import { useLedger } from "ledger-in-a-box/testing";
import { it } from "vitest";
const steps = [{ packages: ["./own.dar"] }, { parties: ["alice"] }];
const test = useLedger({ steps }, { daml: createDamlLoader() });
const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
it("submits", test(async ({ ledger, parties: { alice } }) => {
  const createArguments = { id: "1", initiator: alice, responder: alice };
  await ledger.submit({ actAs: alice, commands: { CreateCommand: { templateId, createArguments } } });
}));
`;

const vitestProject = pingDarPath === undefined ? undefined : installProject([vitestPackage]);
if (pingDarPath === undefined) {
  console.log("\nThe Vitest bench needs the DARs of ../shared or LEDGER_SHARED; it was not run.");
} else if (vitestProject !== undefined) {
  const { path } = vitestProject;
  const environment = { ...process.env, LEDGER_CACHE: join(path, "cache"), CI: "1" };
  const millisOf = (file: string): number => {
    const program = join("node_modules", "vitest", "vitest.mjs");
    const begin = performance.now();
    // On a busy machine, the first run may exceed the default timeout.
    const args = [program, "run", "--testTimeout=120000", file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: path,
      env: environment,
      encoding: "utf8",
    });
    if (status !== 0) throw new TypeError(stdout + stderr);
    return performance.now() - begin;
  };
  const samples = { bare: [] as number[], full: [] as number[] };
  try {
    copyFileSync(pingDarPath, join(path, "own.dar"));
    writeFileSync(join(path, "bare.test.js"), emptyTestFile);
    writeFileSync(join(path, "full.test.js"), ledgerTestFile);
    // The first run checks the DAR and fills the caches of Vitest.
    for (const file of ["bare.test.js", "full.test.js"]) millisOf(file);
    for (let round = 0; round < roundCount; round++) {
      samples.bare.push(millisOf("bare.test.js"));
      samples.full.push(millisOf("full.test.js"));
    }
  } finally {
    vitestProject.remove();
  }
  reportFigures(`A worker of ${vitestPackage} with its own DAR, checked before`, [
    {
      name: "test that imports the package, creates a ledger and submits a command, minus a test that does nothing",
      samples: samples.full.map((millis, round) => millis - (samples.bare[round] ?? Number.NaN)),
      unit: "ms",
      target: { atMost: 150 },
    },
    { name: "a test that does nothing", samples: samples.bare, unit: "ms" },
    {
      name: "test with a ledger relative to a test that does nothing",
      samples: samples.full.map((millis, round) => millis / (samples.bare[round] ?? Number.NaN)),
      unit: "×",
    },
  ]);
}
