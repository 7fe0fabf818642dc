import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { appendDeletedUsers, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { openStoredDatabase } from "../../support/stored-database.ts";
import { useFolder } from "../../support/use-folder.ts";
import { wholeState } from "../../support/whole-state.ts";
import { openLedger, stepsOn } from "./steps.ts";

/** Changes a folder; `file` returns the path of the first file whose name matches. */
type Change = (folder: string, file: (name: RegExp) => Promise<string>) => Promise<unknown>;

const flip = async (path: string, index: number): Promise<void> => {
  const bytes = await readFile(path);
  await writeFile(path, bytes.with(index, (bytes[index] ?? 0) ^ 0x10));
};

/** The table of `docs/guide/stores.md#failures`: the damage, the code, and the message. */
const failures: readonly (readonly [what: string, change: Change, code: string, cause: RegExp])[] =
  [
    [
      "a table file was truncated",
      async (_, file) => truncate(await file(/\.ldb$/u), 100),
      "SERVICE_NOT_RUNNING",
      /^The journal store is damaged: a file of LevelDB cannot be read \(.*\d+\.ldb.*\)\. Restore its last backup, or load a dump\.$/u,
    ],
    [
      "a table file is missing",
      async (_, file) => rm(await file(/\.ldb$/u)),
      "SERVICE_NOT_RUNNING",
      /damaged: a file of LevelDB cannot be read \(.*missing files.*\)\. Restore/u,
    ],
    [
      "a byte of a table file was changed",
      async (_, file) => flip(await file(/\.ldb$/u), 300),
      "SERVICE_NOT_RUNNING",
      /damaged: .+\. Restore its last backup, or load a dump\.$/u,
    ],
    [
      "CURRENT is missing",
      async (_, file) => rm(await file(/^CURRENT$/u)),
      "SERVICE_NOT_RUNNING",
      /damaged: the file CURRENT in the folder journal is missing\. Restore/u,
    ],
    [
      "CURRENT was changed",
      async (_, file) => writeFile(await file(/^CURRENT$/u), "nothing"),
      "SERVICE_NOT_RUNNING",
      /damaged: a file of LevelDB cannot be read \(.*CURRENT.*\)\. Restore/u,
    ],
    [
      "MANIFEST is missing",
      async (_, file) => rm(await file(/^MANIFEST/u)),
      "SERVICE_NOT_RUNNING",
      /damaged: a file of LevelDB cannot be read \(.*MANIFEST.*\)\. Restore/u,
    ],
    [
      "MANIFEST was changed",
      async (_, file) => flip(await file(/^MANIFEST/u), 20),
      "SERVICE_NOT_RUNNING",
      /damaged: a file of LevelDB cannot be read \(.*checksum.*\)\. Restore/u,
    ],
    [
      "the folder journal is missing",
      (folder) => rm(join(folder, "journal"), { recursive: true }),
      "SERVICE_NOT_RUNNING",
      /damaged: the folder journal is missing\. Restore/u,
    ],
    [
      "an entry was changed",
      (folder) => changeEntry(folder, (value) => value.replace("user 7", "user x")),
      "SERVICE_NOT_RUNNING",
      /damaged: entry 7 was changed\. Restore/u,
    ],
    [
      "it was written by a newer release",
      async (folder) => {
        const { database } = await openStoredDatabase(folder);
        const head = (await database.get("head")) ?? "";
        await database.put("head", head.replace('"format":4', '"format":5'));
        await database.close();
      },
      "INVALID_ARGUMENT",
      /^The ledger was written by a newer release: its format is 5, and this release reads format 4\. Open it with that release/u,
    ],
    [
      "it is a folder of something else",
      async (folder) => {
        await rm(folder, { recursive: true });
        await mkdir(folder);
        await writeFile(join(folder, "photo.jpg"), "");
      },
      "INVALID_ARGUMENT",
      /is not the folder of a ledger: it contains other files\.$/u,
    ],
  ];

const changeEntry = async (folder: string, change: (value: string) => string): Promise<void> => {
  const { database, keys } = await openStoredDatabase(folder);
  const key = keys.filter((each) => each.startsWith("entry"))[6] ?? "";
  await database.put(key, change((await database.get(key)) ?? ""));
  await database.close();
};

describe("unusable store folder", () => {
  const place = useFolder("failures");
  let sound = "";
  const open: JournalStore[] = [];
  afterEach(() => Promise.all(open.splice(0).map((store) => store.close())));
  const opened = async (folder: string): Promise<JournalStore> => {
    const store = await openLevelStore(folder);
    open.push(store);
    return store;
  };

  before(async () => {
    sound = place();
    const store = await openLevelStore(sound);
    await appendDeletedUsers(
      store,
      ...Array.from({ length: 40 }, (_, index) => `user ${index + 1}`),
    );
    // Writes table files.
    await store.vacuum?.();
    await store.close();
  });

  const copy = async (): Promise<string> => {
    const folder = place();
    await cp(sound, folder, { recursive: true });
    return folder;
  };

  for (const [what, change, code, cause] of failures) {
    it(`is reported: ${what}`, async () => {
      const folder = await copy();
      await change(folder, async (name) => {
        const files = await readdir(join(folder, "journal"));
        return join(folder, "journal", files.find((file) => name.test(file)) ?? "none");
      });
      const refused = await rejectionOf(opened(folder).then((store) => usersIn(store)));
      expect(refused.code).to.equal(code);
      expect(refused.cause).to.match(cause);
    });
  }

  it("is reported if another process has it open", async () => {
    const folder = await copy();
    await opened(folder);
    const { code, cause } = await rejectionOf(opened(folder));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.match(
      / is in use: another process, or another ledger object of this process, has it open/u,
    );
  });

  it("is reported if it cannot be written", async function () {
    if (process.platform !== "linux") return this.skip();
    // Creating a folder is impossible there.
    const { code, cause } = await rejectionOf(opened("/sys/ledger"));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(cause).to.match(/^\/sys\/ledger cannot be written \(.+\)\. Make it writable/u);
  });

  it("reports that the disk is full, and continues with everything acknowledged when it is not @slow", async function () {
    if (process.platform === "win32") return this.skip();
    const folder = place();
    const module = JSON.stringify(join(import.meta.dirname, "../../../lib/stores/level/index.ts"));
    const program = `
      import { openLevelStore } from ${module};
      const store = await openLevelStore(${JSON.stringify(folder)});
      let position = 0;
      try {
        for (;;) {
          await store.append(position + 1, [{ kind: "userDeleted", userId: "x".repeat(1000) }]);
          position++;
        }
      } catch ({ code, details }) {
        console.log(JSON.stringify({ position, code, cause: details.cause, failure: store.failure?.code }));
      }
      await store.close();`;
    // A file may have at most 64 KB, so writes fail as on a full disk.
    const { stdout } = spawnSync(
      "bash",
      [
        "-c",
        `trap "" XFSZ; ulimit -f 64; exec "$0" --import tsx --input-type=module -e "$1"`,
        process.execPath,
        program,
      ],
      { encoding: "utf8", cwd: join(import.meta.dirname, "../../..") },
    );
    const told = JSON.parse(stdout) as Record<string, unknown>;
    expect(told).to.include({ code: "SERVICE_NOT_RUNNING", failure: "SERVICE_NOT_RUNNING" });
    expect(told["cause"]).to.match(
      /^A write of the store failed, .+ Free disk space, and restart/u,
    );
    expect((await usersIn(await opened(folder))).length).to.be.at.least(Number(told["position"]));
  });

  it("rebuilds the history archive after damage was marked, or a compaction ended the process", async () => {
    const folder = place();
    const ledger = await openLedger(await openLevelStore(folder));
    for (const step of stepsOn(ledger).slice(0, 19)) await step();
    const expected = wholeState(ledger.state);
    await ledger.close();
    const history = join(folder, "history");
    const compacting = "12:00:00 Compacting 2@0 + 0@1 files\n";
    for (const [file, text, isRebuilt] of [
      ["LOG", compacting, true],
      ["LOG", `${compacting}12:00:01 compacted to: files[ 0 1 0 0 0 0 0 ]\n`, false],
      ["DAMAGED", "", true],
    ] as const) {
      await writeFile(join(history, "kept"), "");
      await writeFile(join(history, file), text);
      const again = await openLedger(await openLevelStore(folder));
      expect(wholeState(again.state)).to.deep.equal(expected);
      await again.close();
      expect(existsSync(join(history, "kept")), `${file} ${text}`).to.equal(!isRebuilt);
    }
  });

  it("rebuilds a damaged history archive", async () => {
    const folder = place();
    const ledger = await openLedger(await openLevelStore(folder));
    for (const step of stepsOn(ledger).slice(0, 19)) await step();
    const expected = wholeState(ledger.state);
    await ledger.close();
    const files = await readdir(join(folder, "history"));
    for (const change of ["truncated", "missing"]) {
      for (const name of files.filter((file) => /^CURRENT|^MANIFEST|\.ldb$|\.log$/u.test(file))) {
        const path = join(folder, "history", name);
        if (change === "missing") await rm(path, { force: true });
        else await truncate(path, 5).catch(() => undefined);
      }
      const again = await openLedger(await openLevelStore(folder));
      expect(wholeState(again.state)).to.deep.equal(expected);
      await again.close();
    }
  });
});
