import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";

import { type MeasuredRun, resultSchemaVersion } from "./measured.ts";

/** Returns the context of the figures: machine, versions, commit and time. */
export const readRunContext = (root: string): Omit<MeasuredRun, "benches"> => ({
  schema: resultSchemaVersion,
  ...readCommit(root),
  date: new Date().toISOString(),
  machine: {
    platform: process.platform,
    arch: process.arch,
    model: cpus()[0]?.model ?? "unknown processor",
    processors: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  },
  node: process.version,
});

/** Returns the context in one line. */
export const formatRunContext = (about: Omit<MeasuredRun, "benches">): string =>
  `${about.commit.slice(0, 12)}${about.isChanged ? ", changed" : ""}; ${formatEnvironment(about)}`;

const formatEnvironment = ({ machine, node, date }: Omit<MeasuredRun, "benches">): string => {
  const { platform, arch, model, processors, memoryGiB, load } = machine;
  return `Node ${node}, ${platform} ${arch}, ${processors} × ${model}, ${memoryGiB} GiB, load ${load}, ${date}`;
};

/** Returns the context without the commit. */
export const describeMachine = (): string => formatEnvironment(readRunContext(import.meta.dirname));

/** Runs git in a folder and returns its output without the final line break. */
export const runGit = (root: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-C", root, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trimEnd();

const readCommit = (root: string): { readonly commit: string; readonly isChanged: boolean } => {
  try {
    return {
      commit: runGit(root, "rev-parse", "HEAD"),
      isChanged: runGit(root, "status", "--porcelain") !== "",
    };
  } catch {
    // Sources from an archive have no commit.
    return { commit: "unknown", isChanged: true };
  }
};
