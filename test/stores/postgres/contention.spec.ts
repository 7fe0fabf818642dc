import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { expect } from "chai";

import { createLedger } from "../../../lib/index.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { compileProgram } from "../../support/compile-program.ts";
import { usePostgres } from "../../support/use-postgres.ts";

/**
 * `LEDGER_CONTENTION=10 npx mocha test/stores/postgres/contention.spec.ts --timeout 0` runs for that many
 * seconds, and prints its figures.
 */
const seconds = Number(process.env["LEDGER_CONTENTION"] ?? "3");
const isMeasured = process.env["LEDGER_CONTENTION"] !== undefined;
const processes = 4;

/**
 * Sixteen clients: each creates pings, and after every 32nd competes with the others to consume the oldest
 * one.
 */
const frontEnd = `
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { createLedger, Ping } from "./lib/index.ts";
import { openPostgresStore } from "./lib/stores/postgres/index.ts";

const [, , database, name, seconds] = process.argv;
const ledger = await createLedger({ store: await openPostgresStore(database) });
const party = ledger.state.participantId;
const tell = (value) => writeSync(1, JSON.stringify(value) + "\\n");
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
// Warm up, so that compilation by V8 is not measured.
const warmUp = await createLedger();
for (let count = 0; count < Number(seconds) * 400; count++) {
  await warmUp.submit({ actAs: party, commands: Ping.create({ id: String(count), initiator: party, responder: party }) });
}
tell("ready");
await lines.next();
const end = Date.now() + Number(seconds) * 1000;
const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const respond = (contractId) => ({
  ExerciseCommand: { templateId, contractId, choice: "Respond", choiceArgument: {} },
});
const millis = [];
const taken = [];
let refused = 0;
const client = async (who) => {
  for (let count = 0; Date.now() < end; count++) {
    const id = [name, who, count].join("-");
    const begun = performance.now();
    await ledger.submit({ actAs: party, commands: Ping.create({ id, initiator: party, responder: party }) });
    millis.push(performance.now() - begun);
    if (count % 32 !== 0) continue;
    // All clients try to take the oldest contract. Listing all would distort the measurement.
    const [{ contract } = {}] = ledger.state.active.all.values();
    if (contract === undefined) continue;
    const { contractId } = contract;
    try {
      await ledger.submit({ actAs: party, commands: respond(contractId) });
      taken.push(contractId);
    } catch (error) {
      if (error.code === undefined) throw error;
      refused++;
    }
  }
};
await Promise.all(Array.from({ length: 16 }, (_, who) => client(who)));
await ledger.settled();
tell({ millis, taken, refused });
await lines.next();
await ledger.close();
process.exit(0);
`;

interface Told {
  readonly millis: readonly number[];
  readonly taken: readonly string[];
  readonly refused: number;
}

class FrontEnd {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  errors = "";

  constructor(program: string, ...given: readonly string[]) {
    this.#child = spawn(process.execPath, [program, ...given]);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#child.stderr.on("data", (piece) => (this.errors += String(piece)));
  }

  async told(): Promise<unknown> {
    const line = await this.#lines.next();
    if (line.done === true) return expect.fail(`it ended: ${this.errors}`);
    return JSON.parse(line.value) as unknown;
  }

  resume(): void {
    this.#child.stdin.write("\n");
  }

  async end(): Promise<void> {
    const closed = once(this.#child, "close");
    this.resume();
    await closed;
  }
}

describe("four processes with sixteen clients each on one ledger in PostgreSQL @slow", function () {
  this.timeout(120_000 + 2_000 * seconds);
  const { newConnection } = usePostgres();
  let program = "";
  before(async () => {
    program = await compileProgram("front-end", frontEnd);
  });

  it("use no contract twice, and get equal shares", async () => {
    const database = newConnection();
    const frontEnds = Array.from(
      { length: processes },
      (_, index) => new FrontEnd(program, database, `p${index}`, String(seconds)),
    );
    for (const frontEnd of frontEnds) expect(await frontEnd.told()).to.equal("ready");
    for (const frontEnd of frontEnds) frontEnd.resume();
    const told = await Promise.all(frontEnds.map((frontEnd) => frontEnd.told() as Promise<Told>));
    await Promise.all(frontEnds.map((frontEnd) => frontEnd.end()));

    const taken = told.flatMap((each) => each.taken);
    expect(taken.length).to.be.greaterThan(0);
    expect(new Set(taken).size).to.equal(taken.length);
    const ledger = await createLedger({ store: await openPostgresStore(database) });
    const created = told.reduce((sum, { millis }) => sum + millis.length, 0);
    expect(ledger.state.active.all.size).to.equal(created - taken.length);
    await ledger.close();

    const shares = told.map(({ millis }) => millis.length);
    const fairness = Math.min(...shares) / Math.max(...shares);
    if (isMeasured) tellFigures(told, fairness);
    // A few seconds allow only few attempts.
    expect(fairness).to.be.at.least(isMeasured ? 0.9 : 0.5);
  });
});

const tellFigures = (told: readonly Told[], fairness: number): void => {
  const sorted = told.flatMap(({ millis }) => millis).sort((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
  const refused = told.reduce((sum, each) => sum + each.refused, 0);
  const taken = told.reduce((sum, each) => sum + each.taken.length, 0);
  console.log(
    `    ${Math.round((sorted.length + taken) / seconds)}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, fairness ${fairness.toFixed(2)}, ${refused} refused of ${refused + taken}`,
  );
};
