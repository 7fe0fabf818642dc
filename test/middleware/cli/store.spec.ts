import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { ClassicLevel } from "classic-level";

import { createLedger, Ping } from "../../../lib/index.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { runCommand, useCommandOutput } from "../../support/command-line.ts";
import { openStoredDatabase } from "../../support/stored-database.ts";
import { useFolder } from "../../support/use-folder.ts";

describe("ledger-in-a-box store", () => {
  const place = useFolder("store-command");

  const kept = async (): Promise<string> => {
    const folder = place();
    const ledger = await createLedger({ store: await openLevelStore(folder) });
    await ledger.close();
    return folder;
  };

  it("checks a store", async () => {
    const folder = await kept();
    expect(await runCommand(["store", "check", folder])).to.deep.equal({
      code: 0,
      output: `${folder} is intact: 1 entry, up to position 1; the next start reads the whole journal.\n`,
      errors: "",
    });
    const { database } = await openStoredDatabase(folder);
    const [[key, value] = ["", ""]] = await database.iterator({ gte: "entry" }).all();
    await database.put(key, value.replace("participant_admin", "participant_adnim"));
    await database.close();
    expect(await runCommand(["store", "check", folder])).to.deep.equal({
      code: 1,
      output: "",
      errors:
        "The journal store is damaged: entry 1 was changed. Restore its last backup, or load a dump.\n",
    });
  });

  const withPast = async (): Promise<string> => {
    const folder = place();
    const limits = { recentEntries: 4, entriesPerCheckpoint: 10 };
    const ledger = await createLedger({ store: await openLevelStore(folder), limits });
    const party: string = ledger.state.participantId;
    for (let count = 0; count < 20; count++) {
      const commands = Ping.create({ id: String(count), initiator: party, responder: party });
      await ledger.submit({ actAs: party, commands });
    }
    await ledger.close();
    return folder;
  };

  it("also checks history that the ledger has evicted from memory", async () => {
    const folder = await withPast();
    const { output } = await runCommand(["store", "check", folder]);
    expect(output).to.match(
      / is intact: 21 entries, up to position 21; the next start begins at position \d+, with \d+ entries of history in the archive\.\n$/u,
    );
    const past = new ClassicLevel(join(folder, "history"));
    await past.open();
    for (const key of await past.keys().all()) {
      if (key.includes(" update ")) await past.put(key, "00000000 7");
    }
    await past.close();
    const { code, errors } = await runCommand(["store", "check", folder]);
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^The history archive of the store is damaged: the record of update \S+ was changed\. Restart the ledger: it then rebuilds the archive from the journal, without loss of data\.\n$/u,
    );
  });

  it("compacts a store, and reports what remains to be deleted", async () => {
    const folder = await withPast();
    const before = await runCommand(["store", "dump", folder]);
    const compacted = await runCommand(["store", "compact", folder]);
    expect(compacted.errors).to.equal("");
    expect(compacted.output).to.match(/ takes \d+ KB\.\n$/u);
    expect((await runCommand(["store", "dump", folder])).output).to.equal(before.output);
    expect((await runCommand(["store", "check", folder])).code).to.equal(0);
    const store = await openLevelStore(folder);
    await store.append(22, [{ kind: "pruned", upTo: 9 }]);
    const refused = await runCommand(["store", "compact", folder]);
    expect([refused.code, refused.errors]).to.deep.equal([
      1,
      `The ledger in ${folder} is in use: another process, or another ledger object of this process, has it open. Close it there. To share a ledger between processes, keep it in PostgreSQL.\n`,
    ]);
    await store.close();
    expect((await runCommand(["store", "compact", folder])).output).to.contain(
      "It still contains data that was pruned up to offset 9",
    );
    await (await createLedger({ store: await openLevelStore(folder) })).close();
    expect((await runCommand(["store", "compact", folder])).output).to.not.contain("pruned");
  });

  it("dumps a store and loads it into another, with any packages @slow", async () => {
    const folder = place();
    await useCommandOutput(["--port", "0", "--store", folder]);
    const file = `${folder}.ledger.json`;
    const written = await runCommand(["store", "dump", folder, "-o", file]);
    expect([written.code, written.errors]).to.deep.equal([0, `Wrote ${file}.\n`]);
    const { output } = await runCommand(["store", "dump", folder]);
    expect(output).to.equal(await readFile(file, "utf8"));
    const other = place();
    expect((await runCommand(["store", "load", other, file])).output).to.match(
      /now contains the ledger: \d+ entries, up to position \d+\.\n$/,
    );
    expect((await runCommand(["store", "dump", other])).output).to.equal(output);
    const twice = await runCommand(["store", "load", other, file]);
    expect([twice.code, twice.errors]).to.deep.equal([
      1,
      "A dump can be loaded only into an empty store, but this store has a journal.\n",
    ]);
  });

  it("reports a missing store, and creates nothing", async () => {
    const folder = place();
    for (const work of ["check", "compact", "dump"]) {
      expect(await runCommand(["store", work, folder])).to.deep.equal({
        code: 1,
        output: "",
        errors: `${folder} is not the folder of a ledger: it has no folder journal.\n`,
      });
    }
    expect(existsSync(folder)).to.equal(false);
    const loading = await runCommand(["store", "load", folder, "none.json"]);
    expect([loading.code, loading.errors]).to.deep.equal([1, "There is no dump none.json.\n"]);
    expect(existsSync(folder)).to.equal(false);
    const target = join(await kept(), "nowhere", "my.json");
    const refused = await runCommand(["store", "dump", await kept(), "-o", target]);
    expect(refused.errors).to.contain(`${target} cannot be written: ENOENT`);
    const none = `${place()}.json`;
    await writeFile(none, "{}");
    expect((await runCommand(["store", "load", place(), none])).errors).to.contain(
      "The dump cannot be loaded. It does not begin with the header of a dump.",
    );
    expect((await runCommand(["store", "mend", folder])).code).to.equal(1);
  });
});
