import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import { formatTimestamp } from "../../base/values/time.ts";
import type { ClockSettings } from "../clock/adjustable-clock.ts";
import type { Snapshot } from "../port/ledger.ts";
import type { NamedSnapshot, NamedSnapshots } from "../port/named-snapshots.ts";
import type { SnapshotList, SnapshotStore, StoredSnapshot } from "../stores/journal-store.ts";
import type {
  JournalPositionAtOffset,
  RestorePoint,
  SnapshotRestorer,
} from "./snapshot-restorer.ts";

const maxSnapshots = 1_000;

interface StoredSnapshotsParts {
  readonly snapshots: SnapshotStore;
  readonly now: () => Micros;
  /** Runs a job when all earlier decisions are durable. */
  readonly run: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** Takes a snapshot. Called in a job. */
  readonly take: () => RestorePoint & { readonly snapshot: Snapshot };
  readonly restorer: SnapshotRestorer;
}

/** A named snapshot whose state this process has in memory. */
interface CachedSnapshot {
  readonly number: number;
  readonly snapshot: Snapshot;
}

/** Implements named snapshots, which the store keeps. */
export class StoredNamedSnapshots implements NamedSnapshots {
  readonly #parts: StoredSnapshotsParts;
  readonly #cache = new Map<string, CachedSnapshot>();

  constructor(parts: StoredSnapshotsParts) {
    this.#parts = parts;
  }

  async keep(name: string, offset?: Offset): Promise<NamedSnapshot> {
    checkName(name);
    const { snapshots } = this.#parts;
    return this.#parts.run(async () => {
      const { snapshot, mark, ...described } = await this.#findSnapshotPosition(offset);
      const stored = await snapshots.keep(name, mark, formatSnapshotText(described), maxSnapshots);
      const all = await this.#readSnapshotList();
      if (stored === undefined) {
        throw all.snapshots.some((each) => each.name === name)
          ? nameTakenError(name)
          : tooManySnapshotsError();
      }
      if (snapshot !== undefined) this.#cache.set(name, { number: stored.number, snapshot });
      return createSnapshotInfo(stored, all);
    });
  }

  /** Returns the present position, or the one at an offset, whose state is not in memory. */
  async #findSnapshotPosition(
    offset: Offset | undefined,
  ): Promise<JournalPositionAtOffset & { readonly snapshot?: Snapshot }> {
    const { now, take, restorer } = this.#parts;
    if (offset !== undefined) return restorer.findPositionAtOffset(offset);
    const { snapshot, mark, clock } = take();
    return { snapshot, mark, clock, ledgerEnd: snapshot.state.ledgerEnd, time: now() };
  }

  async list(): Promise<readonly NamedSnapshot[]> {
    const all = await this.#readSnapshotList();
    return all.snapshots.map((each) => createSnapshotInfo(each, all));
  }

  revert(name: string): Promise<NamedSnapshot> {
    const { restorer } = this.#parts;
    return this.#parts.run(async () => {
      const kept = (await this.#readSnapshotList()).snapshots.find((each) => each.name === name);
      if (kept === undefined) throw unknownSnapshotError(name);
      const cached = this.#cache.get(name);
      // Compare the numbers, because another process may have created another snapshot with this
      // name.
      if (cached?.number === kept.number) await restorer.restoreSnapshot(cached.snapshot);
      else await this.#restoreByReading(kept);
      return createSnapshotInfo(kept, await this.#readSnapshotList());
    });
  }

  async forget(name: string): Promise<void> {
    await this.#parts.run(async () => {
      this.#cache.delete(name);
      if (!(await this.#parts.snapshots.delete(name))) throw unknownSnapshotError(name);
    });
  }

  /**
   * Resolves to the snapshots in the store, and removes cached states of snapshots that another
   * process deleted.
   */
  async #readSnapshotList(): Promise<SnapshotList> {
    const all = await this.#parts.snapshots.list();
    const numbers = new Set(all.snapshots.map(({ number }) => number));
    for (const [name, { number }] of this.#cache) {
      if (!numbers.has(number)) this.#cache.delete(name);
    }
    return all;
  }

  async #restoreByReading({ number, name, mark, content }: StoredSnapshot): Promise<void> {
    const { clock } = readSnapshotText(name, content);
    const snapshot = await this.#parts.restorer.restoreByReading({ mark, clock });
    this.#cache.set(name, { number, snapshot });
  }
}

const createSnapshotInfo = (
  { name, content, parent }: StoredSnapshot,
  { current }: SnapshotList,
): NamedSnapshot => {
  const { ledgerEnd, time } = readSnapshotText(name, content);
  return {
    name,
    after: parent,
    isPresent: current === name,
    ledgerEnd,
    time: formatTimestamp(time),
  };
};

/**
 * Snapshot names are segments of URL paths. Names of digits are excluded, because the control API
 * uses numbers as ids of unnamed snapshots.
 */
const namePattern = /^(?!\d+$|\.+$)[^\p{Cc}\p{Cs}]{1,200}$/u;

const checkName = (name: unknown): void => {
  if (typeof name === "string" && namePattern.test(name)) return;
  throw createInvalidArgumentError({
    field: "name",
    expected:
      "a text of 1 to 200 characters, without control characters, and not only digits or only dots",
    found: name,
  });
};

const nameTakenError = (name: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `A snapshot named ${name} already exists. Delete it first, or use another name.`,
    path: "name",
  });

const tooManySnapshotsError = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `There are already ${maxSnapshots} snapshots. Delete one first.`,
  });

const unknownSnapshotError = (name: string): LedgerError =>
  ledgerError("UNKNOWN_RESOURCE", {
    cause: `There is no snapshot ${name}.`,
    resources: [["SNAPSHOT", name]],
  });

/** The data of a snapshot that the store keeps in addition to its position in the journal. */
interface SnapshotText {
  readonly ledgerEnd: Offset;
  /** The time that the clock showed. */
  readonly time: Micros;
  readonly clock: ClockSettings;
}

const textVersion = 1;

/** The JSON of a snapshot. Times and durations are microseconds. */
interface SnapshotJson {
  readonly version: number;
  readonly ledgerEnd: Offset;
  readonly time: string;
  /** Absent while the clock showed real time. */
  readonly frozenAt?: string;
  readonly step: string;
}

const formatSnapshotText = ({ ledgerEnd, time, clock }: SnapshotText): string => {
  const { frozenAt, stepMicros } = clock;
  const json: SnapshotJson = {
    version: textVersion,
    ledgerEnd,
    time: String(time),
    ...(frozenAt === undefined ? {} : { frozenAt: String(frozenAt) }),
    step: String(stepMicros),
  };
  return JSON.stringify(json);
};

/** Throws LEDGER_API_INTERNAL_ERROR for a text that a later release wrote, or that was changed. */
const readSnapshotText = (name: string, text: string): SnapshotText => {
  try {
    const json = JSON.parse(text) as Partial<SnapshotJson>;
    const { version, ledgerEnd, time, frozenAt, step } = json;
    const isComplete = ledgerEnd !== undefined && time !== undefined && step !== undefined;
    if (version !== textVersion || !isComplete) throw unreadableSnapshotError(name);
    return {
      ledgerEnd,
      time: BigInt(time),
      clock: {
        ...(frozenAt === undefined ? {} : { frozenAt: BigInt(frozenAt) }),
        stepMicros: BigInt(step),
      },
    };
  } catch {
    throw unreadableSnapshotError(name);
  }
};

const unreadableSnapshotError = (name: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `This release cannot read the stored data of the snapshot ${name}.`,
  });
