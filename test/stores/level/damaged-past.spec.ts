import { spawnSync } from "node:child_process";
import { cp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { ClassicLevel } from "classic-level";

import { isLedgerError } from "../../../lib/index.ts";
import { checkHistoryArchive } from "../../../lib/ledger/replay/check-history-archive.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { factor } from "../../support/properties.ts";
import { useFolder } from "../../support/use-folder.ts";
import { wholeState } from "../../support/whole-state.ts";
import { openLedger, stepsOn } from "./steps.ts";

/** Returns the distance between the tested positions of a file; 1 with `PROPERTY_FACTOR=1000`. */
const stepOf = (length: number): number => Math.max(1, Math.floor(length / 12 / factor));

const moduleText = (path: string): string => JSON.stringify(join(import.meta.dirname, path));

describe("history archive @slow", () => {
  const place = useFolder("damaged-past");
  let sound = "";
  let expected: unknown;
  before(async () => {
    sound = place();
    const ledger = await openLedger(await openLevelStore(sound));
    // Stop before pruning, which would write the archive again.
    for (const step of stepsOn(ledger).slice(0, 19)) await step();
    expected = wholeState(ledger.state);
    await ledger.close();
  });

  const copied = async (): Promise<string> => {
    const folder = place();
    await cp(sound, folder, { recursive: true });
    return folder;
  };

  /** Checks the archive. Returns "sound", "none" if there is no archive, or the cause of the error. */
  const checked = async (folder: string): Promise<string> => {
    const store = await openLevelStore(folder);
    try {
      return (await checkHistoryArchive(store)) === undefined ? "none" : "sound";
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      return error.details.cause;
    } finally {
      await store.close();
    }
  };

  /** Opens a ledger with this archive. Returns "same" if it equals the original, or the error code. */
  const opened = async (folder: string): Promise<string> => {
    const ledger = await openLedger(await openLevelStore(folder));
    try {
      expect(wholeState(ledger.state)).to.deep.equal(expected);
      return "same";
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      return error.code;
    } finally {
      await ledger.close();
    }
  };

  const expectNothingWrong = async (folder: string, what: string): Promise<void> => {
    const said = await checked(folder);
    const found = await opened(folder);
    expect(["same", "SERVICE_NOT_RUNNING"], what).to.include(found);
    if (found !== "same") expect(said, what).to.match(/is damaged/u);
  };

  const filesOf = async (folder: string): Promise<readonly string[]> =>
    (await readdir(join(folder, "history")))
      .filter((file) => file !== "LOCK" && !file.startsWith("LOG"))
      .map((file) => join("history", file));

  it("is sound if unchanged", async () => {
    const folder = await copied();
    expect(await checked(folder)).to.equal("sound");
    expect(await opened(folder)).to.equal("same");
  });

  it("returns only written data if its files are truncated at any position", async () => {
    for (const file of await filesOf(sound)) {
      const { length } = await readFile(join(sound, file));
      for (let cut = 0; cut < length; cut += stepOf(length)) {
        const folder = await copied();
        await truncate(join(folder, file), cut);
        await expectNothingWrong(folder, `${file} cut at ${cut} of ${length}`);
        await rm(folder, { recursive: true });
      }
    }
  });

  it("returns only written data, also after any bytes of its files were changed", async () => {
    for (const file of await filesOf(sound)) {
      const bytes = await readFile(join(sound, file));
      for (let index = 0; index < bytes.length; index += stepOf(bytes.length)) {
        const folder = await copied();
        await writeFile(join(folder, file), bytes.with(index, (bytes[index] ?? 0) ^ 0x10));
        await expectNothingWrong(folder, `${file}, byte ${index}`);
        await rm(folder, { recursive: true });
      }
    }
  });

  it("is rebuilt by the second start if damaged files end the first one", async () => {
    const folder = place();
    const program = `
      import { createLedger, Ping } from ${moduleText("../../../lib/index.ts")};
      import { openLevelStore } from ${moduleText("../../../lib/stores/level/index.ts")};
      const [, folder, count] = process.argv;
      const store = await openLevelStore(folder);
      const ledger = await createLedger({ limits: { recentEntries: 50 }, store });
      const party = ledger.state.participantId;
      ledger.updates({ after: 0 });
      for (let index = 0; index < Number(count); index++) {
        await ledger.submit({ actAs: party, commands: Ping.create({ id: "x", initiator: party, responder: party }) });
      }
      await ledger.close();`;
    const run = (target: string, count: number): number | null =>
      spawnSync(
        process.execPath,
        ["--import", "tsx", "--input-type=module", "-e", program, target, String(count)],
        { cwd: join(import.meta.dirname, "../../.."), stdio: "ignore" },
      ).status;
    // The second start writes a table file.
    expect([run(folder, 3_000), run(folder, 100)]).to.deep.equal([0, 0]);
    const flipEach =
      (distance: number) =>
      (bytes: Uint8Array): Uint8Array =>
        bytes.map((byte, index) => (index % distance === distance - 1 ? byte ^ 0x10 : byte));
    for (const damage of [
      flipEach(97),
      flipEach(500),
      flipEach(5_000),
      (bytes: Uint8Array) => bytes.subarray(0, -50),
    ]) {
      const copy = place();
      await cp(folder, copy, { recursive: true });
      for (const file of await filesOf(copy)) {
        if (!file.endsWith(".ldb")) continue;
        await writeFile(join(copy, file), damage(await readFile(join(copy, file))));
      }
      run(copy, 300);
      expect(run(copy, 300), String(damage)).to.equal(0);
      expect(await checked(copy)).to.equal("sound");
    }
  });

  for (const [kind, said] of [
    ["offset", /offset \d+ is missing/u],
    ["update", /update \S+ is missing/u],
    ["contract", /contract \S+ is missing/u],
    ["change", /acceptance of command \S+ is missing/u],
  ] as const) {
    for (const harm of ["are missing", "were changed"]) {
      it(`is reported as damaged if all its records of the kind ${kind} ${harm}`, async () => {
        const folder = await copied();
        const past = new ClassicLevel(join(folder, "history"));
        await past.open();
        const keys = (await past.keys().all()).filter((each) => each.includes(` ${kind} `));
        expect(keys).to.not.have.length(0);
        for (const key of keys) {
          if (harm === "are missing") await past.del(key);
          else await past.put(key, `${(await past.get(key)) ?? ""}1`);
        }
        await past.close();
        const found = await checked(folder);
        expect(found).to.match(harm === "are missing" ? said : /was changed/u);
        expect(found).to.contain(
          "Restart the ledger: it then rebuilds the archive from the journal",
        );
        expect(await opened(folder)).to.equal("same");
        // A process that had to read the whole journal writes a new checkpoint with its archive.
        expect(await checked(folder)).to.equal("sound");
      });
    }
  }
});
