import { type Ledger, type LedgerError, ledgerError, type Snapshot } from "../../lib/index.ts";
import type { NamedSnapshot } from "../../lib/store.ts";

/** A snapshot as clients see it. */
export interface SnapshotJson {
  /** The name, where it has one; otherwise a number. */
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

interface Taken {
  readonly json: SnapshotJson;
  /** Undefined for one with a name, which the ledger keeps. */
  readonly snapshot: Snapshot | undefined;
}

const maxSnapshots = 1_000;

/**
 * The snapshots that clients have taken of a ledger: a tree. Each costs what has changed since. Those with a name are kept with the
 * ledger, for others who serve it as well; the others last as long as this.
 */
export class Snapshots {
  readonly #ledger: Ledger;
  /** Those that were taken here, oldest first. */
  readonly #taken = new Map<string, Taken>();
  #count = 0;
  /** The one that the ledger comes from. */
  #before: string | undefined;
  /** How often the ledger was reverted when that was so; undefined at first, as it may come from one that was kept before. */
  #reverts: number | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Rejects with INVALID_ARGUMENT for a name that is none or is taken, and when a thousand are kept already. */
  async take(time: string, name?: unknown): Promise<SnapshotJson> {
    const isUnnamed = name === undefined || name === "";
    // Those without a name are there for whoever cannot have any in the store, too.
    const before = await this.#present().catch((error: unknown) => {
      if (isUnnamed) return undefined;
      throw error;
    });
    const json = isUnnamed
      ? this.#hold(time, before)
      : jsonOf(await this.#ledger.namedSnapshots.keep(name as string), before);
    if (json.name !== undefined) this.#taken.set(json.id, { json, snapshot: undefined });
    this.#isOn(json.id);
    return json;
  }

  /** Those of others first, then those taken here; either oldest first. */
  async list(): Promise<readonly SnapshotJson[]> {
    const named = await this.#ledger.namedSnapshots.list();
    const byName = new Map(named.map((each) => [each.name, each]));
    for (const [id, { json, snapshot }] of this.#taken) {
      if (snapshot === undefined && !isOf(json, byName.get(id))) this.#drop(id);
    }
    return [
      ...named.filter((each) => !this.#taken.has(each.name)).map((each) => jsonOf(each)),
      ...Array.from(this.#taken.values(), ({ json }) => json),
    ];
  }

  /** Rejects with UNKNOWN_RESOURCE, and as the ledger does for what was kept. */
  async revert(id: string): Promise<SnapshotJson> {
    const taken = this.#taken.get(id);
    if (taken?.snapshot === undefined) {
      const named = await this.#ledger.namedSnapshots.revert(id);
      if (taken !== undefined && !isOf(taken.json, named)) this.#drop(id);
      this.#isOn(id);
      return this.#taken.get(id)?.json ?? jsonOf(named);
    }
    await this.#ledger.revert(taken.snapshot);
    this.#isOn(id);
    return taken.json;
  }

  /** Keeps the ledger as it is, under a name, and goes on from another snapshot. Rejects as `take` and `revert`. */
  async fork(id: string, time: string, name?: unknown): Promise<ForkJson> {
    const isHeld = this.#taken.get(id)?.snapshot !== undefined;
    if (!isHeld && !(await this.list()).some((each) => each.id === id)) throw unknownSnapshot(id);
    const left = await this.take(time, name);
    return { left, on: await this.revert(id) };
  }

  /** What comes from it comes from the one before it now. Rejects with UNKNOWN_RESOURCE. */
  async delete(id: string): Promise<void> {
    if (this.#taken.get(id)?.snapshot === undefined) await this.#ledger.namedSnapshots.forget(id);
    this.#drop(id);
  }

  /** The ledger has begun anew: what is taken from now on comes from none of these. */
  leave(): void {
    this.#isOn(undefined);
  }

  #hold(time: string, before: string | undefined): SnapshotJson {
    const held = Array.from(this.#taken.values()).filter(({ snapshot }) => snapshot !== undefined);
    if (held.length >= maxSnapshots) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `${maxSnapshots} snapshots are kept already; delete one first.`,
      });
    }
    this.#count++;
    const snapshot = this.#ledger.snapshot();
    const { ledgerEnd } = snapshot.state;
    const json = childOf({ id: String(this.#count), ledgerEnd, time }, before);
    this.#taken.set(json.id, { json, snapshot });
    return json;
  }

  /** Where somebody else has reverted the ledger, that is told by what is kept alone. */
  async #present(): Promise<string | undefined> {
    if (this.#reverts === this.#ledger.reverts) return this.#before;
    const named = await this.#ledger.namedSnapshots.list();
    return named.find(({ isPresent }) => isPresent)?.name;
  }

  #isOn(id: string | undefined): void {
    this.#before = id;
    this.#reverts = this.#ledger.reverts;
  }

  #drop(id: string): void {
    const after = this.#taken.get(id)?.json.after;
    this.#taken.delete(id);
    if (this.#before === id) this.#before = after;
    for (const [key, { json, snapshot }] of this.#taken) {
      if (json.after === id) this.#taken.set(key, { json: childOf(json, after), snapshot });
    }
  }
}

const jsonOf = (named: NamedSnapshot, after = named.after): SnapshotJson => {
  const { name, ledgerEnd, time } = named;
  return childOf({ id: name, name, ledgerEnd, time }, after);
};

/** Whether that is what is kept under the name: others may have let go of it, or have kept another since. */
const isOf = ({ ledgerEnd, time }: SnapshotJson, named: NamedSnapshot | undefined): boolean =>
  named?.ledgerEnd === ledgerEnd && named.time === time;

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

const unknownSnapshot = (id: string): LedgerError =>
  ledgerError("UNKNOWN_RESOURCE", {
    cause: `There is no snapshot ${id}.`,
    resources: [["SNAPSHOT", id]],
  });
