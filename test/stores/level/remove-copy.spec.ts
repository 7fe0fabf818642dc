import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { emptyHash } from "../../../lib/ledger/stores/text/journal-hash.ts";
import { removeCopy } from "../../../lib/stores/level/index.ts";
import type { JournalCopy } from "../../../lib/stores/level/journal-copy.ts";
import { openJournalCopy } from "../../../lib/stores/level/open-journal-copy.ts";
import { collected } from "../../support/collected.ts";
import { useFolder } from "../../support/use-folder.ts";

describe("a copy of a journal that is deleted", () => {
  const folders = useFolder("removed-copies");

  const path = [{ branch: 1, from: 1 }];
  const opened = (folder: string): Promise<JournalCopy> =>
    openJournalCopy(folder, {
      journal: "a journal",
      generation: 0,
      branches: 1,
      path,
      position: 1,
      hashAt: () => Promise.resolve(emptyHash),
    });
  const entry = { position: 1, hash: emptyHash, text: "an entry" };
  const entriesIn = (copy: JournalCopy) => collected(copy.entriesIn({ branch: 1, from: 1, to: 1 }));

  it("is gone, and nothing beside it is left; unless somebody has it open", async () => {
    const folder = folders();
    const copy = await opened(folder);
    copy.put(1, [entry]);
    expect(await removeCopy(folder)).to.equal(false);
    expect(await entriesIn(copy)).to.deep.equal([entry]);
    await copy.close();
    expect(await removeCopy(folder)).to.equal(true);
    expect(existsSync(folder)).to.equal(false);
    expect(await removeCopy(folder)).to.equal(true);
    await mkdir(join(folder, "past"), { recursive: true });
    expect(await removeCopy(folder)).to.equal(true);
    expect(
      (await readdir(dirname(folder))).filter((name) => name.includes("deleted")),
    ).to.deep.equal([]);
  });

  it("leaves that of whoever opens it meanwhile as it is", async () => {
    const folder = folders();
    await (await opened(folder)).close();
    // So that it takes a while to delete them.
    const many = join(folder, "copy", "many");
    await mkdir(many);
    for (let count = 0; count < 300; count++) await writeFile(join(many, String(count)), "");
    const removing = removeCopy(folder);
    let copy: JournalCopy | undefined;
    // Until it is out of the way.
    while (copy === undefined) copy = await opened(folder).catch(() => undefined);
    copy.put(1, [entry]);
    const isRemoved = await removing;
    await copy.close();
    const again = await opened(folder);
    expect(await entriesIn(again)).to.deep.equal([entry]);
    await again.close();
    expect(existsSync(many)).to.equal(!isRemoved);
  });
});
