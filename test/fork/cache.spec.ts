import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { expect } from "chai";

import { type ForkOptions, forkParticipant } from "../../fixtures/fork/index.ts";
import { activePage } from "../support/copied-ledger.ts";
import { rejectionOf } from "../support/error-of.ts";
import { remoteParticipant } from "../support/remote-participant.ts";
import { useFolder } from "../support/use-folder.ts";

/** Returns all files below a folder as relative paths. */
const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const without = (name: "token" | "parties", options: ForkOptions): ForkOptions => ({
  url: options.url,
  ...Object.fromEntries(Object.entries(options).filter(([key]) => key !== name)),
});

describe("cache of forks", () => {
  const nextFolder = useFolder("fork-cache");

  const setting = async () => {
    const remote = await remoteParticipant();
    const cache = nextFolder();
    const { alice, bob, carol } = remote;
    const options: ForkOptions = { ...remote.options, parties: [alice, bob, carol], cache };
    const first = await forkParticipant(options);
    const pinned: ForkOptions = { ...options, atOffset: first.pin.offset };
    const requests = remote.calls.splice(0);
    return { remote, cache, options, pinned, first, requests };
  };

  it("recreates a fork without requests, token or participant", async () => {
    const { remote, first, pinned } = await setting();
    const again = await forkParticipant({
      ...without("token", pinned),
      fetch: () => Promise.reject(new Error("a request was sent")),
    });
    expect(remote.calls).to.deep.equal([]);
    expect(again.pin).to.deep.equal(first.pin);
    expect(again.problems).to.deep.equal([]);
    for (const parties of [[remote.bob], [remote.alice, remote.carol]]) {
      expect(JSON.stringify(activePage(again.ledger, parties))).to.equal(
        JSON.stringify(activePage(remote.ledger, parties)),
      );
    }
    expect([...again.ledger.state.users.keys()]).to.deep.equal(["participant_admin", "reader"]);
  });

  it("asks the participant for offset or parties that are not given, but downloads no package again", async () => {
    const { remote, options, pinned, requests } = await setting();
    expect(requests.some((call) => call.startsWith("GET /v2/packages/"))).to.equal(true);
    await forkParticipant(options);
    expect(remote.calls.some((call) => call.startsWith("GET /v2/packages/"))).to.equal(false);
    expect(remote.calls).to.include("POST /v2/state/active-contracts-page");
    remote.calls.length = 0;
    await forkParticipant(without("parties", pinned));
    expect(remote.calls).to.include("POST /v2/state/active-contracts-page");
  });

  it("keeps data for different parties or templates apart", async () => {
    const { remote, pinned } = await setting();
    const { bob } = remote;
    await forkParticipant({ ...pinned, parties: [bob] });
    expect(remote.calls).to.include("POST /v2/state/active-contracts-page");
    const { ledger } = await forkParticipant({ ...pinned, templates: ["#keyed:Keyed:Entry"] });
    expect(ledger.state.active.all.size).to.equal(1);
  });

  it("contains no token, is readable by its owner only, and is ignored by git", async () => {
    const { cache, pinned } = await setting();
    expect((await stat(cache)).mode & 0o777).to.equal(0o700);
    const files = await filesIn(cache);
    expect(files).to.include(".gitignore");
    for (const file of files) {
      const path = join(cache, file);
      expect((await stat(path)).mode & 0o077, file).to.equal(0);
      const bytes = await readFile(path);
      const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
      expect(text).to.not.include(String(pinned.token).split(".")[2]);
      expect(text.toLowerCase()).to.not.include("authorization");
    }
    const repository = nextFolder();
    await mkdir(repository);
    const git = (...given: readonly string[]) =>
      execFileSync("git", given, { cwd: repository, encoding: "utf8" });
    git("init", "--quiet");
    await forkParticipant({ ...pinned, cache: join(repository, ".ledger-fork") });
    expect(git("status", "--porcelain")).to.equal("");
  });

  it("refuses a folder with other files, and leaves them unchanged", async () => {
    const { pinned } = await setting();
    const project = nextFolder();
    await mkdir(project);
    await writeFile(join(project, "package.json"), "{}");
    const error = await rejectionOf(forkParticipant({ ...pinned, cache: project }));
    expect([error.code, error.path]).to.deep.equal(["INVALID_ARGUMENT", "cache"]);
    expect(error.cause).to.include("it contains package.json");
    expect(existsSync(join(project, ".gitignore"))).to.equal(false);
  });

  describe("cache of forks, after changes", () => {
    const refusal = async (pinned: ForkOptions): Promise<string> => {
      const error = await rejectionOf(forkParticipant(pinned));
      expect([error.code, error.path]).to.deep.equal(["INVALID_ARGUMENT", "cache"]);
      return error.cause;
    };

    const snapshotIn = async (cache: string): Promise<string> => {
      const file = (await filesIn(cache)).find((each) => each.startsWith("snapshots"));
      return join(cache, file ?? "");
    };

    it("detects a changed package", async () => {
      const { cache, pinned } = await setting();
      const file = (await filesIn(cache)).find((each) => each.startsWith("packages"));
      const path = join(cache, file ?? "");
      const bytes = await readFile(path);
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      await writeFile(path, bytes);
      expect(await refusal(pinned)).to.match(
        /packages\/[0-9a-f]{64}\.dalf is not the package with this id/u,
      );
    });

    it("detects a snapshot that was changed, truncated or replaced", async () => {
      const { cache, pinned, remote } = await setting();
      const path = await snapshotIn(cache);
      const text = gunzipSync(await readFile(path)).toString();
      const altered = {
        "was changed": gzipSync(text.replace("reassignmentCounter", "reassignmentcounter")),
        "does not begin with the header of a snapshot": gzipSync("hello"),
        "another release wrote it": gzipSync(text.replace('"fork":1', '"fork":9')),
        "cannot be used": (await readFile(path)).subarray(0, 500),
      };
      for (const [why, bytes] of Object.entries(altered)) {
        await writeFile(path, bytes);
        expect(await refusal(pinned)).to.include(why);
      }
      expect(remote.calls).to.deep.equal([]);
    });

    it("detects a changed contract by its id even if all hashes match", async () => {
      const { cache, pinned } = await setting();
      const path = await snapshotIn(cache);
      const [, body = ""] = gunzipSync(await readFile(path))
        .toString()
        .split("\n");
      const changed = body.replace(/(?<="createdEventBlob":"[^"]{200})./u, (letter) =>
        letter === "A" ? "B" : "A",
      );
      const sha256 = createHash("sha256").update(changed).digest("hex");
      await writeFile(path, gzipSync(`${JSON.stringify({ fork: 1, sha256 })}\n${changed}`));
      const { problems } = await forkParticipant(pinned);
      expect(problems.map(({ kind }) => kind)).to.have.length(1);
      expect(problems[0]?.kind).to.be.oneOf(["notAuthentic", "unreadable"]);
    });

    it("detects a missing package that it cannot download", async () => {
      const { cache, pinned } = await setting();
      const file = (await filesIn(cache)).find((each) => each.startsWith("packages"));
      await rm(join(cache, file ?? ""));
      expect(await refusal(pinned)).to.include("does not contain the participant's response");
    });
  });
});
