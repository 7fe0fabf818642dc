import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { tokenFor } from "../../../fixtures/testing/index.ts";
import type { UpgradeReport } from "../../../lib/api.ts";
import { runCommand, startCommand } from "../../support/command-line.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { notes, type NotesVersion } from "../../support/lf/notes.ts";
import { useFolder } from "../../support/use-folder.ts";

const fixture = `
steps:
  - parties: [ann, ben]
  - user: { id: reader, readAs: [ann] }
  - submit: { as: ann, create: { template: "#notes:Main:Note", arguments: { owner: "\${ann}", other: "\${ben}" } } }
  - submit: { as: ann, create: { template: "#notes:Main:Note", arguments: { owner: "\${ann}", other: "\${ann}" } } }
  - submit: { as: ann, create: { template: "#notes:Main:Keyed", arguments: { owner: "\${ann}" } } }
`;

describe("ledger-in-a-box upgrade-check", () => {
  const place = useFolder("upgrades");

  const darFile = (version: NotesVersion): string => {
    const file = `${place()}.dar`;
    writeFileSync(file, assembleDar(notes(version)));
    return file;
  };

  /** Returns arguments that select the ledger of a fixture. */
  const ofFixture = (): readonly string[] => {
    const file = `${place()}.yaml`;
    writeFileSync(file, fixture);
    return ["--dar", darFile({ version: "1.0.0" }), "--fixtures", file];
  };

  const good = () => darFile({ version: "2.0.0", fields: ", memo: Optional Text" });
  const bad = () => darFile({ version: "2.0.0", signatories: "[@Party this.owner, this.other]" });

  it("exits with 0 if all contracts of a fixture are compatible", async () => {
    const { code, output, errors } = await runCommand(["upgrade-check", good(), ...ofFixture()]);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    expect(output).to.match(/^On \S+\.dar and \S+\.yaml, with 3 active contracts:\n/u);
    expect(output).to.match(
      /\nnotes 2\.0\.0: can be vetted beside 1\.0\.0; 3 of 3 contracts fit\n$/u,
    );
  });

  it("exits with 1 and prints the rule, the number and ids of contracts, and their values before and after", async () => {
    const report = join(place(), "new", "report.json");
    const { code, output } = await runCommand([
      ...["upgrade-check", bad(), ...ofFixture(), "--report", report],
    ]);
    expect(code).to.equal(1);
    expect(output).to.include("notes 2.0.0: can be vetted beside 1.0.0; 2 of 3 contracts fit\n");
    expect(output).to.match(
      /\n {2}Main:Note: signatories, 1 contract: The signatories of the contract would be different in notes 2\.0\.0\.\n {4}now {2}\["ann::\w+"\]\n {4}then \["ann::\w+","ben::\w+"\]\n {4}00[0-9a-f]+\n/u,
    );
    const [read] = JSON.parse(readFileSync(report, "utf8")) as readonly UpgradeReport[];
    expect(read?.failures.map(({ rule }) => rule)).to.deep.equal(["signatories", "observers"]);
  });

  it("exits with 1 if packages cannot be vetted together", async () => {
    const file = darFile({ version: "2.0.0", withoutChoice: true });
    const { code, output } = await runCommand(["upgrade-check", file, ...ofFixture()]);
    expect(code).to.equal(1);
    expect(output).to.include("notes 2.0.0: cannot be vetted beside 1.0.0; 3 of 3 contracts fit\n");
    expect(output).to.include("  Main:Note lacks the choice Tell (MissingChoice)\n");
  });

  it("checks a fork, a dump and a store, and does not change the store", async () => {
    const secret = "of the participant";
    const remote = await startCommand([...ofFixture(), "--secret", secret]);
    const dump = place();
    const store = place();
    try {
      const fork = ["--fork", remote.baseUrl];
      const environment = { LEDGER_IN_A_BOX_FORK_TOKEN: tokenFor(secret, "reader") };
      const forked = await runCommand(["upgrade-check", bad(), ...fork], { environment });
      expect(forked).to.deep.include({ code: 1, errors: "" });
      expect(forked.output).to.match(
        /^On participant::\w+ as of offset \d+, with 3 active contracts:\n/u,
      );
      expect(forked.output).to.include("2 of 3 contracts fit");
    } finally {
      await remote.stop();
    }
    const kept = await startCommand([...ofFixture(), "--store", store]);
    expect(kept.greeting).to.include(` into a new ledger in ${store}: `);
    await kept.stop();
    const before = await runCommand(["store", "dump", store, "-o", dump]);
    expect(before.code).to.equal(0);
    const of = await runCommand(["upgrade-check", bad(), "--from", dump]);
    expect(of.output).to.include("2 of 3 contracts fit");
    const stored = await runCommand(["upgrade-check", bad(), "--store", store]);
    expect(stored.output).to.include("2 of 3 contracts fit");
    const again = place();
    await runCommand(["store", "dump", store, "-o", again]);
    expect(readFileSync(again, "utf8")).to.equal(readFileSync(dump, "utf8"));
  });

  it("reports a DAR without any known package, and unreadable or missing arguments", async () => {
    const other = darFile({ version: "1.0.0", name: "others" });
    const known = await runCommand(["upgrade-check", other, ...ofFixture()]);
    expect(known.output).to.include("the ledger has no version of its packages");
    expect(known.code).to.equal(0);
    const nowhere = place();
    const text = `${place()}.dar`;
    writeFileSync(text, "hello");
    for (const [given, words] of [
      [["upgrade-check", other], "name the ledger with --fork, --from, --store or --fixtures"],
      [["upgrade-check", nowhere, ...ofFixture()], `There is no DAR ${nowhere}.`],
      [["upgrade-check", text, ...ofFixture()], "Dar file is corrupt"],
      [["upgrade-check", other, "--store", nowhere], nowhere],
      [["upgrade-check"], "missing required argument 'dar'"],
    ] as const) {
      const { code, errors } = await runCommand(given);
      expect(code).to.equal(1);
      expect(errors).to.include(words);
    }
    expect(existsSync(nowhere)).to.equal(false);
  });
});
