#!/usr/bin/env node
import { keepCompiled } from "./keep-compiled.ts";
import { unfitNode } from "./needed-node.ts";

const unfit = unfitNode(process.versions.node);
if (unfit !== undefined) {
  process.stderr.write(`${unfit}\n`);
  process.exit(1);
}

// Before anything is loaded that is worth it.
keepCompiled(process.env);
const { run } = await import("./run.ts");

// A ledger, a dump of one and a recording tell everything: their files are readable by this user only.
process.umask(0o077);

const stop = new AbortController();
// The first signal stops cleanly; a second one finds the default again, which ends the process.
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());
// Whoever started it may read no further than the greeting: the ledger goes on.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

process.exitCode = await run(
  {
    arguments: process.argv.slice(2),
    environment: process.env,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    log: (text) => process.stdout.write(text),
  },
  stop.signal,
);
