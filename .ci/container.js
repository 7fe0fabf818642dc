// Builds the image, and checks size, user, health and an answer; see docs/decisions/0021-command-line.md. Without
// Docker it fails in CI, and does nothing elsewhere.
import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const image = "ledger-in-a-box:check";
const maxBytes = 100 * 1000 * 1000;

const docker = (...args) => execFileSync("docker", args, { encoding: "utf8" }).trim();

const hasDocker = () => {
  try {
    execFileSync("docker", ["info"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const healthOf = async (container) => {
  for (let attempt = 0; attempt < 60; attempt++) {
    const health = docker("inspect", "--format", "{{.State.Health.Status}}", container);
    if (health !== "starting") return health;
    await wait(500);
  }
  return "starting";
};

/** Returns the problems of the running container. */
const problemsOf = async (container) => {
  const problems = [];
  const expect = (what, found, wanted) => {
    if (found !== wanted) problems.push(`${what} is ${found}, not ${wanted}`);
  };
  expect("its health", await healthOf(container), "healthy");
  expect("its user", docker("exec", container, "id", "-u"), "10001");
  const [address] = docker("port", container, "7575/tcp").split("\n");
  const { status } = await globalThis.fetch(`http://${address}/readyz`);
  expect("the answer to /readyz", status, 200);
  docker("stop", "--time", "5", container);
  const code = docker("inspect", "--format", "{{.State.ExitCode}}", container);
  expect("its exit code", code, "0");
  return problems;
};

if (!hasDocker()) {
  console.log("The image was not built, because docker is not available.");
  if (process.env.CI) process.exitCode = 1;
} else {
  execFileSync("docker", ["build", "--tag", image, "."], { stdio: "inherit" });
  const bytes = Number(docker("image", "inspect", "--format", "{{.Size}}", image));
  const problems = bytes > maxBytes ? [`its size is ${bytes} bytes; the limit is ${maxBytes}`] : [];
  const container = docker("run", "--detach", "--publish", "127.0.0.1::7575", image);
  try {
    problems.push(...(await problemsOf(container)));
  } finally {
    docker("rm", "--force", container);
  }
  console.log(`The image has ${bytes} bytes.`);
  for (const problem of problems) console.error(`The image: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
