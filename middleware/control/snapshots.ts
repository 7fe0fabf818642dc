import { type Ledger, type LedgerError, ledgerError, type Snapshot } from "../../lib/index.ts";

/** A snapshot as clients see it. */
export interface SnapshotJson {
  readonly id: string;
  readonly ledgerEnd: number;
  /** When the ledger's clock showed this, the snapshot was taken. */
  readonly time: string;
}

interface Kept {
  readonly json: SnapshotJson;
  readonly snapshot: Snapshot;
}

const maxSnapshots = 1_000;

/** The snapshots that clients have taken of a ledger, by id. Each costs what has changed since. */
export class Snapshots {
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, Kept>();
  #taken = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Raises INVALID_ARGUMENT when a thousand are kept already. */
  take(time: string): SnapshotJson {
    if (this.#kept.size >= maxSnapshots) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `${maxSnapshots} snapshots are kept already; delete one first.`,
      });
    }
    this.#taken++;
    const snapshot = this.#ledger.snapshot();
    const json = { id: String(this.#taken), ledgerEnd: snapshot.state.ledgerEnd, time };
    this.#kept.set(json.id, { json, snapshot });
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
    return json;
  }

  /** Raises UNKNOWN_RESOURCE. */
  delete(id: string): void {
    this.#find(id);
    this.#kept.delete(id);
  }

  #find(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw unknownSnapshot(id);
    return kept;
  }
}

const unknownSnapshot = (id: string): LedgerError =>
  ledgerError("UNKNOWN_RESOURCE", {
    cause: `There is no snapshot ${id}.`,
    resources: [["SNAPSHOT", id]],
  });
