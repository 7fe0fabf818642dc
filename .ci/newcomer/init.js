// Creates a project with `init` for each test runner and for a DAR, and runs the commands that it prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";

import { assembleDar } from "../../test/support/lf/assemble.ts";
import { counterPackage } from "../../test/support/lf/counter.ts";
import { freePort } from "../../test/support/pages/prepare-page.ts";
import {
  createFreshProject,
  installed,
  openProjectFolder,
  requirePackagesAvailable,
} from "./create-fresh-project.js";
import { commandFile } from "./served.js";

export const tryInit = async ({ folder, tarball, step, isQuick }) => {
  // Each runner is installed from the registry, which takes more than a minute in total.
  if (isQuick) return;
  let maker;
  await step("init: install", async () => {
    maker = await createFreshProject(join(folder, "init"), { tarball });
    await writeFile(join(maker.path, "counter.dar"), assembleDar(counterPackage()));
  });
  if (maker === undefined) return;
  for (const runner of ["node", "vitest", "mocha", "jest", "bun"]) {
    await step(`init --runner ${runner}`, () => tryProject(maker, ["--runner", runner], tarball));
  }
  await step("init --dar counter.dar", () => tryProject(maker, ["--dar", "counter.dar"], tarball));
};

const tryProject = async (maker, given, tarball) => {
  const name = given.at(-1).replace(".", "-");
  const output = await succeeds(maker, ["node", commandFile, "init", name, ...given]);
  const project = openProjectFolder(join(maker.path, name));
  const lines = output.split("\n").map((line) => line.replace(/ +#.*/u, "").trim());
  const isBun = given.includes("bun");
  const install = lines.find((line) => line.startsWith("npm install")) ?? "";
  const packages = install.split(" ").slice(3);
  const versions = installed([
    ...packages.filter((each) => each !== "ledger-in-a-box"),
    "typescript",
    // Users of Bun have installed it.
    ...(isBun ? ["bun"] : []),
  ]);
  await requirePackagesAvailable(project.path, versions);
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error"];
  await succeeds(project, ["npm", "install", ...quiet, "--save-dev", tarball, ...versions]);
  await succeeds(project, ["node_modules/.bin/tsc", "-p", "."]);
  if (!lines.includes("npm test")) throw new Error(`init does not print npm test:\n${output}`);
  const tested = await succeeds(project, ["npm", "test"]);
  if (!/\b(?:pass 1|1 pass)/u.test(tested)) throw new Error(tested);
  if (given.includes("--dar")) await succeeds(project, ["npm", "run", "types"]);
  await answers(project);
};

const succeeds = async (project, [program, ...args]) => {
  const { code, output } = await project.run(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ends with ${code}\n${output}`);
  return output;
};

/** Starts the app, and expects an answer at the URL that it prints. */
const answers = async ({ path }) => {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port };
  const app = spawn("npm", ["start"], { cwd: path, env, stdio: "pipe", detached: true });
  const closed = once(app, "close");
  let output = "";
  const limit = setTimeout(() => process.kill(-app.pid, "SIGKILL"), 30_000);
  try {
    await new Promise((resolve, reject) => {
      for (const stream of [app.stdout, app.stderr]) {
        stream.setEncoding("utf8").on("data", (text) => {
          output += text;
          if (output.includes(`http://127.0.0.1:${port}`)) resolve();
        });
      }
      void closed.then(() => reject(new Error(`npm start ends:\n${output}`)));
    });
    const url = /http:\S+/u.exec(output)[0];
    const { version } = await (await fetch(url)).json();
    if (!version.startsWith("3.")) throw new Error(`${url} has version ${version}`);
  } finally {
    clearTimeout(limit);
    if (app.exitCode === null) process.kill(-app.pid, "SIGKILL");
    await closed;
  }
};
