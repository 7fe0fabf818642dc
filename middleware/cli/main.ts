#!/usr/bin/env node
import { run } from "./run.ts";

const stop = new AbortController();
// The first signal stops cleanly; a second one finds the default again, which ends the process.
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

process.exitCode = await run(
  {
    arguments: process.argv.slice(2),
    environment: process.env,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  },
  stop.signal,
);
