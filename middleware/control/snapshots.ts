import { type Ledger, type LedgerError, ledgerError, type Snapshot } from "../../lib/index.ts";
import type { NamedSnapshot } from "../../lib/store.ts";

/** A snapshot as the API shows it. */
export interface SnapshotJson {
  /** The name if there is one, otherwise a number. */
  readonly id: string;
  /** Absent for a snapshot without a name. */
  readonly name?: string;
  /**
   * Id of the snapshot that the ledger continued from when this one was taken; absent for the first
   * of a branch.
   */
  readonly after?: string;
  readonly ledgerEnd: number;
  /** Time of the ledger's clock when the snapshot was taken. */
  readonly time: string;
}

/** Result of a fork: the snapshot of the branch that was left, and the one the ledger is on now. */
export interface SnapshotForkResultJson {
  readonly left: SnapshotJson;
  readonly on: SnapshotJson;
}

interface TakenSnapshot {
  readonly json: SnapshotJson;
  /** Undefined for a named snapshot, which the ledger keeps. */
  readonly snapshot: Snapshot | undefined;
}

const maxSnapshots = 1_000;

/**
 * The snapshots that clients have taken of a ledger, as a tree. Each needs memory for the changes since
 * the previous one. Named snapshots are kept with the ledger and shared with other processes; the
 * others last as long as this object.
 */
export class LedgerSnapshotTree {
  readonly #ledger: Ledger;
  /** Snapshots taken here, oldest first. */
  readonly #taken = new Map<string, TakenSnapshot>();
  #count = 0;
  /** Id of the snapshot that the ledger continues from. */
  #current: string | undefined;
  /**
   * The ledger's number of reverts when #current was set. If that number has changed, #current is
   * outdated. Undefined at first, because the ledger may continue from a snapshot stored earlier.
   */
  #reverts: number | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * Takes a named snapshot of the ledger as it was at an offset. Rejects with INVALID_ARGUMENT for
   * an offset that was pruned or does not exist yet, and with the errors of `takeSnapshot`.
   */
  async takeSnapshotOfOffset(
    offset: unknown,
    name: unknown = `offset ${String(offset)}`,
  ): Promise<SnapshotJson> {
    return toSnapshotJson(await this.#ledger.namedSnapshots.keep(name as string, offset as number));
  }

  /**
   * Takes a snapshot. Rejects with INVALID_ARGUMENT for an invalid or used name, and if the limit
   * of a thousand is reached.
   */
  async takeSnapshot(time: string, name?: unknown): Promise<SnapshotJson> {
    const isUnnamed = name === undefined || name === "";
    // Snapshots without a name also work if the store does not support named ones.
    const before = await this.#findCurrent().catch((error: unknown) => {
      if (isUnnamed) return undefined;
      throw error;
    });
    const json = isUnnamed
      ? this.#takeUnnamed(time, before)
      : toSnapshotJson(await this.#ledger.namedSnapshots.keep(name as string), before);
    if (json.name !== undefined) this.#taken.set(json.id, { json, snapshot: undefined });
    this.#setCurrent(json.id);
    return json;
  }

  /** Lists the snapshots of other processes first, then those taken here; both oldest first. */
  async listSnapshots(): Promise<readonly SnapshotJson[]> {
    const named = await this.#ledger.namedSnapshots.list();
    const byName = new Map(named.map((each) => [each.name, each]));
    for (const [id, { json, snapshot }] of this.#taken) {
      if (snapshot === undefined && !isSameSnapshot(json, byName.get(id))) this.#removeSnapshot(id);
    }
    return [
      ...named.filter((each) => !this.#taken.has(each.name)).map((each) => toSnapshotJson(each)),
      ...Array.from(this.#taken.values(), ({ json }) => json),
    ];
  }

  /**
   * Reverts the ledger to a snapshot. Rejects with UNKNOWN_RESOURCE, and for a named snapshot with
   * the errors of the ledger's `namedSnapshots.revert`.
   */
  async revertToSnapshot(id: string): Promise<SnapshotJson> {
    const taken = this.#taken.get(id);
    if (taken?.snapshot === undefined) {
      const named = await this.#ledger.namedSnapshots.revert(id);
      if (taken !== undefined && !isSameSnapshot(taken.json, named)) this.#removeSnapshot(id);
      this.#setCurrent(id);
      return this.#taken.get(id)?.json ?? toSnapshotJson(named);
    }
    await this.#ledger.revert(taken.snapshot);
    this.#setCurrent(id);
    return taken.json;
  }

  /**
   * Takes a snapshot of the present ledger, then reverts to another one. Rejects with the errors of
   * `takeSnapshot` and `revertToSnapshot`.
   */
  async takeSnapshotAndRevert(
    id: string,
    time: string,
    name?: unknown,
  ): Promise<SnapshotForkResultJson> {
    const isHeld = this.#taken.get(id)?.snapshot !== undefined;
    if (!isHeld && !(await this.listSnapshots()).some((each) => each.id === id)) {
      throw unknownSnapshotError(id);
    }
    const left = await this.takeSnapshot(time, name);
    return { left, on: await this.revertToSnapshot(id) };
  }

  /**
   * Deletes a snapshot. Its successors become successors of its predecessor. Rejects with
   * UNKNOWN_RESOURCE.
   */
  async delete(id: string): Promise<void> {
    if (this.#taken.get(id)?.snapshot === undefined) await this.#ledger.namedSnapshots.forget(id);
    this.#removeSnapshot(id);
  }

  /** Called after the ledger was emptied: later snapshots do not follow any of these. */
  forgetCurrent(): void {
    this.#setCurrent(undefined);
  }

  #takeUnnamed(time: string, before: string | undefined): SnapshotJson {
    const held = Array.from(this.#taken.values()).filter(({ snapshot }) => snapshot !== undefined);
    if (held.length >= maxSnapshots) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `There are already ${maxSnapshots} snapshots; delete one first.`,
      });
    }
    this.#count++;
    const snapshot = this.#ledger.snapshot();
    const { ledgerEnd } = snapshot.state;
    const json = setPredecessor({ id: String(this.#count), ledgerEnd, time }, before);
    this.#taken.set(json.id, { json, snapshot });
    return json;
  }

  /**
   * Returns the snapshot that the ledger continues from. After a revert by another process, only the
   * named snapshots show which one it is.
   */
  async #findCurrent(): Promise<string | undefined> {
    if (this.#reverts === this.#ledger.reverts) return this.#current;
    const named = await this.#ledger.namedSnapshots.list();
    return named.find(({ isPresent }) => isPresent)?.name;
  }

  #setCurrent(id: string | undefined): void {
    this.#current = id;
    this.#reverts = this.#ledger.reverts;
  }

  #removeSnapshot(id: string): void {
    const after = this.#taken.get(id)?.json.after;
    this.#taken.delete(id);
    if (this.#current === id) this.#current = after;
    for (const [key, { json, snapshot }] of this.#taken) {
      if (json.after === id) this.#taken.set(key, { json: setPredecessor(json, after), snapshot });
    }
  }
}

const toSnapshotJson = (named: NamedSnapshot, after = named.after): SnapshotJson => {
  const { name, ledgerEnd, time } = named;
  return setPredecessor({ id: name, name, ledgerEnd, time }, after);
};

/**
 * Returns true if the named snapshot is the one taken here: another process may have deleted or
 * replaced it.
 */
const isSameSnapshot = (
  { ledgerEnd, time }: SnapshotJson,
  named: NamedSnapshot | undefined,
): boolean => named?.ledgerEnd === ledgerEnd && named.time === time;

const setPredecessor = (json: SnapshotJson, after: string | undefined): SnapshotJson => {
  const { id, name, ledgerEnd, time } = json;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(after === undefined ? {} : { after }),
    ledgerEnd,
    time,
  };
};

const unknownSnapshotError = (id: string): LedgerError =>
  ledgerError("UNKNOWN_RESOURCE", {
    cause: `There is no snapshot ${id}.`,
    resources: [["SNAPSHOT", id]],
  });
