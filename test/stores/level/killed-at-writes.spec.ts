import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect } from "chai";

import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { compileProgram } from "../../support/compile-program.ts";
import { factor } from "../../support/properties.ts";
import { useFolder } from "../../support/use-folder.ts";
import { wholeState } from "../../support/whole-state.ts";
import { openLedger, stepsOn } from "./steps.ts";

/** Kills itself before or after a write of the database, and prints each acknowledged step. */
const program = `
import { writeSync } from "node:fs";
import { ClassicLevel } from "classic-level";
import { openLevelStore } from "./lib/stores/level/index.ts";
import { openLedger, stepsOn } from "./test/stores/level/steps.ts";

const [, , folder, at, when] = process.argv;
let writes = 0;
for (const name of ["open", "batch", "put", "clear", "compactRange", "close"]) {
  const own = ClassicLevel.prototype[name];
  ClassicLevel.prototype[name] = async function (...given) {
    const isIt = ++writes === Number(at);
    if (isIt) writeSync(1, "at " + name + " " + this.location.split("/").at(-1) + "\\n");
    if (isIt && when === "before") process.kill(process.pid, "SIGKILL");
    const result = await own.apply(this, given);
    if (isIt) process.kill(process.pid, "SIGKILL");
    return result;
  };
}
const ledger = await openLedger(await openLevelStore(folder));
writeSync(1, "done\\n");
for (const step of stepsOn(ledger)) {
  await step();
  writeSync(1, "done\\n");
}
await ledger.close();
const again = await openLedger(await openLevelStore(folder));
await again.close();
const store = await openLevelStore(folder);
await store.vacuum();
await store.close();
writeSync(1, "ended\\n");
`;

/** Distance between the writes at which the process is killed; 1 with `PROPERTY_FACTOR=100`. */
const stride = Math.max(1, Math.floor(7 / factor));

describe("store in a folder whose process is killed at a write @slow", () => {
  const place = useFolder("killed-at-writes");
  let file = "";
  const states: unknown[] = [];
  before(async () => {
    file = await compileProgram("killed-at-writes", program);
    const ledger = await openLedger();
    states.push(wholeState(ledger.state));
    for (const step of stepsOn(ledger)) {
      await step();
      states.push(wholeState(ledger.state));
    }
    await ledger.close();
  });

  const killedAt = async (folder: string, at: number, when: string) => {
    const child = spawn(process.execPath, [file, folder, String(at), when]);
    let [told, errors] = ["", ""];
    child.stdout.on("data", (piece) => (told += String(piece)));
    child.stderr.on("data", (piece) => (errors += String(piece)));
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    const lines = told.split("\n");
    const hasEnded = lines.includes("ended");
    expect(signal === "SIGKILL" || hasEnded, errors).to.equal(true);
    const done = lines.filter((line) => line === "done").length;
    const where = lines.find((line) => line.startsWith("at ")) ?? "";
    return { hasEnded, done, where };
  };

  it("has all acknowledged steps, and the next one completely or not at all", async function () {
    this.timeout(120_000 * Math.max(1, factor));
    const hit = new Set<string>();
    // Each chosen write is killed twice: before and after.
    for (let run = 0; ; run++) {
      const at = 1 + Math.floor(run / 2) * stride;
      const when = run % 2 === 0 ? "before" : "after";
      const folder = place();
      const { hasEnded, done, where } = await killedAt(folder, at, when);
      hit.add(where);
      const ledger = await openLedger(await openLevelStore(folder));
      const found = wholeState(ledger.state);
      await ledger.close();
      const candidates = [states[Math.max(done - 1, 0)], states[Math.min(done, states.length - 1)]];
      const isOne = candidates.some(
        (state) => JSON.stringify(state, plain) === JSON.stringify(found, plain),
      );
      expect(isOne, `${when} write ${at}, ${where}, after ${done} steps`).to.equal(true);
      if (hasEnded) break;
    }
    expect(hit.size).to.be.greaterThan(4);
  });
});

const plain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return String(value);
  return value instanceof Map ? [...(value as Map<unknown, unknown>)] : value;
};
