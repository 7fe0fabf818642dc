import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { expect } from "chai";

import { createLedger, Ping } from "../../../lib/index.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { compileProgram } from "../../support/compile-program.ts";
import { useFolder } from "../../support/use-folder.ts";

/** Submits while flushes fail and then work again, and prints the result of each command. */
const program = `
import { rmSync, writeFileSync, writeSync } from "node:fs";
import { createLedger, Ping } from "./lib/index.ts";
import { openLevelStore } from "./lib/stores/level/index.ts";

const [, , folder] = process.argv;
const ledger = await createLedger({ store: await openLevelStore(folder) });
const party = ledger.state.participantId;
const tell = (...words) => writeSync(1, words.join(" ") + "\\n");
const submit = (id) =>
  ledger.submit({ actAs: party, commands: Ping.create({ id, initiator: party, responder: party }) }).then(
    () => tell("written", id),
    ({ code, message }) => tell("refused", id, code, message),
  );
for (const id of ["a", "b", "c"]) await submit(id);
await ledger.namedSnapshots.keep("before");
const here = ledger.snapshot();
writeFileSync(process.env.FAILING_FLUSH, "");
await Promise.all(["d", "e", "f"].map(submit));
rmSync(process.env.FAILING_FLUSH);
await submit("g");
await ledger.namedSnapshots.keep("after").catch(({ code }) => tell("not kept", code));
await ledger.revert(here).catch(({ code }) => tell("not reverted", code));
tell("shows", ledger.contracts(Ping).map(({ payload }) => payload.id));
await ledger.close().catch(({ code }) => tell("not closed", code));
`;

describe("store on a disk that does not flush (EIO)", () => {
  const place = useFolder("failing-flush");
  let library = "";
  let writer = "";

  before(async function () {
    const folder = place();
    library = `${folder}.so`;
    const source = join(import.meta.dirname, "../../support/failing-flush.c");
    const compiler = process.env["CC"] ?? "cc";
    const made = spawnSync(compiler, ["-shared", "-fPIC", "-o", library, source, "-ldl"]);
    if (process.platform !== "linux" || made.status !== 0) {
      console.log("    skipped: needs Linux (LD_PRELOAD) and a C compiler");
      this.skip();
    }
    writer = await compileProgram("writer-on-failing-disk", program);
  });

  /** Returns the words of each line that the writer prints. */
  const told = async (folder: string): Promise<readonly (readonly string[])[]> => {
    const env = { ...process.env, LD_PRELOAD: library, FAILING_FLUSH: `${folder}.failing` };
    const child = spawn(process.execPath, [writer, folder], { env });
    let [out, errors] = ["", ""];
    child.stdout.on("data", (piece) => (out += String(piece)));
    child.stderr.on("data", (piece) => (errors += String(piece)));
    const [code] = (await once(child, "close")) as [number | null];
    expect(code, errors).to.equal(0);
    return out
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" "));
  };

  it("rejects what was not flushed and everything after it, retries nothing, and has what was acknowledged @slow", async () => {
    const folder = place();
    const lines = await told(folder);
    const refused = lines.filter(([what]) => what === "refused");
    expect(refused.map(([, id]) => id)).to.have.members(["d", "e", "f", "g"]);
    for (const [, id, code, ...cause] of refused) {
      expect(code, id).to.equal("SERVICE_NOT_RUNNING");
      expect(cause.join(" "), id).to.match(
        /the store refuses all further writes: .*Input\/output error/,
      );
    }
    expect(lines.filter(([what]) => what !== "refused")).to.deep.equal([
      ["written", "a"],
      ["written", "b"],
      ["written", "c"],
      ["not", "kept", "SERVICE_NOT_RUNNING"],
      ["not", "reverted", "SERVICE_NOT_RUNNING"],
      ["shows", "a,b,c"],
    ]);

    // Opens it on a disk that works again.
    const ledger = await createLedger({ store: await openLevelStore(folder) });
    expect(ledger.contracts(Ping).map(({ payload }) => payload.id)).to.deep.equal(["a", "b", "c"]);
    expect((await ledger.namedSnapshots.list()).map(({ name }) => name)).to.deep.equal(["before"]);
    await ledger.close();
  });
});
