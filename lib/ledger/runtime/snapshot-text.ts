import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros, Offset } from "../../ground/identifiers/identifiers.ts";
import type { ClockReading } from "./adjustable-clock.ts";

/** What is kept of a snapshot besides its mark. */
export interface SnapshotText {
  readonly ledgerEnd: Offset;
  /** What the clock showed. */
  readonly time: Micros;
  readonly clock: ClockReading;
}

const version = 1;

/** Times and durations are microseconds. */
interface Told {
  readonly version: number;
  readonly ledgerEnd: Offset;
  readonly time: string;
  /** Absent while the clock was the machine's. */
  readonly frozenAt?: string;
  readonly step: string;
}

export const snapshotText = ({ ledgerEnd, time, clock }: SnapshotText): string => {
  const { frozenAt, stepMicros } = clock;
  const told: Told = {
    version,
    ledgerEnd,
    time: String(time),
    ...(frozenAt === undefined ? {} : { frozenAt: String(frozenAt) }),
    step: String(stepMicros),
  };
  return JSON.stringify(told);
};

/** Raises LEDGER_API_INTERNAL_ERROR for what a later release wrote, or nobody. */
export const readSnapshotText = (name: string, text: string): SnapshotText => {
  try {
    const told = JSON.parse(text) as Partial<Told>;
    const { ledgerEnd, time, frozenAt, step } = told;
    const isWhole = ledgerEnd !== undefined && time !== undefined && step !== undefined;
    if (told.version !== version || !isWhole) throw unreadable(name);
    return {
      ledgerEnd,
      time: BigInt(time),
      clock: {
        ...(frozenAt === undefined ? {} : { frozenAt: BigInt(frozenAt) }),
        stepMicros: BigInt(step),
      },
    };
  } catch {
    throw unreadable(name);
  }
};

const unreadable = (name: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `This release cannot read what is told of the snapshot ${name}.`,
  });
