import { existsSync, readdirSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { finished, type Started, started } from "../../support/command-line.ts";
import { useFolder } from "../../support/use-folder.ts";
import { usePostgres } from "../../support/use-postgres.ts";

describe("the copy that a served ledger in PostgreSQL has", () => {
  const { place } = usePostgres();
  const folders = useFolder("served-copies");
  const running: Started[] = [];
  const serve = async (
    given: readonly string[],
    environment: Readonly<Record<string, string>>,
    folder = "/nowhere",
  ): Promise<void> => {
    running.push(await started(["--auth", "disabled", ...given], { environment, folder }));
  };
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
  };
  afterEach(stopAll);

  /** Those in a cache, by numbers. */
  const copiesIn = (cache: string): readonly string[] => {
    const folder = join(cache, "copies");
    return existsSync(folder)
      ? readdirSync(folder)
          .flatMap((name) => readdirSync(join(folder, name)))
          .sort()
      : [];
  };

  it("is in the cache folder, one for each process, told and cleared by the command cache but for those in use", async () => {
    const [cache, connection] = [folders(), place()];
    const environment = { LEDGER_CACHE: cache };
    await serve(["--store", connection], environment);
    await serve(["--store", connection], environment);
    expect(copiesIn(cache)).to.deep.equal(["1", "2"]);
    const told = await finished(["cache"], { environment });
    expect(told.output).to.match(/copies: 2 copies of databases, \d+ KiB\n$/u);
    expect((await finished(["cache", "--clear"], { environment })).output).to.match(
      /copies: cleared, but for 2 in use\n$/u,
    );
    await running.shift()?.stop();
    await finished(["cache", "--clear"], { environment });
    expect(copiesIn(cache)).to.have.length(1);
    // The first that is free.
    await serve(["--store", connection], environment);
    expect(copiesIn(cache)).to.deep.equal(["1", "2"]);
    await stopAll();
    expect((await finished(["cache", "--clear"], { environment })).output).to.match(
      /copies: cleared\n$/u,
    );
    expect(copiesIn(cache)).to.deep.equal([]);
  });

  it("is where somebody says, or nowhere", async () => {
    const [cache, connection, named, off] = [folders(), place(), folders(), folders()];
    const environment = { LEDGER_CACHE: cache };
    await serve(["--store", connection, "--copy", named], environment);
    expect(existsSync(join(named, "copy"))).to.equal(true);
    const refused = await finished(["--port", "0", "--store", connection, "--copy", named], {
      environment,
    });
    expect([refused.code, refused.errors]).to.deep.equal([
      1,
      `The copy in ${named} is in use: another process, or another ledger of this one, has it open. Each needs a folder of its own.\n`,
    ]);
    await serve(["--store", connection, "--copy", "off"], environment);
    await mkdir(off);
    await writeFile(
      join(off, "ledger-in-a-box.config.json"),
      JSON.stringify({ store: connection, copy: "beside" }),
    );
    await serve([], environment, off);
    expect(existsSync(join(off, "beside", "copy"))).to.equal(true);
    await serve(["--copy", "off"], environment, off);
    await serve(["--store", connection], { LEDGER_CACHE: "off" });
    expect(copiesIn(cache)).to.deep.equal([]);
  });

  it("is left out, and it is said why, where the machine has no place for it @slow", async () => {
    const why = async (cache: string, connection: string): Promise<string> => {
      await serve(["--store", connection], { LEDGER_CACHE: cache });
      return (await running.pop()?.stop())?.errors ?? "";
    };
    const noPlace = folders();
    await writeFile(noPlace, "a file");
    expect(await why(noPlace, place())).to.match(
      /^There is no copy of the database here, and history stays in memory: .+ is no folder with a copy: .+\n$/u,
    );
    const [cache, connection] = [folders(), place()];
    expect(await why(cache, connection)).to.equal("");
    const [copies = ""] = readdirSync(join(cache, "copies"));
    const first = join(cache, "copies", copies, "1");
    const harms = {
      "has something else in it": () => mkdir(join(first, "another's"), { recursive: true }),
      "is a file": () => writeFile(first, "a file"),
      "cannot be read": () => mkdir(first).then(() => writeFile(join(first, "copy"), "a file")),
    };
    for (const [what, harm] of Object.entries(harms)) {
      await rm(first, { recursive: true });
      await harm();
      expect(await why(cache, connection), what).to.contain(`${first} is no folder with a copy: `);
    }
  });

  it("is made anew where what was deleted of it was not all @slow", async () => {
    const [cache, connection] = [folders(), place()];
    const environment = { LEDGER_CACHE: cache };
    await serve(["--store", connection], environment);
    await stopAll();
    const [copies = ""] = readdirSync(join(cache, "copies"));
    const copy = join(cache, "copies", copies, "1", "copy");
    await rm(copy, { recursive: true });
    await serve(["--store", connection], environment);
    expect(existsSync(copy)).to.equal(true);
    expect(copiesIn(cache)).to.deep.equal(["1"]);
  });

  it("is of a database only", async () => {
    for (const given of [
      ["--copy", "here"],
      ["--copy", "off", "--store", folders()],
    ]) {
      const refused = await finished(given);
      expect([refused.code, refused.errors]).to.deep.equal([
        1,
        "error: --copy needs the --store in PostgreSQL that it is of\n",
      ]);
    }
  });
});
