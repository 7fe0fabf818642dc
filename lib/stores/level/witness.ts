import { close, constants, openSync, readSync, write } from "node:fs";
import { promisify } from "node:util";

import { utf8ToBytes } from "@noble/hashes/utils.js";

import { hexDigestOf } from "../../ground/values/digest.ts";
import type { Reach } from "./records.ts";

const writeAt = promisify(write);
const closeFile = promisify(close);

/** Hears how far the journal has come. */
export interface ReachWitness {
  tell(reach: Reach): void;
  close(): Promise<void>;
}

/**
 * Tells how far a journal had come, beside the database that holds it: LevelDB keeps no more of a log than it can
 * read, and says nothing of what was cut off. What it tells was durable before, and need not be the newest; so nothing waits
 * for it, and a machine that stops leaves it behind at most. There are two places in turn: one of them is whole.
 */
export class Witness implements ReachWitness {
  /** What was told before; undefined where nothing was. */
  readonly told: Reach | undefined;
  readonly #file: number;
  #turn = 0;
  #newest: Reach | undefined;
  #writing: Promise<void> | undefined;

  /** Makes the file where there is none. Throws what the platform does. */
  constructor(path: string) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const bytes = Buffer.alloc(2 * placeLength);
    readSync(this.#file, bytes, 0, bytes.length, 0);
    const places = [bytes.subarray(0, placeLength), bytes.subarray(placeLength)].map(readPlace);
    [this.told] = places
      .filter((reach) => reach !== undefined)
      .sort(byReach)
      .slice(-1);
    // The one that is not the newest is written first.
    this.#turn = this.told !== undefined && places[0] === this.told ? 1 : 0;
  }

  tell(reach: Reach): void {
    this.#newest = reach;
    this.#writing ??= this.#write();
  }

  async close(): Promise<void> {
    await this.#writing;
    await closeFile(this.#file);
  }

  /** What comes while it writes is written after that, the newest only. */
  async #write(): Promise<void> {
    try {
      for (let reach = this.#take(); reach !== undefined; reach = this.#take()) {
        const bytes = Buffer.from(placeText(reach).padEnd(placeLength), "latin1");
        await writeAt(this.#file, bytes, 0, placeLength, this.#turn * placeLength);
        this.#turn = 1 - this.#turn;
      }
    } catch {
      // It is left behind, as when the machine stops.
    } finally {
      this.#writing = undefined;
    }
  }

  #take(): Reach | undefined {
    const reach = this.#newest;
    this.#newest = undefined;
    return reach;
  }
}

const placeLength = 256;

const placeText = ({ generation, position, hash }: Reach): string => {
  const text = `${generation} ${position} ${hash}`;
  return `${text} ${checkOf(text)}`;
};

const readPlace = (place: Buffer): Reach | undefined => {
  const text = place.toString("latin1").trimEnd();
  const end = text.lastIndexOf(" ");
  const told = text.slice(0, Math.max(end, 0));
  if (text.slice(end + 1) !== checkOf(told)) return undefined;
  const [generation = "", position = "", hash = ""] = told.split(" ");
  return { generation: Number(generation), position: Number(position), hash };
};

const checkOf = (text: string): string => hexDigestOf(utf8ToBytes(text)).slice(0, 16);

const byReach = (left: Reach, right: Reach): number =>
  left.generation - right.generation || left.position - right.position;
