import { execFileSync } from "node:child_process";

import { type ComparedFigure, compareFigureSamples } from "../runner/compare.ts";
import { type BenchTenant, createTenant } from "./bench-tenant.ts";
import { createParticipantClient, type ParticipantAddress } from "./client.ts";
import { figureByKey, type MeasuredSide, measureRound, type ParticipantFigure } from "./measure.ts";
import { startOurProcess } from "./simulator-process.ts";

export interface ParticipantComparisonOptions {
  readonly participant: ParticipantAddress;
  /** Process id of a participant on this machine, to measure its memory. */
  readonly participantPid?: number | undefined;
  /** Our command: a program and its first arguments. */
  readonly command: readonly string[];
  /** DARs that our command loads at its start. */
  readonly dars: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface ParticipantComparison {
  /** The versions that both report. */
  readonly versions: { readonly ours: string; readonly theirs: string };
  readonly figures: readonly ComparedFigure[];
}

/**
 * Measures our command, in a separate process, and a participant alternately, with one client. The
 * participant keeps only two parties, which cannot be deleted.
 * @throws RangeError if one of them refuses a request or does not answer.
 */
export const compareWithParticipant = async (
  options: ParticipantComparisonOptions,
): Promise<ParticipantComparison> => {
  const { participant, participantPid, command, dars, rounds, seconds, signal } = options;
  const ours = await startOurProcess(command, dars);
  const guests: BenchTenant[] = [];
  try {
    const clients = {
      ours: createParticipantClient(ours),
      theirs: createParticipantClient(participant),
    };
    const versions = {
      ours: await fetchVersion(clients.ours),
      theirs: await fetchVersion(clients.theirs),
    };
    const enter = async (side: "ours" | "theirs"): Promise<BenchTenant> => {
      const hasToken = side === "theirs" && participant.token !== undefined;
      const guest = await createTenant(clients[side], hasToken);
      guests.push(guest);
      return guest;
    };
    const [us, them] = [await enter("ours"), await enter("theirs")];
    // A warm-up round, so that compilation is not measured.
    for (const guest of [us, them]) await measureRound(guest, { seconds: seconds / 4, signal });
    const measured: { ours: MeasuredSide[]; theirs: MeasuredSide[] } = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round++) {
      measured.theirs.push(await measureRound(them, { seconds, signal }));
      measured.ours.push(await measureRound(us, { seconds, signal }));
    }
    const compared = (Object.keys(figureByKey) as (keyof typeof figureByKey)[]).map((key) =>
      createComparedFigure(
        figureByKey[key],
        measured.ours.map((side) => side[key]),
        measured.theirs.map((side) => side[key]),
      ),
    );
    const ready = { name: "ready after its start", unit: "ms", better: "lower" } as const;
    const memory = {
      name: "memory of the process after all rounds",
      unit: "MB",
      better: "lower",
    } as const;
    const theirMemory = participantPid === undefined ? [] : [readResidentMegabytes(participantPid)];
    return {
      versions,
      figures: [
        ...compared,
        createComparedFigure(ready, [ours.readyMillis], []),
        createComparedFigure(memory, [readResidentMegabytes(ours.pid)], theirMemory),
      ],
    };
  } finally {
    // Our process must end even if leaving the participant fails.
    try {
      for (const guest of guests) await guest.leave();
    } finally {
      await ours.stop();
    }
  }
};

const createComparedFigure = (
  figure: ParticipantFigure,
  ours: readonly number[],
  theirs: readonly number[],
): ComparedFigure => {
  const about = { bench: "participant", title: "Beside a participant", isRatio: false };
  return compareFigureSamples({ ...about, ...figure }, ours, theirs);
};

const fetchVersion = async (client: ReturnType<typeof createParticipantClient>): Promise<string> =>
  (await client.get<{ version: string }>("/v2/version")).version;

/** Returns the resident memory of a process in megabytes. */
const readResidentMegabytes = (pid: number): number =>
  (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) /
  1e6;
