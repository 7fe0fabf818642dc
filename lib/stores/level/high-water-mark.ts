import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

import type { Reach } from "./records.ts";

const slotLength = 128;

/**
 * Records how far the journal has come, in a file beside its database: LevelDB drops the end of a log that it cannot read, without a word. What
 * the file tells was durable before, and may be older than the journal; so no write waits for it. There are two slots, written in turn:
 * one of them is always intact.
 */
export class HighWaterMark {
  /** Undefined where nothing was recorded. */
  readonly recorded: Reach | undefined;
  readonly #file: FileHandle;
  #slot: number;
  #next: Reach | undefined;
  #writing: Promise<void> | undefined;

  private constructor(file: FileHandle, slots: readonly (Reach | undefined)[]) {
    this.#file = file;
    const newest = slots
      .filter((reach) => reach !== undefined)
      .sort(byReach)
      .at(-1);
    this.recorded = newest;
    // The older slot is written first.
    this.#slot = newest !== undefined && slots[0] === newest ? 1 : 0;
  }

  /** Creates the file where there is none. Rejects with errors of the platform. */
  static async open(path: string, mode: number): Promise<HighWaterMark> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, mode);
    const bytes = Buffer.alloc(2 * slotLength);
    await file.read(bytes, 0, bytes.length, 0);
    const slots = [bytes.subarray(0, slotLength), bytes.subarray(slotLength)].map(readSlot);
    return new HighWaterMark(file, slots);
  }

  record(reach: Reach): void {
    this.#next = reach;
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  /** What is recorded meanwhile is written next, the newest only. */
  async #write(): Promise<void> {
    while (this.#next !== undefined) {
      const bytes = Buffer.from(slotText(this.#next).padEnd(slotLength), "latin1");
      this.#next = undefined;
      // A record that is not written is older than the journal, as after a crash.
      await this.#file.write(bytes, 0, slotLength, this.#slot * slotLength).catch(() => undefined);
      this.#slot = 1 - this.#slot;
    }
  }
}

const slotText = ({ generation, position, hash }: Reach): string => {
  const text = `${generation} ${position} ${hash}`;
  return `${text} ${crc32(text)}`;
};

const readSlot = (slot: Buffer): Reach | undefined => {
  const [generation = "", position = "", hash = ""] = slot.toString("latin1").split(" ");
  const reach = { generation: Number(generation), position: Number(position), hash };
  return slot.toString("latin1").trimEnd() === slotText(reach) ? reach : undefined;
};

const byReach = (left: Reach, right: Reach): number =>
  left.generation - right.generation || left.position - right.position;
