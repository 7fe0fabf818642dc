#!/usr/bin/env node
import { enableCompileCache } from "./compile-cache.ts";
import { explainUnsupportedNodeVersion } from "./supported-node.ts";

const unsupportedNodeMessage = explainUnsupportedNodeVersion(process.versions.node);
if (unsupportedNodeMessage !== undefined) {
  process.stderr.write(`${unsupportedNodeMessage}\n`);
  process.exit(1);
}

// Enable the compile cache before the large modules are loaded.
enableCompileCache(process.env);
const { runCommandLine } = await import("./run.ts");

// Stores, dumps and recordings contain confidential data: only this user may read their files. `init`
// and `codegen` write files of a project, which get the usual permissions of the user.
if (!["init", "codegen"].includes(process.argv[2] ?? "")) process.umask(0o077);

const stopController = new AbortController();
// The first signal stops cleanly; the second one ends the process, because the default handler
// applies again.
process.once("SIGINT", () => stopController.abort());
process.once("SIGTERM", () => stopController.abort());
// The program that reads the output may close it after the start text; the server continues.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

process.exitCode = await runCommandLine(
  {
    arguments: process.argv.slice(2),
    environment: process.env,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    log: (text) => process.stdout.write(text),
  },
  stopController.signal,
);
