import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import type { Change, Database } from "./database.ts";
import { failed } from "./errors.ts";
import { type Head, headKey, headText } from "./records.ts";
import type { ReachWitness } from "./witness.ts";

/** Writes all of what it is given or nothing, and on disk. What fails may have been written or not, and is not tried again: that is the end of it. */
export class LevelWriter {
  readonly #database: Database;
  readonly #witness: ReachWitness;
  #head: Head;
  #failure: unknown;

  constructor(database: Database, head: Head, witness: ReachWitness) {
    this.#database = database;
    this.#head = head;
    this.#witness = witness;
  }

  /** As it is on disk. */
  get head(): Head {
    return this.#head;
  }

  /** Why nothing is written any more; undefined while every write succeeded. */
  get failure(): LedgerError | undefined {
    return this.#failure === undefined ? undefined : failed(this.#failure);
  }

  /** Raises SERVICE_NOT_RUNNING when anything could not be written before. */
  assertWorks(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /** Changes of the journal, with its head from then on. */
  async write(head: Head, changes: readonly Change[]): Promise<void> {
    await this.writeTo(this.#database, [
      ...changes,
      { type: "put", key: headKey, value: headText(head) },
    ]);
    this.#head = head;
    const { generation, position, hash } = head;
    this.#witness.tell({ generation, position, hash });
  }

  /** What the head does not tell of. */
  async writeTo<Written extends Change>(
    database: { batch(changes: Written[], options: { readonly sync: true }): Promise<void> },
    changes: readonly Written[],
  ): Promise<void> {
    this.assertWorks();
    try {
      await database.batch([...changes], { sync: true });
    } catch (error) {
      this.#failure ??= error;
      throw failed(error);
    }
  }
}
