import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";
import { pathToFileURL, URL } from "node:url";

import { createFreshProject, requirePackagesAvailable } from "./create-fresh-project.js";
import { commandLineMistakes, mistakeFiles } from "./mistakes/command-line.js";
import { faultyPrograms } from "./mistakes/programs.js";
import { mistakenRequests } from "./mistakes/requests.js";
import {
  collectOutput,
  commandFile,
  isRunning,
  startNodeInProject,
  whileServed,
} from "./served.js";
import { unsupportedNodeVersion } from "./versions.js";

/** Timeout in milliseconds; every mistake is refused much earlier. */
const patienceMillis = 30_000;

/**
 * Makes mistakes of new users with the packed package. Each must be refused with an explanation, and leave
 * no process running.
 */
export const tryMistakes = async ({ folder, tarball, step }) => {
  let maker;
  await step("mistakes: install", async () => {
    maker = await makerOf(join(folder, "mistakes"), tarball);
  });
  if (maker === undefined) return;
  await step(`${commandLineMistakes.length} mistakes in the command line`, () =>
    all(commandLineMistakes, (mistake) => refusedAtOnce(maker, mistake)),
  );
  await step(`${faultyPrograms.length} mistakes in programs`, () =>
    all(faultyPrograms, (mistake) => endsWithError(maker, mistake)),
  );
  await step(`${mistakenRequests.length} mistakes in requests`, () => refusedByLedger(maker));
  await step("a port that is in use", () => refusedForPort(maker));
  await step("a secret that is also the name of a folder", () =>
    servesDespite(maker, ["--auth", "test"]),
  );
  await step("a reset of a ledger without the control API", () => refusedReset(maker));
  await step(`Node ${unsupportedNodeVersion}`, () => refusedOnOldNode(maker, folder));
  await step("ledgers that ended leave no secret behind", async () => {
    const left = await readdir(maker.runtime, { recursive: true });
    if (left.some((name) => name.endsWith(".json"))) throw new Error(left.join());
  });
};

const makerOf = async (path, tarball) => {
  const project = await createFreshProject(path, { tarball, type: "module" });
  for (const [file, text] of Object.entries(mistakeFiles)) await project.write(file, text);
  const runtime = join(path, "runtime");
  await mkdir(runtime);
  const { PATH } = process.env;
  return { project, runtime, environment: { PATH, HOME: path, XDG_RUNTIME_DIR: runtime } };
};

/** Runs two attempts at a time, and throws the problems of all of them together. */
const all = async (mistakes, attempt) => {
  const rest = [...mistakes];
  const found = [];
  const work = async () => {
    for (let mistake; (mistake = rest.shift()) !== undefined;) {
      const problems = await attempt(mistake);
      found.push(...problems.map((problem) => `${mistake.title}: ${problem}`));
    }
  };
  await Promise.all([work(), work()]);
  if (found.length > 0) throw new Error(`\n${found.join("\n")}`);
};

const refusedAtOnce = async (maker, { given, port = ["--port", "0"], environment, says }) => {
  // A command and its options, or the options of the default command.
  const anyPort = given[0]?.startsWith("-") === false ? [] : port;
  const ended = await run(maker, [commandFile, ...anyPort, ...given], environment);
  return [...wrongEnd(ended, says), ...noisy(ended)];
};

let written = 0;

/** Runs a program that must end with an error. Node prints the error with its stack. */
const endsWithError = async (maker, { type = "module", options = [], text, says }) => {
  const file = `program-${++written}.${type === "module" ? "mjs" : "cjs"}`;
  await maker.project.write(file, text);
  const ended = await run(maker, [...options, file]);
  // Node prints the source line of the error, so the lines of a bundle must be short.
  const longest = Math.max(...ended.errors.split("\n").map(({ length }) => length));
  return [
    ...wrongEnd(ended, says),
    ...(longest > 1000 ? [`it prints a line of ${longest} characters`] : []),
  ];
};

const wrongEnd = ({ code, errors, isLeft }, says) => [
  ...(code === 1 ? [] : [`its exit code is ${code}, not 1`]),
  ...(isLeft ? ["it leaves a process running"] : []),
  ...unsaid(says, errors),
];

const unsaid = (says, text) =>
  says
    .filter((word) => !word.test(text))
    .map((word) => `${word} does not match\n${text.slice(-1500)}`);

const noisy = ({ output, errors }) => [
  ...(output === "" ? [] : [`it prints\n${output}`]),
  ...(/^\s+at .+:\d+|node:internal|\[object |\bundefined\b/mu.test(errors)
    ? [`it prints a stack trace or an internal value\n${errors}`]
    : []),
  ...(errors.split("\n").length > 8 ? [`it prints more than 8 lines\n${errors}`] : []),
];

/** Runs Node until it ends, with all processes that it starts. */
const run = async (maker, args, environment = {}, node = process.execPath) => {
  const child = startNodeInProject(maker, args, { environment, node });
  const patience = setTimeout(() => process.kill(-child.pid, "SIGKILL"), patienceMillis);
  const heard = collectOutput(child);
  const [code, signal] = await once(child, "close");
  clearTimeout(patience);
  return { code: code ?? signal, ...heard, isLeft: isRunning(-child.pid) };
};

const servesDespite = (maker, given) =>
  whileServed(maker, given, async (url) => {
    const { status } = await fetch(`${url}/livez`);
    if (status !== 200) throw new Error(`/livez has status ${status}`);
  });

const refusedByLedger = async (maker) => {
  const { resolve } = createRequire(join(maker.project.path, "main.js"));
  const { tokenFor } = await import(pathToFileURL(resolve("ledger-in-a-box/testing")).href);
  const given = ["--secret", "mine", "--audience", "me", "--control", "--control-secret", "steer"];
  await whileServed(maker, given, (url, greeting) => {
    const [bob] = /\bbob::\w+/u.exec(greeting);
    return all(mistakenRequests, async (mistake) => {
      const { status, text } = await answerTo(url, mistake, { tokenFor, bob });
      const isOther = status !== mistake.status;
      return [...(isOther ? [`status ${status}`] : []), ...unsaid(mistake.says, text)];
    });
  });
};

const answerTo = async (url, mistake, { tokenFor, bob }) => {
  const { path, body, text = body && JSON.stringify(body), type = "application/json" } = mistake;
  const response = await fetch(`${url}${path}`, {
    method: text === undefined ? "GET" : "POST",
    headers: { "Content-Type": type, ...authorization(mistake, tokenFor) },
    body: text?.replaceAll('"bob::"', JSON.stringify(bob)),
  });
  // A hint that the text of a participant's error cannot contain is in a header.
  const hint = response.headers.get("Ledger-Hint") ?? "";
  return { status: response.status, text: `${await response.text()} ${hint}` };
};

const authorization = (mistake, tokenFor) => {
  if (mistake.authorization !== undefined) return { Authorization: mistake.authorization };
  const { token = "token" in mistake ? undefined : ["mine", "alice"] } = mistake;
  if (token === undefined) return {};
  const [secret, user, terms] = token;
  return { Authorization: `Bearer ${tokenFor(secret, user, { audience: "me", ...terms })}` };
};

const refusedForPort = async (maker) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  const ended = await run(maker, [commandFile, "--port", String(port)]);
  server.close();
  throwAny([...wrongEnd(ended, [new RegExp(`Port ${port} is in use`), /--port/]), ...noisy(ended)]);
};

const refusedReset = (maker) =>
  whileServed(maker, [], async (url) => {
    const ended = await run(maker, [commandFile, "reset", "--port", new URL(url).port]);
    throwAny([
      ...wrongEnd(ended, [/has no control API: start it with --control/]),
      ...noisy(ended),
    ]);
  });

const refusedOnOldNode = async (maker, folder) => {
  const path = join(folder, "old-node");
  await requirePackagesAvailable(folder, [`node@${unsupportedNodeVersion}`]);
  await createFreshProject(path, { packages: [`node@${unsupportedNodeVersion}`] });
  const node = join(path, "node_modules", "node", "bin", "node");
  const ended = await run(maker, [commandFile], {}, node);
  throwAny([
    ...wrongEnd(ended, [/needs Node 20\.19/, new RegExp(unsupportedNodeVersion)]),
    ...noisy(ended),
  ]);
};

const throwAny = (problems) => {
  if (problems.length > 0) throw new Error(problems.join("\n"));
};
