// Sends recorded requests to the built product, and compares its answers with those of a participant; see
// docs/decisions/0016-recorded-participant.md. `npm run twin -- [--write] [scenario…]`
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";

import { parse, stringify } from "yaml";

const root = join(import.meta.dirname, "..");
const listed = join(root, "test", "participant", "differences.yaml");
const shared = [process.env.LEDGER_SHARED, join(root, "..", "shared")].find(
  (folder) => folder !== undefined && existsSync(join(folder, "oracle", "twin")),
);
const copied = await mkdtemp(join(tmpdir(), "oracle-"));
/** The scenarios of both sessions are copied to one folder, because their files import each other. */
const oracle = join(copied, "oracle", "twin");

const open = ["--auth", "disabled"];
/**
 * Options that match the participant's configuration, by the beginning of a scenario's name. The first
 * match counts.
 */
const settings = [
  ["auth-target", ["--auth", "test", "--scope", "my_scope"]],
  ["auth-", ["--auth", "test", "--max-token-lifetime", "300"]],
  // Commands must stay in flight as long as the calls of such a scenario overlap.
  ["commands-contention", [...open, "--commit-delay", "200"]],
  ["commands-completions", [...open, "--commit-delay", "200"]],
  ["live-", [...open, "--errors", "exact"]],
  ["", open],
];

/** Starts a separate product for one scenario, in an empty folder; it is stopped when `use` is done. */
const withProduct = async (flags, use) => {
  const folder = await mkdtemp(join(tmpdir(), "twin-"));
  const main = join(root, "dist", "middleware", "cli", "main.js");
  const asThere = [
    "--api-version",
    "3.5.1",
    "--protocol-version",
    "35",
    "--precedence",
    "participant",
  ];
  const args = [main, ...flags, ...asThere, "--port", "0", "--quiet"];
  const product = spawn(process.execPath, args, {
    cwd: folder,
    // Standard error is ignored, because the log names every refused call.
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    return await use({ base: await baseOf(product), folder });
  } finally {
    product.kill();
    await rm(folder, { recursive: true, force: true });
  }
};

const baseOf = (product) =>
  new Promise((resolve, reject) => {
    let greeting = "";
    product.stdout.on("data", (chunk) => {
      greeting += chunk;
      const base = /http:\/\/\S+:\d+/u.exec(greeting)?.[0];
      if (base !== undefined) resolve(base);
    });
    product.once("exit", () => reject(new Error(`The product did not start: ${greeting}`)));
  });

/**
 * Returns the output of the comparison tool. It calls the product if `only` says so; otherwise it compares
 * the files in `folder`.
 */
const runTool = async (scenario, { only, base, folder }) => {
  // The tokens of auth-target were recorded for a participant with its own scope.
  const env = {
    ...process.env,
    TARGET: "scope",
    ONLY: only,
    PRODUCT: base,
    OUT: folder,
    MAIN: root,
  };
  const file = join(oracle, "scenarios", `${scenario}.mjs`);
  const tool = spawn(process.execPath, [join(oracle, "twin.mjs"), file], { env });
  let printed = "";
  tool.stdout.on("data", (chunk) => (printed += chunk));
  tool.stderr.on("data", (chunk) => (printed += `## ${chunk}`));
  await new Promise((resolve) => tool.once("close", resolve));
  return printed;
};

const packageIds = ({ path, request }) =>
  `${path} ${JSON.stringify(request)}`.match(/\b[0-9a-f]{64}\b/gu) ?? [];

/**
 * Returns values that are new in every run: shortened keys, hashes that they signed, and times in
 * contracts.
 */
const newIn = ({ body }) =>
  [...JSON.stringify(body ?? null).matchAll(newValues)].map(([, key, value]) => key ?? value);

const newValues =
  /\b(1220[0-9a-f]{8})\.{3}|"(?:externalTransactionHash|timestamp|representativePackageId)":"(\w+)"/gu;

const isCheckpoint = (item) => /"OffsetCheckpoint":\{/u.test(JSON.stringify(item));

/**
 * Moves the checkpoints of a list of completions or updates to their recorded positions, because a
 * checkpoint's position depends on the time that the calls before took.
 */
const placeCheckpoints = (call, recordedCall) => {
  const [items, recorded] = [call.body, recordedCall?.body];
  if (!Array.isArray(items) || items.length !== recorded?.length) return call;
  const checkpoints = items.filter(isCheckpoint);
  if (checkpoints.length !== recorded.filter(isCheckpoint).length) return call;
  const others = items.filter((item) => !isCheckpoint(item));
  const body = recorded.map((item) => (isCheckpoint(item) ? checkpoints : others).shift());
  return { ...call, body };
};

const firstSerial = (text) => Number(/"topologySerial": ?(\d+)/u.exec(text)?.[1]);

/**
 * Replaces ids of packages that a scenario builds in every run, and other values that change in every run,
 * by the recorded ones. Counts topology serials from the participant's first serial.
 */
const asRecorded = (text, recordedText) => {
  const recorded = JSON.parse(recordedText);
  const calls = JSON.parse(text).map((call, index) => placeCheckpoints(call, recorded[index]));
  const ids = new Map();
  for (const [index, call] of calls.entries()) {
    if (recorded[index] === undefined) continue;
    for (const find of [packageIds, newIn]) {
      const there = find(recorded[index]);
      for (const [place, id] of find(call).entries()) {
        const name = there[place];
        if (name !== undefined) ids.set(id, name);
      }
    }
  }
  const before = firstSerial(recordedText) - firstSerial(text);
  return JSON.stringify(calls)
    .replaceAll(/\b(?:[0-9a-f]{64}|[0-9a-f]{12}|\d{16})\b/gu, (id) => ids.get(id) ?? id)
    .replaceAll(/("topologySerial": ?)(\d+)/gu, (_, key, serial) => `${key}${+serial + before}`);
};

/**
 * Returns the output of the comparison tool for one scenario. A scenario chooses its next call by the answer
 * to the last one, and some answers depend on a random key. So a run with other calls than the recorded ones
 * is repeated, up to five times.
 */
const compare = async (scenario, flags) => {
  const recorded = join(oracle, "recorded", `${scenario}.reference.json.gz`);
  const recordedText = gunzipSync(await readFile(recorded)).toString();
  const sameCalls = (text) => JSON.parse(text).length === JSON.parse(recordedText).length;
  const compareOnce = (triesLeft) =>
    withProduct(flags, async ({ base, folder }) => {
      const printed = await runTool(scenario, { only: "product", base, folder });
      if (!/^\[/mu.test(printed)) return printed;
      const answers = join(folder, `${scenario}.product.json`);
      const text = await readFile(answers, "utf8");
      if (!sameCalls(text) && triesLeft > 0) return compareOnce(triesLeft - 1);
      await writeFile(answers, asRecorded(text, recordedText));
      const broken = printed.match(/^##.*$/gmu) ?? [];
      const compared = await runTool(scenario, { only: "neither", base, folder });
      return [...broken, compared].join("\n");
    });
  return compareOnce(4);
};

/** Returns differences by call number; 0 is the scenario as a whole. */
const differencesIn = (printed) => {
  const found = new Map();
  for (const part of printed.split(/\n(?=\[|##)|\n\n/u)) {
    const call = /^\[\S+ (\d+)\]/u.exec(part)?.[1];
    if (call !== undefined) found.set(Number(call), part);
    else if (part.startsWith("##")) found.set(0, part);
  }
  return found;
};

/** Parses ranges: `1-3, 7` → 1, 2, 3, 7. */
const callsOf = (ranges) =>
  new Set(
    String(ranges ?? "")
      .split(", ")
      .filter((range) => range !== "")
      .flatMap((range) => {
        const [first, last = first] = range.split("-").map(Number);
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
  );

const rangesOf = (calls) => {
  const ranges = [];
  for (const call of calls.sort((left, right) => left - right)) {
    const range = ranges.at(-1);
    if (range?.[1] === call - 1) range[1] = call;
    else ranges.push([call, call]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(", ");
};

const recordedScenarios = () =>
  readdirSync(join(oracle, "recorded"))
    .map((file) => basename(file, ".reference.json.gz"))
    .filter((scenario) => existsSync(join(oracle, "scenarios", `${scenario}.mjs`)));

const main = async () => {
  if (shared === undefined) {
    console.log(
      "Not compared with a participant: neither ../shared nor LEDGER_SHARED has oracle/twin.",
    );
    return;
  }
  for (const session of ["twin", "live"]) {
    const folder = join(shared, "oracle", session);
    if (existsSync(folder)) await cp(folder, oracle, { recursive: true });
  }
  await symlink(join(shared, "dars"), join(copied, "dars"));
  const args = process.argv.slice(2);
  const wanted = args.filter((argument) => !argument.startsWith("--"));
  const scenarios = recordedScenarios().filter(
    (scenario) => wanted.length === 0 || wanted.some((start) => scenario.startsWith(start)),
  );
  const text = await readFile(listed, "utf8");
  const { kept, open: known } = parse(text);
  const left = new Map(Object.entries(known));
  const counts = { calls: 0, kept: 0, open: 0, unlisted: 0, gone: 0 };

  const check = async (scenario) => {
    const [, flags] = settings.find(([start]) => scenario.startsWith(start));
    const reasons = kept.flatMap(({ calls }) => [...callsOf(calls[scenario])]);
    const listing = [new Set(reasons), callsOf(known[scenario])];
    const isListed = (call) => listing.some((calls) => calls.has(call));
    let printed = await compare(scenario, flags);
    let found = differencesIn(printed);
    const first = found;
    if (![...found.keys()].every(isListed)) {
      // Some answers depend on timing, so only differences that occur twice count.
      printed = await compare(scenario, flags);
      found = new Map([...differencesIn(printed)].filter(([call]) => first.has(call)));
    }
    counts.calls += Number(/(\d+) calls:/u.exec(printed)?.[1] ?? 0);
    const [stays, waits] = listing;
    for (const [call, difference] of found) {
      if (stays.has(call)) {
        counts.kept++;
      } else if (waits.has(call)) {
        counts.open++;
      } else {
        counts.unlisted++;
        console.log(`\n${difference}`);
      }
    }
    const gone = [...stays, ...waits].filter((call) => !first.has(call));
    counts.gone += gone.length;
    if (gone.length > 0) {
      console.log(
        `\n[${scenario}] answered like the participant, but still listed as different: ${gone.join(", ")}`,
      );
    }
    left.set(scenario, rangesOf([...found.keys()].filter((call) => !stays.has(call))));
  };

  const queue = [...scenarios];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await check(next);
  };
  // A scenario mostly waits, so run twice as many as there are processors.
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));

  console.log(
    `\n${counts.calls} calls in ${scenarios.length} scenarios: ${counts.kept} differ on purpose, ` +
      `${counts.open} differ and are listed as open, ${counts.unlisted} differ and are not listed, ${counts.gone} are listed and no longer differ.`,
  );
  if (args.includes("--write")) {
    const rest = Object.fromEntries([...left].filter(([, calls]) => calls !== "").sort());
    await writeFile(
      listed,
      text.slice(0, text.indexOf("\nopen:") + 1) + stringify({ open: rest }, { lineWidth: 0 }),
    );
  } else if (counts.unlisted > 0) {
    process.exitCode = 1;
  }
};

try {
  await main();
} finally {
  await rm(copied, { recursive: true, force: true });
}
