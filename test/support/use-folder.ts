import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns new paths in a folder of the suite, which is deleted after it. */
export const useFolder = (name: string): (() => string) => {
  let folder = "";
  let count = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), `${name}-`));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, String(++count));
};
