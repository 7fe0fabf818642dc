import { createHash } from "node:crypto";
import { join } from "node:path";

import type { Command } from "commander";

import { cacheFolder } from "../../fixtures/daml/index.ts";
import type { GivenOptions } from "./define-command.ts";
import type { CommandLine, CopySetting } from "./settings.ts";
import { isDatabase } from "./store-place.ts";

/** So many processes of a machine that share a database have a copy each; the next ones are to name theirs. */
const maxCopies = 64;

/** Where all are that nobody has named. */
export const copiesFolder = (cache: string): string => join(cache, "copies");

/** Undefined for none. Ends the command, having said why, where there is nothing to copy. */
export const copySetting = (
  command: Command,
  environment: CommandLine["environment"],
): CopySetting | undefined => {
  const { store, copy } = command.opts<GivenOptions>();
  if (store === undefined || !isDatabase(store)) {
    if (copy !== undefined) {
      command.error("error: --copy needs the --store in PostgreSQL that it is of");
    }
    return undefined;
  }
  if (copy === "off") return undefined;
  if (copy !== undefined) return { folders: [copy], isNamed: true };
  const cache = cacheFolder(undefined, environment);
  if (cache === undefined) return undefined;
  const folder = join(copiesFolder(cache), nameOf(store));
  const folders = Array.from({ length: maxCopies }, (_, index) => join(folder, String(index + 1)));
  return { folders, isNamed: false };
};

/** Tells nothing of the database, or who may enter it. */
const nameOf = (store: string): string =>
  createHash("sha256").update(store).digest("hex").slice(0, 16);
