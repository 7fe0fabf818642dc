import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import type { LedgerCoverage } from "../../../fixtures/index.ts";
import { runCommand } from "../../support/command-line.ts";
import { compileProgram } from "../../support/compile-program.ts";

/** Program with tests in two processes: the first starts the second and exits with the given code. */
const testing = `
import { execFileSync } from "node:child_process";

import { useLedger } from "./fixtures/testing/index.ts";
import { createFetch } from "./middleware/index.ts";

const [code, isLast] = process.argv.slice(2);
await useLedger({ steps: [{ parties: ["alice"] }] })(async ({ ledger }) => {
  const fetch = createFetch(ledger, { auth: "disabled" });
  await fetch(isLast ? "/v2/version" : "/v2/users/zoe");
})();
if (!isLast) execFileSync(process.execPath, [process.argv[1], "0", "last"]);
process.exit(Number(code));
`;

describe("ledger-in-a-box coverage @slow", () => {
  let folder: string;
  let program: string;
  const environment = { PATH: process.env["PATH"] ?? "" };

  before(async () => {
    program = await compileProgram("tests-to-cover", testing);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "covered-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("explains why coverage cannot be written", async () => {
    const given = ["coverage", "--output", folder, "--", process.execPath, program, "0"];
    const { code, errors } = await runCommand(given, { environment });
    expect([code, errors]).to.deep.equal([1, `${folder} cannot be written: it is a folder.\n`]);
  });

  it("reports coverage of all processes of a command, and exits with its code", async () => {
    const output = join(folder, "deep", "ledger.json");
    const given = ["coverage", "--output", output, "--", process.execPath, program, "3"];
    const { code, output: told, errors } = await runCommand(given, { environment });
    expect([code, errors]).to.deep.equal([3, ""]);
    expect(told).to.include("Coverage of the ledger by 2 tests");
    expect(told).to.match(/^operations +2 +\d{2} /mu);
    expect(told).to.match(/^getUser +1$/mu);
    expect(told).to.match(/^USER_NOT_FOUND +1$/mu);
    expect(told).to.include(`As JSON: ${output}`);
    const coverage = JSON.parse(await readFile(output, "utf8")) as LedgerCoverage;
    expect(coverage.tests).to.equal(2);
    expect(coverage.operations.items).to.deep.include.members([
      { name: "getLedgerApiVersion", tests: 1 },
      { name: "getUser", tests: 1 },
      { name: "submitAndWait", tests: 0 },
      { name: "ledger.submit", tests: 0 },
    ]);
  });

  it("reports coverage written earlier, given a folder and no command", async () => {
    const before = { ...environment, LEDGER_IN_A_BOX_COVERAGE: folder };
    const run = ["coverage", "--output", join(folder, "out.json")];
    const { code, output } = await runCommand(run, { environment: before });
    expect(code).to.equal(0);
    expect(output).to.include("Coverage of the ledger by 0 tests");
  });

  it("refuses missing arguments and commands that cannot be run", async () => {
    const nothing = await runCommand(["coverage"], { environment });
    expect(nothing.code).to.equal(1);
    expect(nothing.errors).to.match(
      /^Name the test command, .*ledger-in-a-box coverage -- npm test/u,
    );
    const unknown = await runCommand(["coverage", "--", "no-such-program"], { environment });
    expect(unknown.code).to.equal(1);
    expect(unknown.errors).to.match(/^no-such-program cannot be run: .*ENOENT/u);
    const missing = { ...environment, LEDGER_IN_A_BOX_COVERAGE: join(folder, "none") };
    const nowhere = await runCommand(["coverage"], { environment: missing });
    expect([nowhere.code, nowhere.errors]).to.deep.equal([
      1,
      `No tests have written to ${join(folder, "none")}.\n`,
    ]);
  });
});
