import { compareBuilds } from "../compare.ts";
import { compareText } from "../compare-text.ts";
import { surroundings, surroundingsText } from "../machine.ts";
import { schemaVersion } from "../measured.ts";
import { buildOther } from "../other-build.ts";
import { leastRounds } from "../ratio.ts";
import { chosenBenches } from "../run-bench.ts";
import { fileNameOf, writeBuilt } from "../written.ts";

export interface CompareCommand {
  readonly root: string;
  readonly ref: string;
  readonly names: readonly string[];
  /** As it was given. */
  readonly rounds: string | undefined;
  /** Whether what is worse beyond its spread is a failure. */
  readonly isFailing: boolean;
  readonly signal: AbortSignal;
}

/** Of seven rounds, one figure in sixty-four seems to have changed that has not; of five, one in sixteen. */
const usualRounds = 7;

/** Compares this work tree with a commit; resolves to whether nothing was found that is a failure. */
export const compare = async (command: CompareCommand): Promise<boolean> => {
  const { root, ref, isFailing, signal } = command;
  const rounds = Number(command.rounds ?? usualRounds);
  if (!Number.isInteger(rounds) || rounds < leastRounds) {
    throw new RangeError(
      `--rounds is a whole number from ${leastRounds} on: fewer would tell nothing`,
    );
  }
  const chosen = chosenBenches({ root }, command.names);
  const about = surroundings(root);
  console.log(surroundingsText(about));
  console.error(`Building ${ref} …`);
  const other = await buildOther(root, ref, signal);
  try {
    const tell = (bench: string, round: number): void =>
      console.error(`${bench}, round ${round + 1} of ${rounds} …`);
    const builds = { ours: { root, environment: other.environment ?? {} }, theirs: other };
    const compared = await compareBuilds(builds, chosen, { rounds, signal, tell });
    console.log(`\n${compareText(compared, ref)}`);
    const name = `${fileNameOf(about.date)}-compared`;
    const with_ = { ref, commit: other.commit };
    writeBuilt(root, name, { ...about, schema: schemaVersion, with: with_, rounds, ...compared });
    const hasFailed = compared.failures.some(({ build }) => build === "ours");
    const isWorse = compared.figures.some(({ verdict }) => verdict === "worse");
    return !hasFailed && !(isFailing && isWorse);
  } finally {
    other.remove();
  }
};
