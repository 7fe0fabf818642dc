import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import type * as fixtures from "../../../fixtures/index.ts";
import type * as core from "../../../lib/index.ts";
import { NotAsDocumented } from "./not-as-documented.ts";
import { type Answer, type Block, documentedOutputOf, matchesDocumented } from "./page.ts";
import type { PreparedPage } from "./prepare-page.ts";
import {
  type ProcessSurroundings,
  type RunningProgram,
  runProgram,
  startProgram,
} from "./processes.ts";
import { openShell, type Shell } from "./shell.ts";

/** The installation of the package with which a page is tried. */
export interface Installation {
  /** The module of the command `ledger-in-a-box`. */
  readonly command: string;
  /** The extension of compiled programs. */
  readonly extension: ".js" | ".mjs";
  /** True if all test runners are installed. Otherwise tests for missing runners are skipped. */
  readonly hasRunners: boolean;
  /** The functions of the package that load fixtures. */
  readonly modules: Pick<typeof core, "createLedger"> &
    Pick<typeof fixtures, "iou" | "loadFixture" | "parseFixture">;
}

/**
 * Runs the blocks of a page in order: programs, tests, shell commands and fixtures. Rejects with {@link
 * NotAsDocumented} if a block fails or prints something else than documented.
 */
export const runPage = async (page: PreparedPage, installed: Installation): Promise<void> => {
  const reader = await Reader.at(page, installed);
  try {
    for (const block of page.blocks) {
      try {
        await reader.runBlock(block);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new NotAsDocumented(`${block.text}\n${why}`);
      }
    }
  } finally {
    await reader.close();
  }
};

/** Matches a command line that starts a ledger. It runs until it is stopped. */
const startsLedger = /^npx ledger-in-a-box *(?:$|[#-])/u;
/** Matches other command lines that run until they are stopped, next to the ledger. */
const startsServer = /^npx ledger-in-a-box (?:record |mcp .*--http )/u;
/**
 * Matches command lines that are skipped, since they need the network, Docker or the reader's project, or
 * start a test runner: tests on a page run with the runner that they import.
 */
const isSkipped =
  /^(?:[A-Z_]+=\S+ )*(?:npm|docker|node --test|npx (?:tsx|vitest|mocha|jest))(?: |$)/u;

class Reader {
  readonly #blocks: readonly Block[];
  readonly #installed: Installation;
  readonly #surroundings: ProcessSurroundings;
  readonly #shell: Shell;
  /** The ledger of the command line. */
  #ledger: RunningProgram | undefined;
  /** Programs that keep serving. */
  readonly #running: RunningProgram[] = [];

  private constructor(
    blocks: readonly Block[],
    surroundings: ProcessSurroundings,
    installed: Installation,
  ) {
    this.#blocks = blocks;
    this.#surroundings = surroundings;
    this.#installed = installed;
    this.#shell = openShell(surroundings);
  }

  static async at(
    { folder, port, blocks }: PreparedPage,
    installed: Installation,
  ): Promise<Reader> {
    const programs = join(folder, "programs");
    await mkdir(programs, { recursive: true });
    const shims = {
      // Replaces npx, to save its start-up time.
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
      CURL: (await runProgram(["sh", "-c", "command -v curl"], outside)).trim(),
    };
    return new Reader(blocks, { folder, environment }, installed);
  }

  async runBlock(block: Block): Promise<void> {
    switch (block.language) {
      case "ts":
        return this.#program(block);
      case "yaml":
        return block.file === undefined ? this.#load(block.text) : this.#requireUse(block.file);
      case "sh":
        return this.#lines(block);
      default:
        throw new NotAsDocumented(`A block in ${block.language} cannot be tested.`);
    }
  }

  async #load(fixture: string): Promise<void> {
    const { createLedger, iou, loadFixture, parseFixture } = this.#installed.modules;
    const ledger = await createLedger({ packages: [iou] });
    await loadFixture(ledger, parseFixture(fixture));
    await ledger.close();
  }

  /** Throws unless some code on the page names the file, since that code loads the fixture. */
  #requireUse(file: string): void {
    if (this.#blocks.some(({ text }) => !text.startsWith(`# ${file}`) && text.includes(file))) {
      return;
    }
    throw new NotAsDocumented(`No code on the page loads ${file}.`);
  }

  async close(): Promise<void> {
    this.#shell.close();
    await this.#ledger?.stop();
    await Promise.all(this.#running.map((program) => program.stop()));
  }

  async #program({ text, file = "" }: Block): Promise<void> {
    const module = file.replace(/\.ts$/u, this.#installed.extension);
    if (text.includes(".listen(")) {
      const node = [process.execPath, module];
      this.#running.push(await startProgram(node, this.#surroundings, /\n/u));
      return;
    }
    const runner = runnerOf(text);
    // Vitest compiles tests itself, and in a CommonJS project accepts only the source.
    const test = text.includes('from "vitest"') ? file : module;
    if (runner !== undefined) return this.#test([...runner, test]);
    const output = await runProgram([process.execPath, module], this.#surroundings);
    const documented = documentedOutputOf(text).join("\n");
    if (!matchesDocumented(documented, output)) throw new NotAsDocumented(`It prints\n${output}`);
  }

  async #test([runner = "", ...args]: readonly string[]): Promise<void> {
    const node = runner === "node" ? [] : moduleOf(runner, this.#surroundings.folder);
    if (node === undefined) {
      if (!this.#installed.hasRunners) return;
      throw new NotAsDocumented(`There is no ${runner}.`);
    }
    await runProgram([process.execPath, ...node, ...args], this.#surroundings);
  }

  async #lines({ text, answer }: Block): Promise<void> {
    const lines = text.split("\n").filter((line) => line !== "" && !isSkipped.test(line));
    if (lines.length === 0) return;
    let output = "";
    const starts = lines.filter((line) => startsLedger.test(line));
    for (const line of starts) output += await this.#start(line);
    for (const line of lines.filter((line) => startsServer.test(line))) {
      const running = await this.#goOn(line);
      this.#running.push(running);
      output += running.output();
    }
    const script = lines
      .filter((line) => !startsLedger.test(line) && !startsServer.test(line))
      .join("\n");
    output += await this.#shell.run(script, answer?.language === "json");
    if (
      answer !== undefined &&
      !matchesDocumented(oneLine(answer), oneLine({ ...answer, text: output }))
    ) {
      throw new NotAsDocumented(`It prints\n${output}`);
    }
  }

  /** Returns the text that the ledger prints when it starts. */
  async #start(line: string): Promise<string> {
    await this.#ledger?.stop();
    this.#ledger = await this.#goOn(line);
    return this.#ledger.output();
  }

  #goOn(line: string): Promise<RunningProgram> {
    return startProgram(["sh", "-c", `exec ${line}`], this.#surroundings, /Ctrl-C/u);
  }
}

/** Returns the text of an answer; JSON without line breaks and indentation. */
const oneLine = ({ language, text }: Answer): string => {
  if (language !== "json") return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};

/** Returns the command of the runner that a test imports. */
const runnerOf = (program: string): readonly string[] | undefined => {
  if (program.includes('from "node:test"')) return ["node", "--test"];
  if (program.includes('from "mocha"')) return ["mocha/bin/mocha.js", "--no-config"];
  if (program.includes('from "vitest"')) return ["vitest/vitest.mjs", "run"];
  if (program.includes('from "@jest/globals"')) return ["jest/bin/jest.js", "--watchman=false"];
  return undefined;
};

/** Returns the arguments with which Node starts the runner; undefined if it is not installed. */
const moduleOf = (runner: string, folder: string): readonly string[] | undefined => {
  const [name = "", ...path] = runner.split("/");
  try {
    const root = dirname(createRequire(join(folder, "page")).resolve(`${name}/package.json`));
    return ["--experimental-vm-modules", join(root, ...path)];
  } catch {
    return undefined;
  }
};
