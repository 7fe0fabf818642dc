import { cp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { appendDeletedUsers, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { factor } from "../../support/properties.ts";
import { openStoredDatabase } from "../../support/stored-database.ts";
import { useFolder } from "../../support/use-folder.ts";

/** Returns the distance between the tested positions, some fifty of a file; 1 with `PROPERTY_FACTOR=100`. */
const stepOf = (length: number): number => Math.max(1, Math.floor(length / 50 / factor));

interface Kept {
  readonly entries: readonly string[];
  readonly del: (key: string) => Promise<void>;
}

describe("damaged store @slow", () => {
  const place = useFolder("damaged");
  const open: JournalStore[] = [];
  const opened = async (folder: string): Promise<JournalStore> => {
    const store = await openLevelStore(folder);
    open.push(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.allSettled(open.splice(0).map((store) => store.close()));
  };
  afterEach(closeAll);
  /** Returns the users in the store of a folder, or the error code. */
  const outcome = async (folder: string): Promise<string> => {
    const reading = openLevelStore(folder).then(async (store) => {
      open.push(store);
      return (await usersIn(store)).join();
    });
    try {
      return await reading;
    } catch {
      return (await rejectionOf(reading)).code;
    } finally {
      await closeAll();
    }
  };

  const users = ["alpha", "beta", "gamma"];
  let sound = "";
  before(async () => {
    sound = place();
    await appendDeletedUsers(await opened(sound), ...users);
    await closeAll();
  });

  /** Returns the files of a folder, so that one of them can be damaged. */
  const filesOf = async (folder: string): Promise<readonly string[]> => {
    const inner = await readdir(join(folder, "journal"));
    const kept = inner.filter((file) => file !== "LOCK" && !file.startsWith("LOG"));
    return kept.map((file) => join("journal", file));
  };

  const refused = new Set(["SERVICE_NOT_RUNNING", "INVALID_ARGUMENT"]);
  const expectNothingWrong = (found: string, what: string): void => {
    if (!refused.has(found)) expect(found, what).to.equal(users.join());
  };

  it("returns only written data if its files are truncated at any position", async () => {
    const folder = place();
    for (const file of await filesOf(sound)) {
      const { length } = await readFile(join(sound, file));
      for (let cut = 0; cut < length; cut += stepOf(length)) {
        await rm(folder, { recursive: true, force: true });
        await cp(sound, folder, { recursive: true });
        await truncate(join(folder, file), cut);
        expectNothingWrong(await outcome(folder), `${file} cut at ${cut} of ${length}`);
      }
    }
  });

  it("returns only what was written, after any change of bytes in its files", async () => {
    const folder = place();
    for (const file of await filesOf(sound)) {
      const bytes = await readFile(join(sound, file));
      for (let index = 0; index < bytes.length; index += stepOf(bytes.length)) {
        await rm(folder, { recursive: true, force: true });
        await cp(sound, folder, { recursive: true });
        await writeFile(join(folder, file), bytes.with(index, (bytes[index] ?? 0) ^ 0x10));
        expectNothingWrong(await outcome(folder), `${file}, byte ${index}`);
      }
    }
  });

  it("returns only what was written, after any part of its last batch was zeroed", async () => {
    const folder = place();
    for (const file of await filesOf(sound)) {
      if (!file.endsWith(".log")) continue;
      const bytes = await readFile(join(sound, file));
      for (let zeroes = 1; zeroes <= bytes.length; zeroes += stepOf(bytes.length)) {
        await rm(folder, { recursive: true, force: true });
        await cp(sound, folder, { recursive: true });
        await writeFile(join(folder, file), Buffer.from(bytes).fill(0, bytes.length - zeroes));
        expectNothingWrong(await outcome(folder), `${file}, the last ${zeroes} bytes`);
      }
    }
  });

  it("reports the damage", async () => {
    const folder = place();
    await cp(sound, folder, { recursive: true });
    const { database } = await openStoredDatabase(folder);
    const [[key, value] = ["", ""]] = await database.iterator({ gte: "entry" }).all();
    await database.put(key, value.replace("alpha", "aleph"));
    await database.close();
    const { code, cause } = await rejectionOf(usersIn(await opened(folder)));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.equal(
      "The journal store is damaged: entry 1 was changed. Restore its last backup, or load a dump.",
    );
  });

  for (const [what, change, why] of [
    ["an entry", async (db: Kept) => db.del(db.entries[1] ?? ""), "entry 2 is missing"],
    [
      "the last entry",
      async (db: Kept) => db.del(db.entries[2] ?? ""),
      "the last entry, 3, was changed or is missing",
    ],
    ["the head", async (db: Kept) => db.del("head"), "its head is missing"],
  ] as const) {
    it(`reports that it lacks ${what}`, async () => {
      const folder = place();
      await cp(sound, folder, { recursive: true });
      const { database, keys } = await openStoredDatabase(folder);
      const entries = keys.filter((key) => key.startsWith("entry"));
      await change({ entries, del: (key) => database.del(key) });
      await database.close();
      const reading = openLevelStore(folder).then(async (store) => {
        open.push(store);
        return usersIn(store);
      });
      expect((await rejectionOf(reading)).cause).to.contain(why);
    });
  }

  it("reports that it is older than it was", async () => {
    const folder = place();
    await appendDeletedUsers(await opened(folder), "a");
    await closeAll();
    await cp(join(folder, "journal"), `${folder}-early`, { recursive: true });
    await appendDeletedUsers(await opened(folder), "b");
    await closeAll();
    await rm(join(folder, "journal"), { recursive: true });
    await rename(`${folder}-early`, join(folder, "journal"));
    expect((await rejectionOf(openLevelStore(folder))).cause).to.contain(
      "its newest state ended with entry 2, but the journal ends with entry 1",
    );
  });
});
