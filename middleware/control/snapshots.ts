import { type Ledger, type LedgerError, ledgerError, type Snapshot } from "../../lib/index.ts";
import { invalidArgument } from "../../lib/internal.ts";

/** A snapshot as clients see it. */
export interface SnapshotJson {
  readonly id: string;
  /** Absent where it was given none. */
  readonly name?: string;
  /** The id of the one that the ledger came from when it was taken; absent for the first of a branch. */
  readonly after?: string;
  readonly ledgerEnd: number;
  /** When the ledger's clock showed this, the snapshot was taken. */
  readonly time: string;
}

/** What came of a fork: the branch that was left, and the one that the ledger is on now. */
export interface ForkJson {
  readonly left: SnapshotJson;
  readonly on: SnapshotJson;
}

interface Kept {
  readonly json: SnapshotJson;
  readonly snapshot: Snapshot;
}

const maxSnapshots = 1_000;
const maxName = 200;

/** The snapshots that clients have taken of a ledger, by id: a tree. Each costs what has changed since. */
export class Snapshots {
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, Kept>();
  #taken = 0;
  /** The one that the ledger comes from. */
  #before: string | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Raises INVALID_ARGUMENT when a thousand are kept already, and for a name that is none. */
  take(time: string, name?: unknown): SnapshotJson {
    const given = nameFrom(name);
    if (this.#kept.size >= maxSnapshots) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `${maxSnapshots} snapshots are kept already; delete one first.`,
      });
    }
    this.#taken++;
    const snapshot = this.#ledger.snapshot();
    const json = {
      id: String(this.#taken),
      ...(given === undefined ? {} : { name: given }),
      ...(this.#before === undefined ? {} : { after: this.#before }),
      ledgerEnd: snapshot.state.ledgerEnd,
      time,
    };
    this.#kept.set(json.id, { json, snapshot });
    this.#before = json.id;
    return json;
  }

  /** Oldest first. */
  list(): readonly SnapshotJson[] {
    return Array.from(this.#kept.values(), ({ json }) => json);
  }

  /** Raises UNKNOWN_RESOURCE. */
  async revert(id: string): Promise<SnapshotJson> {
    const { json, snapshot } = this.#find(id);
    await this.#ledger.revert(snapshot);
    this.#before = id;
    return json;
  }

  /** Keeps the ledger as it is, under a name, and goes on from another snapshot. Raises as `take` and `revert`. */
  async fork(id: string, time: string, name?: unknown): Promise<ForkJson> {
    this.#find(id);
    const left = this.take(time, name);
    return { left, on: await this.revert(id) };
  }

  /** What comes from it comes from the one before it now. Raises UNKNOWN_RESOURCE. */
  delete(id: string): void {
    const { after } = this.#find(id).json;
    this.#kept.delete(id);
    if (this.#before === id) this.#before = after;
    for (const [key, { json, snapshot }] of this.#kept) {
      if (json.after === id) this.#kept.set(key, { json: childOf(json, after), snapshot });
    }
  }

  /** The ledger has begun anew: what is taken from now on comes from none of these. */
  leave(): void {
    this.#before = undefined;
  }

  #find(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw unknownSnapshot(id);
    return kept;
  }
}

const childOf = (json: SnapshotJson, after: string | undefined): SnapshotJson => {
  const { id, name, ledgerEnd, time } = json;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(after === undefined ? {} : { after }),
    ledgerEnd,
    time,
  };
};

const nameFrom = (name: unknown): string | undefined => {
  if (name === undefined || name === "") return undefined;
  if (typeof name === "string" && name.length <= maxName) return name;
  const expected = `a text of at most ${maxName} characters`;
  throw invalidArgument({ field: "name", expected, found: name });
};

const unknownSnapshot = (id: string): LedgerError =>
  ledgerError("UNKNOWN_RESOURCE", {
    cause: `There is no snapshot ${id}.`,
    resources: [["SNAPSHOT", id]],
  });
