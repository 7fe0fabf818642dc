import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { installProject } from "./installed-project.ts";
import { reportFigures } from "./report.ts";

// The installed command: time from the start of its process to its first output and to its first answer.
// For comparison, each round also measures the same through npx, which takes time itself, and a
// process that does nothing.

const roundCount = 11;

interface StartTimes {
  readonly printed: number;
  readonly answered: number;
}

const measureStart = async (
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<StartTimes> => {
  const begin = performance.now();
  const child = spawn(program, [...args, "--port", "0"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    // In a separate process group, so that processes started by npx can be ended.
    detached: true,
  });
  const closed = once(child, "close");
  let output = "";
  let printed = 0;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (printed === 0) printed = performance.now() - begin;
      output += text;
      const found = /Ledger API +(http:\/\/\S+)/u.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    closed.then(
      () => reject(new TypeError(`The command ended before it printed its URL:\n${output}`)),
      reject,
    );
  });
  await (await fetch(`${url}/v2/version`)).text();
  const answered = performance.now() - begin;
  if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  await closed;
  return { printed, answered };
};

const installedProject = installProject([]);
if (installedProject !== undefined) {
  const { path } = installedProject;
  const main = join("node_modules", "ledger-in-a-box", "dist", "middleware", "cli", "main.js");
  const samples = { bare: [] as number[], direct: [] as StartTimes[], npx: [] as StartTimes[] };
  try {
    for (let round = 0; round < roundCount; round++) {
      const begin = performance.now();
      spawnSync(process.execPath, ["-e", ""]);
      samples.bare.push(performance.now() - begin);
      samples.direct.push(await measureStart(path, process.execPath, [main]));
      samples.npx.push(await measureStart(path, "npx", ["ledger-in-a-box"]));
    }
  } finally {
    installedProject.remove();
  }
  reportFigures("The installed command, with the demo data", [
    {
      name: "time from the start of the process to its first output",
      samples: samples.direct.map(({ printed }) => printed),
      unit: "ms",
      target: { atMost: 400 },
    },
    {
      name: "time from the start of the process to its first answer",
      samples: samples.direct.map(({ answered }) => answered),
      unit: "ms",
    },
    {
      name: "time from the start of npx to the first output",
      samples: samples.npx.map(({ printed }) => printed),
      unit: "ms",
    },
    { name: "a process of Node that does nothing", samples: samples.bare, unit: "ms" },
    {
      name: "time to the first output relative to a process that does nothing",
      samples: samples.direct.map(
        ({ printed }, round) => printed / (samples.bare[round] ?? Number.NaN),
      ),
      unit: "×",
    },
  ]);
}
