import { once } from "node:events";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";

import { generate, packagesOfDars } from "../../../lib/codegen/index.ts";
import { contracts, ownScripts, queries } from "../counter-scripts.ts";
import { assembleDar } from "../lf/assemble.ts";
import { counterPackage } from "../lf/counter.ts";
import { ScriptStage } from "../script-stage.ts";
import { sharedPath } from "../shared.ts";
import { type Block, blocksOf } from "./page.ts";

/**
 * A documentation page, and a folder with its files: those shown on the page, and the DARs that the page
 * expects readers to have.
 */
export interface PreparedPage {
  readonly folder: string;
  readonly blocks: readonly Block[];
  /** The port of the command line's server. */
  readonly port: number;
}

/** Returns the DAR of Splice that a page expects in the folder `dars`; undefined if it needs none. */
export const findPageDar = (page: string): string | undefined =>
  darsOfPages.find(([path]) => page.endsWith(path))?.[1];

const darsOfPages = [
  ["docs/guide/localnet.md", "splice-wallet-0.1.19.dar"],
  ["docs/guide/token-registry.md", "splice-test-token-v1-1.0.0.dar"],
] as const;

/** The ports of the command line and of programs on pages. */
const documentedPorts = ["7575", "3000", "7576"];

/** Writes the files of a page into a new folder; its programs are not yet compiled. */
export const preparePage = async (page: string, folder: string): Promise<PreparedPage> => {
  const ports = await Promise.all(documentedPorts.map(freePort));
  // Replaces the documented ports, since other programs of this machine may use them.
  const here = (text: string): string =>
    documentedPorts.reduce((all, port, index) => all.replaceAll(port, String(ports[index])), text);
  const blocks = withFileNames(blocksOf(here(await readFile(page, "utf8"))));
  const scripts = scriptsDar();
  const built = join(folder, ".daml", "dist");
  await mkdir(built, { recursive: true });
  const counter = assembleDar(counterPackage());
  await writeFile(join(folder, "counter.dar"), counter);
  await generateInto(join(folder, "daml"), counter);
  await writeFile(join(folder, "my-tests.dar"), scripts);
  await writeFile(join(built, "my-tests-1.0.0.dar"), scripts);
  const dar = findPageDar(page);
  const source = dar === undefined ? undefined : sharedPath("dars", "localnet", dar);
  if (source !== undefined) {
    await mkdir(join(folder, "dars"));
    await copyFile(source, join(folder, "dars", basename(source)));
  }
  for (const { file, text } of blocks) {
    if (file !== undefined) await writeFile(join(folder, file), text);
  }
  return { folder, blocks, port: ports[0] ?? 0 };
};

/** Returns the names of the files that are programs. */
export const programsOf = ({ folder, blocks }: PreparedPage): readonly string[] =>
  blocks.flatMap(({ language, file = "" }) => (language === "ts" ? [join(folder, file)] : []));

/**
 * Generates the code that the page's commands will generate. Programs import it, and they are compiled before
 * the commands run.
 */
const generateInto = async (folder: string, dar: Uint8Array): Promise<void> => {
  for (const [path, text] of generate(packagesOfDars([dar]), { schemas: true })) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
};

/** Returns a DAR with a script `setup` that creates a counter. No script of it fails. */
const scriptsDar = (): Uint8Array => {
  const scripts = ownScripts
    .replaceAll("passes", "setup")
    .replaceAll("Main:createsNone", "Main:creates");
  return new ScriptStage(`${contracts(false)} ${queries} ${scripts}`).dar;
};

/** Gives every program a file. */
const withFileNames = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block, index) =>
    block.language === "ts" ? { ...block, file: block.file ?? `program-${index + 1}.ts` } : block,
  );

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};
