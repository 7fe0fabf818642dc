import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { freshProject, installed, requireGiven } from "./fresh-project.js";
import { entriesFile, failingFile, iouFile, ledgersOfFile, passingFile } from "./test-files.js";
import { nodes } from "./versions.js";

const jest = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--watchman=false"];

/**
 * Each runner, on the versions of Node that it runs on, for modules of each type that it can load the package
 * from. `args` are those of Node, before the files.
 */
const runners = [
  {
    runner: "vitest",
    packages: ["vitest"],
    on: [22, 24],
    type: "module",
    args: ["node_modules/vitest/vitest.mjs", "run"],
  },
  {
    runner: "vitest",
    title: "vitest 4",
    packages: ["vitest@4.1.12"],
    on: [20],
    type: "module",
    args: ["node_modules/vitest/vitest.mjs", "run"],
  },
  { runner: "jest", packages: ["jest"], on: [20, 22, 24], type: "module", args: jest },
  // Before Node 24.9, Jest cannot require ES modules.
  { runner: "jest", packages: ["jest"], on: [24], type: "commonjs", args: jest },
  {
    runner: "jest",
    title: "jest with Babel",
    packages: ["jest", "@babel/preset-env"],
    on: [20, 22],
    type: "commonjs",
    args: ["node_modules/jest/bin/jest.js", "--watchman=false"],
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
  ...["module", "commonjs"].flatMap((type) => [
    {
      runner: "mocha",
      packages: ["mocha", "chai"],
      on: [20, 22, 24],
      type,
      args: ["node_modules/mocha/bin/mocha.js"],
    },
    { runner: "node", packages: ["chai"], on: [20, 22, 24], type, args: ["--test"] },
    { runner: "bun", packages: ["bun"], type, args: ["test"] },
  ]),
];

const thisNode = { [process.versions.node.split(".")[0]]: process.execPath };

const quickRunners = runners
  .filter(({ runner, type }) => ["jest", "bun"].includes(runner) && type === "module")
  .map((each) => ({ ...each, ...(each.on && { on: Object.keys(thisNode) }) }));

const command = "node_modules/ledger-in-a-box/dist/middleware/cli/main.js";

/** Tries every runner, and the entries of the package without any; quickly, those that no page of the guide runs, on this Node. */
export const tryRunners = async ({ folder, tarball, entries, step, isQuick }) => {
  const node = isQuick ? thisNode : await fetchNodes(folder, step);
  // In a hurry, the programs of the pages show that much.
  for (const type of isQuick ? [] : ["module", "commonjs"]) {
    await step(`${type} project`, async () => {
      const project = await freshProject(join(folder, `plain-${type}`), { tarball, type });
      await project.write("main.js", entriesFile(entries, type));
      for (const line of Object.keys(node)) {
        const { code, output } = await project.run(node[line], ["main.js"]);
        if (code !== 0 || output !== "") throw new Error(`Node ${line}: ${code}\n${output}`);
      }
    });
  }
  for (const each of isQuick ? quickRunners : runners) {
    await tryRunner(each, { folder, tarball, node, step });
  }
};

/** The binaries, by line; of a line that the registry does not give, this very Node where it is of that line. */
const fetchNodes = async (folder, step) => {
  const found = { ...thisNode };
  for (const [line, version] of Object.entries(nodes)) {
    await step(`Node ${version}`, async () => {
      await requireGiven(folder, [`node@${version}`]);
      const path = join(folder, `node-${line}`);
      await freshProject(path, { packages: [`node@${version}`] });
      found[line] = join(path, "node_modules", "node", "bin", "node");
    });
  }
  return found;
};

const tryRunner = async (
  { runner, title = runner, packages, on, type, args, files = {} },
  { folder, tarball, node, step },
) => {
  let project;
  const name = `${title}, ${type === "module" ? "ESM" : "CommonJS"}`;
  await step(`${name}: install`, async () => {
    await requireGiven(folder, installed(packages));
    const path = join(folder, `${title}-${type}`.replaceAll(" ", "-"));
    project = await freshProject(path, { tarball, type, packages: installed(packages) });
    // Several files, so that runners with workers have several.
    const passing = passingFile(runner, type);
    const tests = {
      "iou.js": iouFile(type),
      "first.test.js": passing,
      "second.test.js": passing,
      "failing.test.js": failingFile(runner, type),
      ...files,
    };
    for (const [file, text] of Object.entries(tests)) await project.write(file, text);
  });
  if (project === undefined) return;
  const lines = on?.filter((line) => node[line] !== undefined);
  const programs = lines?.map((line) => [`Node ${line}`, node[line]]) ?? [
    ["", "node_modules/.bin/bun"],
  ];
  for (const [index, [which, program]] of programs.entries()) {
    await step(`${name}${which && `, ${which}`}`, async () => {
      await passes(project, node[24] ?? process.execPath, [
        program,
        ...args,
        ...testFiles("first", "second"),
      ]);
      if (index === 0) await fails(project, [program, ...args, ...testFiles("failing")]);
    });
  }
};

const testFiles = (...names) => names.map((name) => `./${name}.test.js`);

/** With the coverage of all processes of the runner. */
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
      throw new Error(`covered are ${kind} ${touched[kind]}, not ${wanted}\n${output}`);
    }
  }
};

const touchedByTwoFiles = {
  tests: 2 * ledgersOfFile,
  operations: "getLedgerApiVersion 2,ledger.contracts 100,ledger.submit 104",
  errors: "CONTRACT_NOT_FOUND 2",
  templates: "#iou:Main:Iou 104",
  choices: "#iou:Main:Iou Settle 2",
};

const fails = async (project, [program, ...args]) => {
  const { code, output } = await project.run(program, args);
  if (code === 0) throw new Error(`a test that fails passes\n${output}`);
  for (const told of ["amount", "1", "2", "Iou"]) {
    if (!output.includes(told)) throw new Error(`a failure does not tell ${told}\n${output}`);
  }
};
