import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import type * as fixtures from "../../../fixtures/index.ts";
import type * as core from "../../../lib/index.ts";
import type { LaidOut } from "./lay-out.ts";
import { NotAsDocumented } from "./not-as-documented.ts";
import { type Answer, type Block, fits, printedBy } from "./page.ts";
import { printed, type Running, serving, type Surroundings } from "./processes.ts";
import { openShell, type Shell } from "./shell.ts";

/** The environment of a reader who tries a page. */
export interface Installed {
  /** The module of the command `ledger-in-a-box`. */
  readonly command: string;
  /** The extension of compiled programs. */
  readonly ending: ".js" | ".mjs";
  /** Whether all test runners are installed; tests for missing ones are skipped. */
  readonly hasRunners: boolean;
  /** The modules of the package that load fixtures. */
  readonly modules: Pick<typeof core, "createLedger"> &
    Pick<typeof fixtures, "iou" | "loadFixture" | "parseFixture">;
}

/**
 * Runs everything on a page in order: programs, tests, shell commands, and fixtures. Rejects with {@link
 * NotAsDocumented} if something fails, or prints something else than documented.
 */
export const runPage = async (page: LaidOut, installed: Installed): Promise<void> => {
  const reader = await Reader.at(page, installed);
  try {
    for (const block of page.blocks) {
      try {
        await reader.follow(block);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new NotAsDocumented(`${block.text}\n${why}`);
      }
    }
  } finally {
    await reader.leave();
  }
};

/** Starts a ledger that keeps running, unlike other commands of the command line. */
const startsLedger = /^npx ledger-in-a-box *(?:$|[#-])/u;
/** Keeps running next to the ledger. */
const startsBeside = /^npx ledger-in-a-box (?:record |mcp .*--http )/u;
/**
 * Skipped here: needs the network, Docker or the reader's project. Tests on a page run with the runner that
 * they import.
 */
const needsMore =
  /^(?:[A-Z_]+=\S+ )*(?:npm|docker|node --test|npx (?:tsx|vitest|mocha|jest))(?: |$)/u;

class Reader {
  readonly #blocks: readonly Block[];
  readonly #installed: Installed;
  readonly #surroundings: Surroundings;
  readonly #shell: Shell;
  /** The ledger of the command line. */
  #ledger: Running | undefined;
  /** Programs that keep serving. */
  readonly #running: Running[] = [];

  private constructor(blocks: readonly Block[], surroundings: Surroundings, installed: Installed) {
    this.#blocks = blocks;
    this.#surroundings = surroundings;
    this.#installed = installed;
    this.#shell = openShell(surroundings);
  }

  static async at({ folder, port, blocks }: LaidOut, installed: Installed): Promise<Reader> {
    const programs = join(folder, "programs");
    await mkdir(programs, { recursive: true });
    const shims = {
      // Like npx, without its start-up time.
      npx: [
        '[ "$1" = ledger-in-a-box ] || exit 1',
        `shift; exec "${process.execPath}" "${installed.command}" "$@"`,
      ].join("\n"),
      curl: `exec "$CURL" $CURL_OPTIONS --silent --show-error "$@"`,
    };
    for (const [name, lines] of Object.entries(shims)) {
      await writeFile(join(programs, name), `#!/bin/sh\n${lines}\n`);
      await chmod(join(programs, name), 0o755);
    }
    const outside = { folder, environment: process.env };
    const environment = {
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
      HOME: folder,
      PORT: String(port),
      XDG_RUNTIME_DIR: folder,
      CURL: (await printed(["sh", "-c", "command -v curl"], outside)).trim(),
    };
    return new Reader(blocks, { folder, environment }, installed);
  }

  async follow(block: Block): Promise<void> {
    switch (block.language) {
      case "ts":
        return this.#program(block);
      case "yaml":
        return block.file === undefined ? this.#load(block.text) : this.#isNamed(block.file);
      case "sh":
        return this.#lines(block);
      default:
        throw new NotAsDocumented(`Nobody tries what is in ${block.language}.`);
    }
  }

  async #load(fixture: string): Promise<void> {
    const { createLedger, iou, loadFixture, parseFixture } = this.#installed.modules;
    const ledger = await createLedger({ packages: [iou] });
    await loadFixture(ledger, parseFixture(fixture));
    await ledger.close();
  }

  /** A fixture in a file is loaded by the code that names the file. */
  #isNamed(file: string): void {
    if (this.#blocks.some(({ text }) => !text.startsWith(`# ${file}`) && text.includes(file))) {
      return;
    }
    throw new NotAsDocumented(`Nobody loads ${file}.`);
  }

  async leave(): Promise<void> {
    this.#shell.close();
    await this.#ledger?.stop();
    await Promise.all(this.#running.map((program) => program.stop()));
  }

  async #program({ text, file = "" }: Block): Promise<void> {
    const module = file.replace(/\.ts$/u, this.#installed.ending);
    if (text.includes(".listen(")) {
      const node = [process.execPath, module];
      this.#running.push(await serving(node, this.#surroundings, /\n/u));
      return;
    }
    const runner = runnerOf(text);
    // Vitest compiles tests itself, and accepts only this form in a CommonJS project.
    const test = text.includes('from "vitest"') ? file : module;
    if (runner !== undefined) return this.#test([...runner, test]);
    const output = await printed([process.execPath, module], this.#surroundings);
    const documented = printedBy(text).join("\n");
    if (!fits(documented, output)) throw new NotAsDocumented(`It prints\n${output}`);
  }

  async #test([runner = "", ...args]: readonly string[]): Promise<void> {
    const node = runner === "node" ? [] : moduleOf(runner, this.#surroundings.folder);
    if (node === undefined) {
      if (!this.#installed.hasRunners) return;
      throw new NotAsDocumented(`There is no ${runner}.`);
    }
    await printed([process.execPath, ...node, ...args], this.#surroundings);
  }

  async #lines({ text, answer }: Block): Promise<void> {
    const lines = text.split("\n").filter((line) => line !== "" && !needsMore.test(line));
    if (lines.length === 0) return;
    let output = "";
    const starts = lines.filter((line) => startsLedger.test(line));
    for (const line of starts) output += await this.#start(line);
    for (const line of lines.filter((line) => startsBeside.test(line))) {
      const running = await this.#goOn(line);
      this.#running.push(running);
      output += running.output();
    }
    const script = lines
      .filter((line) => !startsLedger.test(line) && !startsBeside.test(line))
      .join("\n");
    output += await this.#shell.run(script, answer?.language === "json");
    if (answer !== undefined && !fits(oneLine(answer), oneLine({ ...answer, text: output }))) {
      throw new NotAsDocumented(`It prints\n${output}`);
    }
  }

  /** Returns the text that the ledger prints when it starts. */
  async #start(line: string): Promise<string> {
    await this.#ledger?.stop();
    this.#ledger = await this.#goOn(line);
    return this.#ledger.output();
  }

  #goOn(line: string): Promise<Running> {
    return serving(["sh", "-c", `exec ${line}`], this.#surroundings, /Ctrl-C/u);
  }
}

/** JSON on one line, however it is formatted. */
const oneLine = ({ language, text }: Answer): string => {
  if (language !== "json") return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};

/** The runner that a test imports. */
const runnerOf = (program: string): readonly string[] | undefined => {
  if (program.includes('from "node:test"')) return ["node", "--test"];
  if (program.includes('from "mocha"')) return ["mocha/bin/mocha.js", "--no-config"];
  if (program.includes('from "vitest"')) return ["vitest/vitest.mjs", "run"];
  if (program.includes('from "@jest/globals"')) return ["jest/bin/jest.js", "--watchman=false"];
  return undefined;
};

/** The command that runs it with Node, if it is installed. */
const moduleOf = (runner: string, folder: string): readonly string[] | undefined => {
  const [name = "", ...path] = runner.split("/");
  try {
    const root = dirname(createRequire(join(folder, "page")).resolve(`${name}/package.json`));
    return ["--experimental-vm-modules", join(root, ...path)];
  } catch {
    return undefined;
  }
};
