import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { formatTimestamp } from "../../ground/values/time.ts";
import type { Snapshot } from "../port/ledger.ts";
import type { NamedSnapshot, NamedSnapshots } from "../port/named-snapshots.ts";
import type { SnapshotList, SnapshotStore, StoredSnapshot } from "../stores/journal-store.ts";
import type { Reverter } from "./reverter.ts";
import { readSnapshotText, snapshotText } from "./snapshot-text.ts";
import type { Saved } from "./snapshots.ts";

/** So many are kept at most. */
const most = 1_000;

/** What the ledger does for its named snapshots. */
interface KeptSnapshotsParts {
  readonly snapshots: SnapshotStore;
  readonly now: () => Micros;
  /** Does it when all that was asked for before is durable. */
  readonly inTurn: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** The ledger as it is, with what there is to go back to; in turn. */
  readonly take: () => Saved & { readonly snapshot: Snapshot };
  readonly reverter: Reverter;
}

/** A named snapshot whose state this process holds. */
interface Held {
  readonly number: number;
  readonly snapshot: Snapshot;
}

/** Named snapshots, kept by the store. */
export class KeptSnapshots implements NamedSnapshots {
  readonly #parts: KeptSnapshotsParts;
  readonly #held = new Map<string, Held>();

  constructor(parts: KeptSnapshotsParts) {
    this.#parts = parts;
  }

  async keep(name: string): Promise<NamedSnapshot> {
    checkName(name);
    const { snapshots, now, take } = this.#parts;
    return this.#parts.inTurn(async () => {
      const { snapshot, mark, clock } = take();
      const content = snapshotText({ ledgerEnd: snapshot.state.ledgerEnd, time: now(), clock });
      const kept = await snapshots.keep(name, mark, content, most);
      const all = await this.#listed();
      if (kept === undefined) {
        throw all.snapshots.some((each) => each.name === name) ? taken(name) : tooMany();
      }
      this.#held.set(name, { number: kept.number, snapshot });
      return named(kept, all);
    });
  }

  async list(): Promise<readonly NamedSnapshot[]> {
    const all = await this.#listed();
    return all.snapshots.map((each) => named(each, all));
  }

  revert(name: string): Promise<NamedSnapshot> {
    return this.#parts.inTurn(async () => {
      const kept = (await this.#listed()).snapshots.find((each) => each.name === name);
      if (kept === undefined) throw unknown(name);
      const held = this.#held.get(name);
      // Another process may have kept another snapshot of that name.
      if (held?.number === kept.number) await this.#parts.reverter.goBack(held.snapshot);
      else await this.#readBack(kept);
      return named(kept, await this.#listed());
    });
  }

  async forget(name: string): Promise<void> {
    await this.#parts.inTurn(async () => {
      this.#held.delete(name);
      if (!(await this.#parts.snapshots.delete(name))) throw unknown(name);
    });
  }

  /** Lets go of states of snapshots that another process deleted. */
  async #listed(): Promise<SnapshotList> {
    const all = await this.#parts.snapshots.list();
    const numbers = new Set(all.snapshots.map(({ number }) => number));
    for (const [name, { number }] of this.#held) if (!numbers.has(number)) this.#held.delete(name);
    return all;
  }

  async #readBack({ number, name, mark, content }: StoredSnapshot): Promise<void> {
    const { clock } = readSnapshotText(name, content);
    const snapshot = await this.#parts.reverter.readBack({ mark, clock });
    this.#held.set(name, { number, snapshot });
  }
}

/** As it is shown. */
const named = (
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

/** It stands in a path of a URL, and beside ids of others, which are numbers. */
const namePattern = /^(?!\d+$|\.+$)[^\p{Cc}\p{Cs}]{1,200}$/u;

const checkName = (name: unknown): void => {
  if (typeof name === "string" && namePattern.test(name)) return;
  throw invalidArgument({
    field: "name",
    expected:
      "a text of 1 to 200 characters, without control characters, and not digits or dots alone",
    found: name,
  });
};

const taken = (name: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `There is a snapshot named ${name} already; forget it first, or take another name.`,
    path: "name",
  });

const tooMany = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `${most} snapshots are kept already; forget one first.`,
  });

const unknown = (name: string): LedgerError =>
  ledgerError("UNKNOWN_RESOURCE", {
    cause: `There is no snapshot ${name}.`,
    resources: [["SNAPSHOT", name]],
  });
