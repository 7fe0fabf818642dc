import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { expect } from "chai";

import { compiled } from "../../support/compiled.ts";
import { useFolder } from "../../support/use-folder.ts";
import { usePostgres } from "../../support/use-postgres.ts";

const count = 120;

/** Goes on with a ledger, and tells what of it is there, what it was told of, and how much it holds in memory. */
const writer = `
import { writeSync } from "node:fs";
import { createLedger, Ping } from "./lib/index.ts";
import { openPostgresStore } from "./lib/stores/postgres/index.ts";
const [, , connection, copy] = process.argv;
const tell = (...words) => writeSync(1, words.join(" ") + "\\n");
const ledger = await createLedger({
  store: await openPostgresStore(connection, { copy }),
  limits: { recentEntries: 8, entriesPerCheckpoint: 1000 },
  reportError: (error) => tell("reported", error.message),
});
const party = ledger.state.participantId;
for (let made = 0; made < ${count}; made++) {
  const commands = Ping.create({ id: made + "x".repeat(6_000), initiator: party, responder: party });
  await ledger.submit({ actAs: party, commands });
}
const { log } = ledger.state;
tell("has", [...log.values()].length, [...log.heldEntries()].length < log.size / 2 ? "few" : "many");
await ledger.close();
`;

describe("a ledger in PostgreSQL whose copy finds no room", () => {
  const { place } = usePostgres();
  const folders = useFolder("full-copies");

  it("holds in memory what comes, is there with all that happened, and begins again", async function () {
    if (process.platform === "win32") return this.skip();
    const program = await compiled("full-copy", writer);
    const [connection, copy] = [place(), folders()];
    /** `kilobytes`: no file may be longer. Who is told so by a signal ignores it. */
    const run = async (kilobytes: string): Promise<readonly string[]> => {
      const limited = `trap "" XFSZ; ulimit -f ${kilobytes}; exec "$0" "$@"`;
      const child = spawn("bash", ["-c", limited, process.execPath, program, connection, copy], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const told: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) told.push(line);
      return told;
    };
    const [reported = "", has] = await run("200");
    expect(reported).to.match(/^reported SERVICE_NOT_RUNNING: The copy of the ledger in /u);
    expect(reported).to.match(/could not be written: /u);
    expect(has).to.equal(`has ${count} many`);
    // There is less room than what is to be copied first.
    expect((await run("100")).at(-1)).to.equal(`has ${2 * count} many`);
    expect(await run("unlimited")).to.deep.equal([`has ${3 * count} few`]);
  });
});
