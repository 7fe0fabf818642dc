import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import type { ClassicLevel } from "classic-level";

/** What is done to the databases of a store as a whole. */
export interface Upkeep {
  /** Bytes. */
  size(): Promise<number>;
  /** Gives back the room of what was deleted. */
  tidy(): Promise<void>;
}

/** Of a store in a folder. */
export const upkeepOf = (folder: string, databases: readonly ClassicLevel[]): Upkeep => ({
  size: async () => {
    const files = await readdir(folder, { recursive: true });
    const sizes = await Promise.all(files.map((file) => sizeOf(join(folder, file))));
    return sizes.reduce((sum, size) => sum + size, 0);
  },
  tidy: async () => {
    for (const database of databases) await database.compactRange("", lastKey);
  },
});

/** Behind all keys, which are words. */
const lastKey = "~";

/** LevelDB deletes files at any time. */
const sizeOf = async (file: string): Promise<number> => {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : 0;
  } catch {
    return 0;
  }
};
