import { randomUUID } from "node:crypto";

import { utf8ToBytes } from "@noble/hashes/utils.js";

import { hexDigestOf } from "../../ground/values/digest.ts";
import type {
  JournalMark,
  KeptMark,
  KeptMarks,
  MarkStore,
} from "../../ledger/stores/journal-store.ts";
import { drained } from "../kept/drained.ts";
import { damaged, foreignMark, missing } from "../kept/errors.ts";
import type { JournalPath } from "../kept/journal-path.ts";
import { lineageOf, sharedUpTo } from "../kept/lineage.ts";
import type { Row } from "./database.ts";
import type { Journal } from "./journal.ts";
import { hashOf, PostgresMark } from "./postgres-mark.ts";
import { pathIn, type Reach } from "./reach.ts";

interface PostgresMarksParts {
  /** Whose marks they are. */
  readonly store: object;
  readonly journal: Journal;
  /** As far as it is known. */
  readonly reach: () => Reach;
  /** When nothing of this store is being written. */
  readonly inTurn: <Result>(job: () => Promise<Result>) => Promise<Result>;
}

/** What is kept of a mark, in the order in which the digest has it. */
interface Told {
  readonly name: string;
  readonly position: number;
  /** Of the journal up to there. */
  readonly hash: string;
  readonly path: JournalPath;
  readonly text: string;
}

interface Kept extends KeptMark {
  readonly mark: PostgresMark;
  readonly hash: string;
}

/** The marks that are kept in a table, for all that have the journal open; the head tells what there are, so that one that is lost is missed. */
export class PostgresMarks implements MarkStore {
  readonly #parts: PostgresMarksParts;

  constructor(parts: PostgresMarksParts) {
    this.#parts = parts;
  }

  keep(name: string, mark: JournalMark, text: string, most: number): Promise<KeptMark | undefined> {
    const { store, journal, inTurn } = this.#parts;
    return inTurn(async () => {
      if (!(mark instanceof PostgresMark) || mark.store !== store) throw foreignMark();
      const { position } = mark;
      const path = mark.path.filter(({ from }) => from <= position);
      const hash = await hashOf(mark, journal);
      const digest = digestOf({ name, position, hash, path, text });
      const told = [name, position, hash, JSON.stringify(path), text, digest];
      const request = randomUUID();
      for (;;) {
        // What is missed would not be any more.
        const { generation } = await this.#kept();
        // It takes the lock by itself.
        journal.endTurn();
        const [row] = await journal.ask("keepMark", [generation, ...told, request, most]);
        if (row === undefined) throw missing(position);
        // Others kept or let go of some just now: once more.
        if (row["is_known"] === false) continue;
        if (row["its_number"] === null) return undefined;
        return { number: Number(row["its_number"]), name, mark, text };
      }
    });
  }

  async list(): Promise<KeptMarks> {
    return lineageOf((await this.#kept()).marks, this.#parts.reach());
  }

  check({ number }: KeptMark, goesOn?: () => void): Promise<void> {
    const { journal, reach, inTurn } = this.#parts;
    return inTurn(async () => {
      const kept = (await this.#kept()).marks.find((each) => each.number === number);
      if (kept === undefined) return;
      const { hash } = kept;
      const { path, position } = kept.mark;
      if ((await journal.hashAt(path, position)) !== hash) {
        throw damaged(`entry ${position} is not the one that was written`);
      }
      const present = reach();
      const shared = Math.min(sharedUpTo(path, present.path), present.position);
      await drained(journal.after(shared, { ...present, path, position, hash }), goesOn);
    });
  }

  forget(name: string): Promise<boolean> {
    const { journal, inTurn } = this.#parts;
    return inTurn(async () => {
      const found = (await this.#kept()).marks.find((kept) => kept.name === name);
      if (found === undefined) return false;
      journal.endTurn();
      // Where it is gone by then, this did it, and the answer was lost; or somebody else, at the same moment.
      await journal.ask("forgetMark", [found.number]);
      return true;
    });
  }

  /** Raises LEDGER_API_INTERNAL_ERROR where they are not those that the head tells of. */
  async #kept(): Promise<{ readonly generation: number; readonly marks: readonly Kept[] }> {
    const rows = await this.#parts.journal.ask("marks");
    if (rows[0]?.["are_all"] !== true) {
      throw damaged("its named snapshots are not those that were kept");
    }
    const kept = rows.filter((row) => row["number"] !== null);
    const marks = kept.map((row) => {
      const { name, position, hash, path, text } = toldIn(row);
      const mark = new PostgresMark(this.#parts.store, position, path, hash);
      return { number: Number(row["number"]), name, text, mark, hash };
    });
    return { generation: Number(rows[0]["generation"]), marks };
  }
}

/** Raises LEDGER_API_INTERNAL_ERROR for what was changed. */
const toldIn = (row: Row): Told => {
  const told = {
    name: String(row["name"]),
    position: Number(row["position"]),
    hash: String(row["hash"]),
    path: row["position"] === 0 || row["position"] === "0" ? [] : pathIn(row["path"]),
    text: String(row["told"]),
  };
  if (digestOf(told) === row["digest"]) return told;
  throw damaged(`the named snapshot ${told.name} is not as it was written`);
};

/** Of a path as the database gives it back, whose fields have an order of their own. */
const digestOf = ({ name, position, hash, path, text }: Told): string => {
  const stretches = path.map(({ branch, from }) => [branch, from]);
  return hexDigestOf(utf8ToBytes(JSON.stringify([name, position, hash, stretches, text])));
};
