import { compareBuilds } from "../compare.ts";
import { formatBuildComparison } from "../format-build-comparison.ts";
import { buildOtherCommit } from "../git-ref-build.ts";
import { formatRunContext, readRunContext } from "../machine.ts";
import { resultSchemaVersion } from "../measured.ts";
import { minRounds } from "../ratio.ts";
import { selectBenches } from "../run-bench.ts";
import { formatTimeForFileName, writeResultFile } from "../written.ts";

export interface CompareCommand {
  readonly root: string;
  readonly ref: string;
  readonly names: readonly string[];
  /** As given on the command line. */
  readonly rounds: string | undefined;
  /** Fail if a figure is worse: the whole interval of its ratio is on the worse side of 1. */
  readonly isFailing: boolean;
  readonly signal: AbortSignal;
}

/** With seven rounds, one unchanged figure in 64 seems to have changed; with five, one in 16. */
const defaultRounds = 7;

/** Compares this work tree with a commit. Resolves to false if a failure was found. */
export const compareWithCommit = async (command: CompareCommand): Promise<boolean> => {
  const { root, ref, isFailing, signal } = command;
  const rounds = Number(command.rounds ?? defaultRounds);
  if (!Number.isInteger(rounds) || rounds < minRounds) {
    throw new RangeError(
      `--rounds is a whole number from ${minRounds} on: fewer would tell nothing`,
    );
  }
  const chosen = selectBenches({ root }, command.names);
  const about = readRunContext(root);
  console.log(formatRunContext(about));
  console.error(`Building ${ref} …`);
  const other = await buildOtherCommit(root, ref, signal);
  try {
    const tell = (bench: string, round: number): void =>
      console.error(`${bench}, round ${round + 1} of ${rounds} …`);
    const builds = { ours: { root, environment: other.environment ?? {} }, theirs: other };
    const compared = await compareBuilds(builds, chosen, { rounds, signal, tell });
    console.log(`\n${formatBuildComparison(compared, ref)}`);
    const name = `${formatTimeForFileName(about.date)}-compared`;
    const with_ = { ref, commit: other.commit };
    writeResultFile(root, name, {
      ...about,
      schema: resultSchemaVersion,
      with: with_,
      rounds,
      ...compared,
    });
    const hasFailed = compared.failures.some(({ build }) => build === "ours");
    const isWorse = compared.figures.some(({ verdict }) => verdict === "worse");
    return !hasFailed && !(isFailing && isWorse);
  } finally {
    other.remove();
  }
};
