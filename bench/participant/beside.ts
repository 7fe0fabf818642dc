import { execFileSync } from "node:child_process";

import { type ComparedFigure, comparedFigure } from "../runner/compare.ts";
import { clientOf, type ParticipantPlace } from "./client.ts";
import { type Guest, visit } from "./guest.ts";
import { figures, type MeasuredSide, measureRound, type ParticipantFigure } from "./measure.ts";
import { startOurs } from "./our-process.ts";

export interface BesideOptions {
  readonly participant: ParticipantPlace;
  /** Whose memory is told; of a process on this machine. */
  readonly participantPid?: number | undefined;
  /** Our command: a program and its first arguments. */
  readonly command: readonly string[];
  /** DARs that our command has from the start. */
  readonly dars: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface Beside {
  /** What they say they are. */
  readonly versions: { readonly ours: string; readonly theirs: string };
  readonly figures: readonly ComparedFigure[];
}

/**
 * Measures our command, in a process of its own, and a participant, with one client and in turn. Of the participant nothing is left but
 * two parties, which it cannot forget.
 * @throws RangeError when one of them refuses what is asked, or is not there.
 */
export const besideParticipant = async (options: BesideOptions): Promise<Beside> => {
  const { participant, participantPid, command, dars, rounds, seconds, signal } = options;
  const ours = await startOurs(command, dars);
  const guests: Guest[] = [];
  try {
    const clients = { ours: clientOf(ours), theirs: clientOf(participant) };
    const versions = {
      ours: await versionOf(clients.ours),
      theirs: await versionOf(clients.theirs),
    };
    const enter = async (side: "ours" | "theirs"): Promise<Guest> => {
      const hasToken = side === "theirs" && participant.token !== undefined;
      const guest = await visit(clients[side], hasToken);
      guests.push(guest);
      return guest;
    };
    const [us, them] = [await enter("ours"), await enter("theirs")];
    // Neither has to compile its way there within what is measured.
    for (const guest of [us, them]) await measureRound(guest, { seconds: seconds / 4, signal });
    const measured: { ours: MeasuredSide[]; theirs: MeasuredSide[] } = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round++) {
      measured.theirs.push(await measureRound(them, { seconds, signal }));
      measured.ours.push(await measureRound(us, { seconds, signal }));
    }
    const compared = (Object.keys(figures) as (keyof typeof figures)[]).map((key) =>
      figureOf(
        figures[key],
        measured.ours.map((side) => side[key]),
        measured.theirs.map((side) => side[key]),
      ),
    );
    const ready = { name: "ready after its start", unit: "ms", better: "lower" } as const;
    const memory = { name: "memory of the process after it", unit: "MB", better: "lower" } as const;
    const theirMemory = participantPid === undefined ? [] : [megabytesOf(participantPid)];
    return {
      versions,
      figures: [
        ...compared,
        figureOf(ready, [ours.readyMillis], []),
        figureOf(memory, [megabytesOf(ours.pid)], theirMemory),
      ],
    };
  } finally {
    // Ours goes with its process, also when the other one cannot be left.
    try {
      for (const guest of guests) await guest.leave();
    } finally {
      await ours.stop();
    }
  }
};

const figureOf = (
  figure: ParticipantFigure,
  ours: readonly number[],
  theirs: readonly number[],
): ComparedFigure => {
  const about = { bench: "participant", title: "Beside a participant", isRatio: false };
  return comparedFigure({ ...about, ...figure }, ours, theirs);
};

const versionOf = async (client: ReturnType<typeof clientOf>): Promise<string> =>
  (await client.get<{ version: string }>("/v2/version")).version;

/** What of a process is in memory now. */
const megabytesOf = (pid: number): number =>
  (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) /
  1e6;
