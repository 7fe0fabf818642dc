/** A test runner that `init` can set up. */
export interface TestRunner {
  /** Module that exports `it`. */
  readonly module: string;
  /** Script `test` of package.json. */
  readonly test: string;
  /** Script `start` of package.json. */
  readonly start: string;
  /** Packages to install, besides this package and Express. */
  readonly packages: readonly string[];
  /** Package with the global types. */
  readonly types: "node" | "bun";
  /** Configuration of the runner by file name. */
  readonly files: Readonly<Record<string, string>>;
}

const nodeMajor = Number(process.versions.node.split(".")[0]);

const startCommand = "tsx app.ts";

/** Test runners by the values of `--runner`. */
export const testRunners = {
  node: {
    module: "node:test",
    test: "tsx --test *.test.ts",
    start: startCommand,
    packages: ["tsx"],
    types: "node",
    files: {},
  },
  vitest: {
    module: "vitest",
    test: "vitest run",
    start: startCommand,
    // Vitest 5 needs Node 22.
    packages: [nodeMajor < 22 ? "vitest@4" : "vitest", "tsx"],
    types: "node",
    files: {},
  },
  mocha: {
    module: "mocha",
    test: "mocha --import=tsx/esm *.test.ts",
    start: startCommand,
    packages: ["mocha", "@types/mocha", "tsx"],
    types: "node",
    files: {},
  },
  jest: {
    module: "@jest/globals",
    test: "node --experimental-vm-modules node_modules/jest/bin/jest.js",
    start: startCommand,
    packages: ["jest", "@jest/globals", "@swc/core", "@swc/jest", "tsx"],
    types: "node",
    files: {
      "jest.config.js": `export default {
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\\\.ts$": "@swc/jest" },
};
`,
    },
  },
  bun: {
    module: "bun:test",
    test: "bun test",
    start: "bun app.ts",
    packages: ["@types/bun"],
    types: "bun",
    files: {},
  },
} as const satisfies Readonly<Record<string, TestRunner>>;

export type TestRunnerName = keyof typeof testRunners;

export const testRunnerNames = Object.keys(testRunners) as readonly TestRunnerName[];
