import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import {
  createFreshProject,
  createProjectSubfolder,
  installed,
  requirePackagesAvailable,
} from "./create-fresh-project.js";
import {
  entryImportsFile,
  failingTestFile,
  iouFile,
  ledgerCountOfTestFile,
  passingTestFile,
} from "./test-files.js";
import { nodeVersions } from "./versions.js";

const modules = "../node_modules";
const jest = ["--experimental-vm-modules", `${modules}/jest/bin/jest.js`, "--watchman=false"];
const vitest = [`${modules}/vitest/vitest.mjs`, "run"];
const both = ["module", "commonjs"];

/**
 * Packages that are installed together, and the test runners in them, with the Node versions and module
 * types that each supports. `args` are arguments of Node before the files.
 */
const projects = [
  {
    packages: ["vitest"],
    runners: [{ runner: "vitest", on: [22, 24], types: ["module"], args: vitest }],
  },
  {
    packages: ["vitest@4.1.12"],
    runners: [{ runner: "vitest", title: "vitest 4", on: [20], types: ["module"], args: vitest }],
  },
  {
    packages: ["jest"],
    runners: [
      { runner: "jest", on: [20, 22, 24], types: ["module"], args: jest },
      // Before Node 24.9, Jest cannot require ES modules.
      { runner: "jest", on: [24], types: ["commonjs"], args: jest },
    ],
  },
  {
    packages: ["jest", "@babel/preset-env"],
    runners: [
      {
        runner: "jest",
        title: "jest with Babel",
        on: [20, 22],
        types: ["commonjs"],
        args: [`${modules}/jest/bin/jest.js`, "--watchman=false"],
        files: {
          "babel.config.js": `module.exports = {
  presets: [["@babel/preset-env", { targets: { node: "current" } }]],
};
`,
          "jest.config.js": `module.exports = {
  transformIgnorePatterns: ["/node_modules/(?!ledger-in-a-box/)"],
};
`,
        },
      },
    ],
  },
  {
    packages: ["mocha", "chai"],
    runners: [
      { runner: "mocha", on: [20, 22, 24], types: both, args: [`${modules}/mocha/bin/mocha.js`] },
      { runner: "node", on: [20, 22, 24], types: both, args: ["--test"] },
    ],
  },
  { packages: ["bun"], runners: [{ runner: "bun", types: both, args: ["test"] }] },
];

const thisLine = Number(process.versions.node.split(".")[0]);
const thisNode = { [thisLine]: process.execPath };

/** The projects for test runners that no page of the guide covers, with ES modules. */
const quickProjects = projects.flatMap(({ packages, runners }) => {
  const quick = runners
    .filter(({ runner, types }) => ["jest", "bun"].includes(runner) && types.includes("module"))
    .map((each) => ({ ...each, types: ["module"], ...(each.on && { on: [thisLine] }) }));
  return quick.length === 0 ? [] : [{ packages, runners: quick }];
});

/** Path of the command, relative to a folder in the project. */
const command = `${modules}/ledger-in-a-box/dist/middleware/cli/main.js`;

/**
 * Tries every test runner, and the entries of the package without one. In quick mode, only test runners
 * that no page of the guide covers, on this Node.
 */
export const tryTestRunners = async ({ folder, tarball, entries, step, isQuick }) => {
  const node = isQuick ? thisNode : await fetchNodes(folder, step);
  const attempts = (isQuick ? quickProjects : projects).map(
    (each, index) => () =>
      tryProject(each, { path: join(folder, `runners-${index}`), tarball, node, step }),
  );
  // In quick mode, the programs of the pages cover the entries.
  if (!isQuick) attempts.unshift(() => tryEntries({ folder, tarball, entries, node, step }));
  await atOnce(2, attempts);
};

/** Runs several attempts at a time, so that downloads overlap with tests. */
const atOnce = async (many, attempts) => {
  const rest = [...attempts];
  const work = async () => {
    for (let attempt; (attempt = rest.shift()) !== undefined;) await attempt();
  };
  await Promise.all(Array.from({ length: many }, work));
};

/** Imports every entry, with the optional packages that some entries need. */
const tryEntries = async ({ folder, tarball, entries, node, step }) => {
  let project;
  await step("entries: install", async () => {
    const packages = installed(["pg"]);
    project = await createFreshProject(join(folder, "plain"), { tarball, packages });
  });
  if (project === undefined) return;
  for (const type of both) {
    await step(`entries, ${nameOf(type)}`, async () => {
      const plain = await createProjectSubfolder(project, type, type);
      await plain.write("main.js", entryImportsFile(entries, type));
      for (const line of Object.keys(node)) {
        const { code, output } = await plain.run(node[line], ["main.js"]);
        if (code !== 0 || output !== "") throw new Error(`Node ${line}: ${code}\n${output}`);
      }
    });
  }
  for (const line of Object.keys(node)) {
    await step(`the second start, Node ${line}`, () => keepsCompiled(project, line, node[line]));
  }
};

/**
 * Checks that the compile cache of the command line is used by the next start, on versions of Node that
 * support it.
 */
const keepsCompiled = async (project, line, node) => {
  const cache = join(project.path, `cache-${line}`);
  const plain = await createProjectSubfolder(project, `starts-${line}`, "module");
  for (let start = 0; start < 2; start++) {
    const { code, output } = await plain.run(node, [command, "--version"], { LEDGER_CACHE: cache });
    if (code !== 0) throw new Error(`${code}\n${output}`);
  }
  const isKept = existsSync(join(cache, "compiled"));
  if (isKept !== Number(line) >= 22) {
    throw new Error(`the compile cache is ${isKept ? "" : "not "}used`);
  }
};

const nameOf = (type) => (type === "module" ? "ESM" : "CommonJS");

/**
 * Returns the Node binaries by major version. If the registry does not provide one, uses this Node if it
 * has that version.
 */
const fetchNodes = async (folder, step) => {
  const found = { ...thisNode };
  const fetchOf =
    ([line, version]) =>
    () =>
      step(`Node ${version}`, async () => {
        await requirePackagesAvailable(folder, [`node@${version}`]);
        const path = join(folder, `node-${line}`);
        await createFreshProject(path, { packages: [`node@${version}`] });
        found[line] = join(path, "node_modules", "node", "bin", "node");
      });
  await atOnce(3, Object.entries(nodeVersions).map(fetchOf));
  return found;
};

const tryProject = async ({ packages, runners }, { path, tarball, node, step }) => {
  let project;
  await step(`${packages.join(" and ")}: install`, async () => {
    await requirePackagesAvailable(dirname(path), installed(packages));
    project = await createFreshProject(path, { tarball, packages: installed(packages) });
  });
  if (project === undefined) return;
  for (const each of runners) {
    for (const type of each.types) await tryRunner(each, type, { project, node, step });
  }
};

const tryRunner = async (
  { runner, title = runner, on, args, files = {} },
  type,
  { project, node, step },
) => {
  const folder = await createProjectSubfolder(project, `${runner}-${type}`, type);
  // Several files, so that test runners use several workers.
  const passing = passingTestFile(runner, type);
  const tests = {
    "iou.js": iouFile(type),
    "first.test.js": passing,
    "second.test.js": passing,
    "failing.test.js": failingTestFile(runner, type),
    ...files,
  };
  for (const [file, text] of Object.entries(tests)) await folder.write(file, text);
  const lines = on?.filter((line) => node[line] !== undefined);
  const programs = lines?.map((line) => [`, Node ${line}`, node[line]]) ?? [
    ["", `${modules}/.bin/bun`],
  ];
  for (const [index, [which, program]] of programs.entries()) {
    await step(`${title}, ${nameOf(type)}${which}`, async () => {
      const begin = [program, ...args];
      const witness = node[24] ?? process.execPath;
      await passes(folder, witness, [...begin, ...testFiles("first", "second")]);
      if (index === 0) await fails(folder, [...begin, ...testFiles("failing")]);
    });
  }
};

const testFiles = (...names) => names.map((name) => `./${name}.test.js`);

/** Runs the tests, with the coverage of all processes of the test runner. */
const passes = async (project, node, testing) => {
  const { code, output } = await project.run(node, [command, "coverage", "--", ...testing]);
  if (code !== 0) throw new Error(`${testing.join(" ")} ended with ${code}\n${output}`);
  const coverage = JSON.parse(await readFile(join(project.path, "coverage/ledger.json"), "utf8"));
  const touched = {
    tests: coverage.tests,
    ...Object.fromEntries(
      ["operations", "errors", "templates", "choices"].map((kind) => [
        kind,
        coverage[kind].items
          .filter(({ tests }) => tests > 0)
          .map(({ name, tests }) => `${name} ${tests}`)
          .join(),
      ]),
    ),
  };
  for (const [kind, wanted] of Object.entries(touchedByTwoFiles)) {
    if (touched[kind] !== wanted) {
      throw new Error(`the coverage of ${kind} is ${touched[kind]}, not ${wanted}\n${output}`);
    }
  }
};

const touchedByTwoFiles = {
  tests: 2 * ledgerCountOfTestFile,
  operations: "getLedgerApiVersion 2,ledger.contracts 100,ledger.submit 104",
  errors: "CONTRACT_NOT_FOUND 2",
  templates: "#iou:Main:Iou 104",
  choices: "#iou:Main:Iou Settle 2",
};

const fails = async (project, [program, ...args]) => {
  const { code, output } = await project.run(program, args);
  if (code === 0) throw new Error(`a failing test passed\n${output}`);
  for (const told of ["amount", "1", "2", "Iou"]) {
    if (!output.includes(told)) {
      throw new Error(`the message of a failing test does not contain ${told}\n${output}`);
    }
  }
};
