import { randomUUID } from "node:crypto";

import type {
  JournalMark,
  SnapshotList,
  SnapshotStore,
  StoredSnapshot,
} from "../../ledger/stores/journal-store.ts";
import type { Marks } from "../../ledger/stores/snapshots.ts";
import { missing } from "../../ledger/stores/store-errors.ts";
import type { JournalClient } from "./journal-client.ts";
import type { JournalPoint } from "./journal-head.ts";

/** Named snapshots in a table, for all processes that have the journal open. */
export class PostgresSnapshots implements SnapshotStore {
  readonly #client: JournalClient;
  readonly #marks: Marks<JournalPoint>;
  /** Raises SERVICE_NOT_RUNNING if the store is closed. */
  readonly #assertOpen: () => void;

  constructor(client: JournalClient, marks: Marks<JournalPoint>, assertOpen: () => void) {
    this.#client = client;
    this.#marks = marks;
    this.#assertOpen = assertOpen;
  }

  async keep(
    name: string,
    mark: JournalMark,
    content: string,
    limit: number,
  ): Promise<StoredSnapshot | undefined> {
    this.#assertOpen();
    const { position, revision } = this.#marks.pointOf(mark);
    this.#client.releaseLock();
    const values = [name, revision, position, content, randomUUID(), limit];
    const [row] = await this.#client.ask("keepSnapshot", ...values);
    if (row === undefined) throw missing(position);
    const { number } = row;
    return number === null ? undefined : { number: Number(number), name, mark, content };
  }

  async list(): Promise<SnapshotList> {
    this.#assertOpen();
    const rows = await this.#client.ask("snapshots");
    const kept = rows.filter((row) => row["number"] !== null);
    return {
      snapshots: kept.map((row) => {
        const point = { position: Number(row["position"]), revision: Number(row["revision"]) };
        return {
          number: Number(row["number"]),
          name: String(row["name"]),
          mark: this.#marks.create(point),
          content: String(row["content"]),
          parent: textOf(row["parent"]),
        };
      }),
      current: textOf(rows[0]?.["current"]),
    };
  }

  async delete(name: string): Promise<boolean> {
    this.#assertOpen();
    const { rows, isRepeated } = await this.#client.change("deleteSnapshot", name);
    return rows.length > 0 || isRepeated;
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;
