import { expect } from "chai";

import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { PackageSelection } from "../../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../../lib/contracts/packages/registry.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { differenceFrom } from "../../../support/engine-vectors/vector-difference.ts";
import { darOf, VectorPackages } from "../../../support/engine-vectors/vector-packages.ts";
import {
  type LoadVector,
  type ProgramVector,
  type SubmissionVector,
  type VectorPackage,
  vectorRows,
  type VectorSelection,
} from "../../../support/engine-vectors/vector-rows.ts";
import { runChoice, submit } from "../../../support/engine-vectors/vector-runs.ts";
import { sharedFile } from "../../../support/shared.ts";

/*
 * Compares with the recorded results of a participant's engine for the same packages and commands, including
 * contract ids. `npm test` compares a fixed sample; `npm run vectors` compares all.
 */
const isThorough = process.env["ENGINE_VECTORS"] === "all";

const sampled = <Row>(rows: readonly Row[], every: number): readonly Row[] =>
  isThorough ? rows : rows.filter((_, index) => index % every === 0);

const vectors = (context: Mocha.Context, name: string): readonly unknown[] =>
  vectorRows(sharedFile(context, "vectors", "engine", `${name}.jsonl.gz`));

/**
 * Contract that the reference engine accepts because it was configured to trust all contracts. A participant
 * rejects it, because the id does not commit to the content in the new version.
 */
const trustedThere = "003d8990d31f54bccd716e4a7b08aa66ae91fb32765d4dbb21d3e5b68d9ddaf6a4ca1212";

describe("agreement with the reference engine", () => {
  it("accepts and refuses the same packages", function () {
    const rows = vectors(this, "loads") as readonly LoadVector[];
    const different = sampled(rows, 40).flatMap((row) => {
      const problem = problemOf(row);
      const isSame = (problem === undefined) === row.accepted;
      return isSame
        ? []
        : [`${row.packageId}: ${problem ?? "accepted"}, not ${row.reason ?? "accepted"}`];
    });
    expect(different).to.deep.equal([]);
  });

  it("produces the same transactions and failures for random programs", function () {
    const rows = vectors(this, "programs") as readonly ProgramVector[];
    const different = sampled(rows, 40).flatMap((row) => {
      const packages = createDamlLoader().load(darOf(row));
      const selection = new PackageSelection(PackageRegistry.of(packages));
      return row.runs.flatMap((run) => {
        const [main] = packages;
        if (main === undefined) throw new TypeError("a DAR without a package");
        const difference = differenceFrom(run, () => runChoice(row, run, main.engine, selection));
        return difference === undefined ? [] : [`${row.packageId} ${run.choice} ${difference}`];
      });
    });
    expect(different).to.deep.equal([]);
  });

  for (const [name, tag] of [
    ["worlds", ""],
    ["amulet", ""],
    ["amulet-scripts", " @slow"],
    ["examples", ""],
  ] as const) {
    it(`produces the same transactions and failures for recorded commands: ${name}${tag}`, function () {
      const rows = vectors(this, name) as readonly SubmissionRow[];
      const packages = new VectorPackages();
      for (const dar of dars(name)) packages.addDar(sharedFile(this, ...dar));
      packages.addAll(rows.filter((row) => "payload" in row));
      const selections = new Map(
        rows.flatMap((row) =>
          "selectionId" in row ? [[row.selectionId, packages.selection(row)] as const] : [],
        ),
      );
      const submissions = rows.filter((row) => "commands" in row);
      const different = sampled(submissions, 20).flatMap((row) => {
        if (row.inputs.some(([contractId]) => contractId.startsWith(trustedThere))) return [];
        const selection = selections.get(row.selection);
        if (selection === undefined) throw new TypeError(`no selection ${row.selection}`);
        const difference = differenceFrom(row, () => submit(row, packages, selection()));
        return difference === undefined ? [] : [`${row.submissionSeed} ${difference}`];
      });
      expect(submissions.length).to.be.greaterThan(30);
      expect(different).to.deep.equal([]);
    });
  }
});

type SubmissionRow = VectorPackage | VectorSelection | SubmissionVector;

/** Returns why a DAR of the package is refused, or undefined. */
const problemOf = (row: VectorPackage): string | undefined => {
  try {
    createDamlLoader().load(darOf(row));
    return undefined;
  } catch (error) {
    if (isLedgerError(error)) return `${error.details.code} ${error.details.cause}`;
    throw error;
  }
};

/** Lists the DARs whose packages the submissions of a file use. */
const dars = (name: string): readonly (readonly string[])[] => {
  const [amulet, ping] = [
    ["dars", "splice-amulet-0.1.14.dar"],
    ["dars", "canton-builtin-admin-workflow-ping.dar"],
  ];
  switch (name) {
    case "examples":
      return [["dars", "scripts", "CantonExamples.dar"]];
    case "amulet-scripts":
      return [["dars", "scripts", "splice-amulet-test-0.1.8.dar"]];
    default:
      return [amulet, ping];
  }
};
