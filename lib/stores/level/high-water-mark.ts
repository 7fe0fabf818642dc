import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

import type { JournalEnd } from "./records.ts";

const slotLength = 128;

/**
 * Records the end of the journal in a file next to its database, because LevelDB silently drops the
 * end of a log that it cannot read. The record is only written for durable entries and may be older
 * than the journal, so no write waits for it. It is written to two slots in turn; one of them is
 * always intact.
 */
export class HighWaterMark {
  /** Undefined if nothing was recorded. */
  readonly recorded: JournalEnd | undefined;
  readonly #file: FileHandle;
  #slot: number;
  #next: JournalEnd | undefined;
  #writing: Promise<void> | undefined;

  private constructor(file: FileHandle, slots: readonly (JournalEnd | undefined)[]) {
    this.#file = file;
    const newest = slots
      .filter((reach) => reach !== undefined)
      .sort(byJournalEnd)
      .at(-1);
    this.recorded = newest;
    // The older slot is overwritten first.
    this.#slot = newest !== undefined && slots[0] === newest ? 1 : 0;
  }

  /** Opens the file, and creates it if it is missing. Rejects with errors of the platform. */
  static async open(path: string, mode: number): Promise<HighWaterMark> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, mode);
    const bytes = Buffer.alloc(2 * slotLength);
    await file.read(bytes, 0, bytes.length, 0);
    const slots = [bytes.subarray(0, slotLength), bytes.subarray(slotLength)].map(readSlot);
    return new HighWaterMark(file, slots);
  }

  record(reach: JournalEnd): void {
    this.#next = reach;
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  /** Writes the newest record, until there is no newer one. */
  async #write(): Promise<void> {
    while (this.#next !== undefined) {
      const bytes = Buffer.from(slotText(this.#next).padEnd(slotLength), "latin1");
      this.#next = undefined;
      // After a failed write, the record is older than the journal, as after a crash.
      await this.#file.write(bytes, 0, slotLength, this.#slot * slotLength).catch(() => undefined);
      this.#slot = 1 - this.#slot;
    }
  }
}

const slotText = ({ generation, position, hash }: JournalEnd): string => {
  const text = `${generation} ${position} ${hash}`;
  return `${text} ${crc32(text)}`;
};

const readSlot = (slot: Buffer): JournalEnd | undefined => {
  const [generation = "", position = "", hash = ""] = slot.toString("latin1").split(" ");
  const reach = { generation: Number(generation), position: Number(position), hash };
  return slot.toString("latin1").trimEnd() === slotText(reach) ? reach : undefined;
};

const byJournalEnd = (left: JournalEnd, right: JournalEnd): number =>
  left.generation - right.generation || left.position - right.position;
