import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { generate, packagesOfDars } from "../lib/codegen/index.ts";
import { importProgram } from "../test/support/codegen/import-program.ts";
import { sharedPath } from "../test/support/shared.ts";
import { reportFigures } from "./report.ts";

// Runs `ledger-in-a-box codegen` in separate processes, from the command to the written files.

const commandLinePath = join(import.meta.dirname, "..", "dist", "middleware", "cli", "main.js");

const measureCodegenMillis = (dars: readonly string[], cache: string): number => {
  const output = mkdtempSync(join(tmpdir(), "codegen-"));
  const begun = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [commandLinePath, "codegen", ...dars, "-o", output],
    {
      env: { ...process.env, LEDGER_CACHE: cache },
    },
  );
  const millis = performance.now() - begun;
  rmSync(output, { recursive: true });
  if (status !== 0) console.error(String(stderr));
  return millis;
};

const amuletDarPath = sharedPath("dars", "splice-amulet-0.1.14.dar");
if (amuletDarPath === undefined) {
  console.log("\nThe DARs are not in ../shared or LEDGER_SHARED; no code was generated.");
} else {
  const folder = dirname(amuletDarPath);
  const standard = readdirSync(folder)
    .filter((name) => name.startsWith("splice-api-token-"))
    .map((name) => join(folder, name));
  const wanted = [
    { name: "splice-amulet", dars: [amuletDarPath], atMost: 400 },
    { name: `the ${standard.length} DARs of the token standard`, dars: standard, atMost: 400 },
    {
      name: "splice-amulet-test, which is no known package",
      dars: [join(folder, "scripts", "splice-amulet-test-0.1.8.dar")],
      atMost: 1000,
    },
  ];
  const cache = mkdtempSync(join(tmpdir(), "ledger-cache-"));
  const runs = wanted.map((each) => ({
    ...each,
    fresh: new Array<number>(),
    known: new Array<number>(),
  }));
  // Alternate between the runs, because the speed of a machine may change.
  for (let round = 0; round < 5; round += 1) {
    for (const { dars, fresh, known } of runs) {
      fresh.push(measureCodegenMillis(dars, "off"));
      if (round === 0) measureCodegenMillis(dars, cache);
      known.push(measureCodegenMillis(dars, cache));
    }
  }
  rmSync(cache, { recursive: true });
  reportFigures(
    "Generating types from DARs by the command line (median of 5 processes)",
    runs.flatMap(({ name, atMost, fresh, known }) => [
      { name: `${name}, never seen`, samples: fresh, unit: "ms", target: { atMost } },
      { name: `${name}, checked before`, samples: known, unit: "ms", target: { atMost } },
    ]),
  );

  // Validates one choice argument of a wallet with its generated schema.
  const instruction = join(folder, "splice-api-token-transfer-instruction-v1-1.0.0.dar");
  const files = generate(packagesOfDars([readFileSync(instruction)]), { schemas: true });
  const path = "splice-api-token-transfer-instruction-v1/Splice.Api.Token.TransferInstructionV1";
  const { TransferFactory_Transfer: schema } = (await importProgram(
    files,
    `export * from "./${path}.schemas.ts";`,
  )) as Record<string, { "~standard": { validate: (value: unknown) => { issues?: unknown[] } } }>;
  if (schema === undefined) throw new TypeError("there is no schema of the transfer");
  const { validate } = schema["~standard"];
  const party = (hint: string): string => `${hint}::1220${"ab".repeat(32)}`;
  const contractId = (text: string): string => `00${text.repeat(32)}`;
  const meta = { values: { "splice.lfdecentralizedtrust.org/reason": "rent" } };
  const argument = {
    expectedAdmin: party("dso"),
    transfer: {
      sender: party("alice"),
      receiver: party("bob"),
      amount: "12.5",
      instrumentId: { admin: party("dso"), id: "Amulet" },
      requestedAt: "2026-01-01T00:00:00Z",
      executeBefore: "2026-01-02T00:00:00Z",
      inputHoldingCids: [contractId("ab"), contractId("cd")],
      meta,
    },
    extraArgs: {
      context: {
        values: {
          "amulet-rules": { tag: "AV_ContractId", value: contractId("ef") },
          "open-round": { tag: "AV_ContractId", value: contractId("01") },
        },
      },
      meta,
    },
  };
  if (validate(argument).issues !== undefined) throw new TypeError("the transfer is not taken");
  const rounds = 20_000;
  const micros = Array.from({ length: 11 }, () => {
    const begun = performance.now();
    for (let round = 0; round < rounds; round += 1) validate(argument);
    return ((performance.now() - begun) * 1_000) / rounds;
  });
  reportFigures(
    "Checking a TransferFactory_Transfer against its generated schema (median of 11 rounds)",
    [{ name: "one check", samples: micros, unit: "µs", target: { atMost: 5 } }],
  );
}
