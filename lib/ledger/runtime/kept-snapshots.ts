import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { formatTimestamp } from "../../ground/values/time.ts";
import type { Snapshot } from "../port/ledger.ts";
import type { NamedSnapshot, NamedSnapshots } from "../port/named-snapshots.ts";
import type { KeptMark, KeptMarks, MarkStore } from "../stores/journal-store.ts";
import type { Reverter } from "./reverter.ts";
import { readSnapshotText, snapshotText } from "./snapshot-text.ts";
import type { Saved } from "./snapshots.ts";

/** So many are kept at most. */
const most = 1_000;

/** What the ledger does for its named snapshots. */
interface KeptSnapshotsParts {
  /** Undefined where they last as long as the process. */
  readonly marks: MarkStore | undefined;
  readonly now: () => Micros;
  /** Does it when all that was asked for before is durable. */
  readonly inTurn: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** The ledger as it is, with what there is to go back to; in turn. */
  readonly take: () => Saved & { readonly snapshot: Snapshot };
  readonly reverter: Reverter;
  /** Told while what is kept is read. */
  readonly goesOn: () => void;
}

/** One that this process holds the state of. */
interface Held {
  /** Of the mark; undefined where the store keeps none. */
  readonly number: number | undefined;
  readonly snapshot: Snapshot;
  readonly text: string;
}

/** Snapshots under names, kept by the store where it keeps marks. */
export class KeptSnapshots implements NamedSnapshots {
  readonly #parts: KeptSnapshotsParts;
  readonly #held = new Map<string, Held>();

  constructor(parts: KeptSnapshotsParts) {
    this.#parts = parts;
  }

  async keep(name: string): Promise<NamedSnapshot> {
    checkName(name);
    const { marks, now, take } = this.#parts;
    return this.#parts.inTurn(async () => {
      const { snapshot, mark, clock } = take();
      const text = snapshotText({ ledgerEnd: snapshot.state.ledgerEnd, time: now(), clock });
      if (marks === undefined) {
        if (this.#held.has(name)) throw taken(name);
        if (this.#held.size >= most) throw tooMany();
        this.#held.set(name, { number: undefined, snapshot, text });
        return named(name, text);
      }
      const kept = await marks.keep(name, mark, text, most);
      const all = await this.#listed(marks);
      if (kept === undefined) {
        throw all.marks.some((each) => each.name === name) ? taken(name) : tooMany();
      }
      this.#held.set(name, { number: kept.number, snapshot, text });
      return named(name, text, all);
    });
  }

  async list(): Promise<readonly NamedSnapshot[]> {
    const { marks } = this.#parts;
    const all = marks && (await this.#listed(marks));
    if (all === undefined) return Array.from(this.#held, ([name, { text }]) => named(name, text));
    return all.marks.map(({ name, text }) => named(name, text, all));
  }

  revert(name: string): Promise<NamedSnapshot> {
    const { marks } = this.#parts;
    return this.#parts.inTurn(async () => {
      const held = this.#held.get(name);
      if (marks === undefined) {
        if (held === undefined) throw unknown(name);
        await this.#parts.reverter.goBack(held.snapshot);
        return named(name, held.text);
      }
      const kept = (await this.#listed(marks)).marks.find((each) => each.name === name);
      if (kept === undefined) throw unknown(name);
      // Another process may have taken another one of that name.
      if (held?.number === kept.number) await this.#parts.reverter.goBack(held.snapshot);
      else await this.#readBack(marks, kept);
      return named(name, kept.text, await this.#listed(marks));
    });
  }

  async forget(name: string): Promise<void> {
    const { marks } = this.#parts;
    await this.#parts.inTurn(async () => {
      const held = this.#held.delete(name);
      if (!((await marks?.forget(name)) ?? held)) throw unknown(name);
    });
  }

  /** Nothing is held for those that others have let go of. */
  async #listed(marks: MarkStore): Promise<KeptMarks> {
    const all = await marks.list();
    const numbers = new Set<unknown>(all.marks.map(({ number }) => number));
    for (const [name, { number }] of this.#held) if (!numbers.has(number)) this.#held.delete(name);
    return all;
  }

  async #readBack(marks: MarkStore, kept: KeptMark): Promise<void> {
    const { number, name, mark, text } = kept;
    const { clock } = readSnapshotText(name, text);
    await marks.check(kept, this.#parts.goesOn);
    const snapshot = await this.#parts.reverter.readBack({ mark, clock });
    this.#held.set(name, { number, snapshot, text });
  }
}

/** As it is shown. */
const named = (name: string, text: string, all?: KeptMarks): NamedSnapshot => {
  const { ledgerEnd, time } = readSnapshotText(name, text);
  return {
    name,
    after: all?.after.get(name),
    isPresent: all?.passed === name,
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
