import { join } from "node:path";

import { sharedPath } from "../../../test/support/shared.ts";
import { compareWithParticipant } from "../../participant/side-by-side.ts";
import { formatRounded } from "../../report.ts";
import type { ComparedFigure } from "../compare.ts";
import { formatRunContext, readRunContext } from "../machine.ts";
import { median } from "../measured.ts";
import { formatTimeForFileName, writeResultFile } from "../written.ts";

export interface ParticipantComparisonCommand {
  readonly root: string;
  readonly url: string;
  readonly token: string | undefined;
  /** As given on the command line. */
  readonly pid: string | undefined;
  readonly rounds: string | undefined;
  readonly seconds: string | undefined;
  readonly signal: AbortSignal;
}

/** Compares our command with a running participant. */
export const runParticipantComparison = async (
  command: ParticipantComparisonCommand,
): Promise<boolean> => {
  const { root, url, token, signal } = command;
  if (!/^https?:\/\/./u.test(url)) throw new RangeError(`--participant is a URL, not ${url}`);
  const rounds = parseCount("--rounds", command.rounds ?? "3");
  const seconds = parseCount("--seconds", command.seconds ?? "10");
  const pid = command.pid === undefined ? undefined : parseCount("--participant-pid", command.pid);
  const about = readRunContext(root);
  console.log(formatRunContext(about));
  // The Daml package whose contracts this product and the participant use. Without the file, this product
  // uses its TypeScript version.
  const dar = sharedPath("dars", "canton-builtin-admin-workflow-ping.dar");
  const measured = await compareWithParticipant({
    participant: { url, token },
    participantPid: pid,
    command: [process.execPath, join(root, "dist", "middleware", "cli", "main.js")],
    dars: dar === undefined ? [] : [dar],
    rounds,
    seconds,
    signal,
  });
  const { versions, figures } = measured;
  const head = `| Figure | Ours (${versions.ours}) | ${url} (${versions.theirs}) | Ours over theirs |`;
  console.log(`\n${head}\n|---|---|---|---|\n${figures.map(formatRow).join("\n")}`);
  const language = dar === undefined ? "TypeScript" : "Daml";
  console.log(
    `\nMedians of ${rounds} rounds; each round measured first the participant, then this product. The contracts of this product were in ${language}.`,
  );
  writeResultFile(root, `${formatTimeForFileName(about.date)}-participant`, {
    ...about,
    participant: url,
    rounds,
    seconds,
    language,
    ...measured,
  });
  return true;
};

const parseCount = (option: string, given: string): number => {
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new RangeError(`${option} is a whole number above 0, not ${given}`);
};

const formatRow = ({ name, unit, ours, theirs, ratio }: ComparedFigure): string => {
  const value = (values: readonly number[]): string =>
    values.length === 0 ? "—" : `${formatRounded(median(values))} ${unit}`;
  const over = ratio === undefined ? "—" : `${formatRounded(ratio.median)} ×`;
  return `| ${name} | ${value(ours)} | ${value(theirs)} | ${over} |`;
};
