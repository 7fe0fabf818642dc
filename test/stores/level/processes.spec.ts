import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { expect } from "chai";

import type { JournalEvent } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { collectAll } from "../../support/collect-all.ts";
import { compileProgram } from "../../support/compile-program.ts";
import { useFolder } from "../../support/use-folder.ts";

/** Opens the store on request, and prints the result; keeps it open until the end. */
const opener = `
import { openLevelStore } from "./lib/stores/level/index.ts";
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
console.log("ready");
await lines.next();
const store = await openLevelStore(process.argv[2]).catch((error) => void console.log(error.code));
if (store !== undefined) {
  console.log(await store.append(1, [{ kind: "userDeleted", userId: process.argv[3] }]));
}
await lines.next();
await store?.close();
process.exit(0);
`;

/** Writes until the operating system refuses, and prints acknowledgements and the error. */
const filler = `
import { writeSync } from "node:fs";
import { openLevelStore } from "./lib/stores/level/index.ts";
const tell = (text) => writeSync(1, text + "\\n");
const store = await openLevelStore(process.argv[2]);
for (let position = 1; ; position++) {
  const event = { kind: "userDeleted", userId: position + "x".repeat(1_000) };
  const isWritten = await store.append(position, [event]).catch((error) => void tell("refused " + error.code + " " + error.message));
  if (isWritten === undefined) break;
  tell("written " + position);
}
const again = await store.append(1_000_000, []).catch((error) => error.code);
tell("then " + again);
await store.close();
tell("closed");
`;

const linesOf = (child: ChildProcess): AsyncIterator<string> =>
  createInterface({ input: child.stdout ?? expect.fail("no output") })[Symbol.asyncIterator]();

const positionsIn = async (folder: string): Promise<readonly number[]> => {
  const store = await openLevelStore(folder);
  const entries = await collectAll(store.read(0));
  await store.close();
  return entries.map(({ position }) => position);
};

const userIn = (event: JournalEvent | undefined): string =>
  event?.kind === "userDeleted" ? event.userId : "";

describe("processes that share a store in a folder @slow", () => {
  const place = useFolder("processes");

  it("open it one after the other, even if they start at the same time and it does not exist yet", async () => {
    const program = await compileProgram("opener", opener);
    const folder = place();
    const children = ["a", "b", "c"].map((name) =>
      spawn(process.execPath, [program, folder, name], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const lines = children.map(linesOf);
    for (const each of lines) expect((await each.next()).value).to.equal("ready");
    for (const { stdin } of children) stdin.write("\n");
    const said = await Promise.all(lines.map(async (each) => (await each.next()).value as string));
    expect(said.toSorted()).to.deep.equal(["SERVICE_NOT_RUNNING", "SERVICE_NOT_RUNNING", "true"]);
    const closed = children.map((child) => once(child, "close"));
    for (const { stdin } of children) stdin.write("\n");
    await Promise.all(closed);
    const store = await openLevelStore(folder);
    const [entry] = await collectAll(store.read(0));
    await store.close();
    expect(userIn(entry?.events[0])).to.equal(["a", "b", "c"][said.indexOf("true")]);
  });

  it("lose no acknowledged entries when the operating system refuses writes", async function () {
    if (process.platform === "win32") return this.skip();
    const program = await compileProgram("filler", filler);
    const folder = place();
    // In units of 512 or 1,024 bytes: the maximum file length. Processes that get a signal ignore it.
    const limited = `trap "" XFSZ; ulimit -f 300; exec "$0" "$@"`;
    const child = spawn("bash", ["-c", limited, process.execPath, program, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const told: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) told.push(line);
    const acknowledged = told.filter((line) => line.startsWith("written")).length;
    expect(acknowledged).to.be.greaterThan(10);
    const [refused = "", then, closed] = told.slice(acknowledged);
    expect(refused).to.match(/^refused SERVICE_NOT_RUNNING .*A write of the store failed/u);
    expect([then, closed]).to.deep.equal(["then SERVICE_NOT_RUNNING", "closed"]);
    const found = await positionsIn(folder);
    // The refused entry may exist, but only completely.
    expect(found.length).to.be.within(acknowledged, acknowledged + 1);
    expect(found).to.deep.equal(found.map((_, index) => index + 1));
  });
});
