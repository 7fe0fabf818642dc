import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";
import jsonwebtoken from "jsonwebtoken";

import { compiled } from "../support/compiled.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";
import { listening } from "../support/listening.ts";
import { printedBelow, programBelow } from "../support/printed-below.ts";

const root = join(import.meta.dirname, "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

describe("README", () => {
  it("has a first program that runs and prints what it says", async () => {
    expect(await printedBelow(readme, "A first ledger")).to.deep.equal([0]);
  });

  it("has a program for a DAR that runs and prints what it says", async () => {
    const folder = await mkdtemp(join(tmpdir(), "readme-"));
    try {
      const dar = join(folder, "counter.dar");
      await writeFile(dar, assembleDar(counterPackage()));
      const printed = await printedBelow(readme, "Bring your DAR", (program) =>
        program.replaceAll('"counter.dar"', JSON.stringify(dar)),
      );
      expect(printed).to.deep.equal([1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("has an app that serves a ledger to who has a token as it says", async () => {
    const [app] = await printedBelow(readme, "Mounted in your app", (program) =>
      program.replace("app.listen(3000)", "console.log(app)"),
    );
    const token = jsonwebtoken.sign(
      { sub: "participant_admin", scope: "daml_ledger_api" },
      "of your tests",
      { expiresIn: 60 },
    );
    await listening(app as RequestListener, async (baseUrl) => {
      const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await fetch(`${baseUrl}/ledger/v2/users`, { headers })).status;
      expect(await statusOf({})).to.equal(401);
      expect(await statusOf({ Authorization: `Bearer ${token}` })).to.equal(200);
    });
  });

  it("has a test that passes", async () => {
    const program = programBelow(readme, "In your tests, without a socket");
    const file = await compiled("readme-test", program);
    // In a process of its own: the test runner of Node ends it with 1 when a test fails.
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).to.match(/pass 1/u);
  });

  for (const heading of ["Your own identity provider", "Several synchronizers"]) {
    it(`has a program that runs: ${heading}`, async () => {
      expect(programBelow(readme, heading)).to.not.equal("");
      await printedBelow(readme, heading);
    });
  }

  it("links only to files that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/gu)].map(([, path = ""]) => path);
    expect(links).to.not.be.empty;
    for (const path of links) {
      expect(() => readFileSync(join(root, path), "utf8"), path).to.not.throw(/ENOENT/u);
    }
  });
});
