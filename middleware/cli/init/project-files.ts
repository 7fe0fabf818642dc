import type { TestRunner } from "./test-runners.ts";

/** A file of a new project. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
  /** Short description, for the list of created files. */
  readonly what: string;
}

/** Returns the files that every project has, besides fixture, test and app. */
export const createCommonProjectFiles = (
  runner: TestRunner,
  { name, scripts }: { readonly name: string; readonly scripts: Readonly<Record<string, string>> },
): readonly ProjectFile[] => [
  {
    path: "package.json",
    text: `${JSON.stringify({ name, private: true, type: "module", scripts }, undefined, 2)}\n`,
    what: `scripts ${Object.keys(scripts).join(", ")}`,
  },
  { path: "tsconfig.json", text: tsconfigText(runner), what: "compiler options for your editor" },
  ...Object.entries(runner.files).map(([path, text]) => ({
    path,
    text,
    what: "configuration of the test runner",
  })),
];

const tsconfigText = ({ types }: TestRunner): string => `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "types": ["${types}"]
  }
}
`;

/** Returns fixture, test and app for a template in TypeScript. */
export const createTypeScriptContractFiles = ({ module }: TestRunner): readonly ProjectFile[] => [
  {
    path: "contracts.ts",
    what: "a template, and the package that contains it",
    text: `import { ContractId, definePackage, defineTemplate, Numeric, Party } from "ledger-in-a-box";

export const Iou = defineTemplate("Main:Iou", {
  payload: { issuer: Party, owner: Party, amount: Numeric(2) },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount.isPositive(),
  choices: {
    Transfer: {
      argument: { newOwner: Party },
      result: ContractId("Main:Iou"),
      controllers: ({ owner }) => [owner],
    },
  },
});
Iou.implement({
  Transfer: (transaction, iou, { newOwner }) =>
    transaction.create(Iou, { ...iou, owner: newOwner }),
});

export const myIou = definePackage({ name: "my-iou", version: "1.0.0", templates: { Iou } });
`,
  },
  {
    path: "fixture.ts",
    what: "parties, a user and a first contract",
    text: `import { defineFixture } from "ledger-in-a-box/testing";

import { Iou, myIou } from "./contracts.ts";

export default defineFixture({
  steps: [
    { packages: [myIou] },
    { parties: ["bank", "alice", "bob"] },
    { user: { id: "alice", primaryParty: "alice", actAs: ["alice"] } },
    (the) => {
      const commands = [Iou.create({ issuer: the("bank"), owner: the("alice"), amount: "10.00" })];
      return { submit: { as: "bank", commands } };
    },
  ],
});
`,
  },
  {
    path: "first.test.ts",
    what: "the first test",
    text: `import { equal, ok } from "node:assert/strict";

import { useLedger } from "ledger-in-a-box/testing";
import { it } from "${module}";

import { Iou } from "./contracts.ts";
import fixture from "./fixture.ts";

const withLedger = useLedger(fixture);

const transfers = withLedger(async ({ ledger, parties: { alice, bob } }) => {
  const [iou] = ledger.contracts(Iou, { as: alice });
  ok(iou);
  await ledger.submit({ actAs: alice, commands: iou.exercise(Iou.Transfer, { newOwner: bob }) });
  equal(ledger.contracts(Iou, { as: alice }).length, 0);
  equal(ledger.contracts(Iou, { as: bob }).length, 1);
});
it("transfers an IOU from alice to bob", transfers);
`,
  },
  appFile(`import express from "express";
import { createLedger } from "ledger-in-a-box";
import { loadFixture } from "ledger-in-a-box/fixtures";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

import fixture from "./fixture.ts";

const ledger = await createLedger();
await loadFixture(ledger, fixture);
`),
];

/** The contents of the files for DARs. */
export interface ProjectContentForDars {
  /** The fixture as YAML. */
  readonly fixture: string;
  /** The constant of a template in the generated code, and how many contracts alice sees. */
  readonly template:
    { readonly name: string; readonly path: string; readonly count: number } | undefined;
  /** Name of a main package. */
  readonly package: string;
}

/** Returns fixture, test and app for DARs. */
export const createProjectFilesForDars = (
  { module }: TestRunner,
  content: ProjectContentForDars,
): readonly ProjectFile[] => [
  {
    path: "fixture.yaml",
    what: `the DAR, parties and a user${content.template?.count === 1 ? ", and a first contract" : ""}`,
    text: content.fixture,
  },
  {
    path: "first.test.ts",
    what: "the first test",
    text: darTest(module, content),
  },
  appFile(`import express from "express";
import { createDamlLoader } from "ledger-in-a-box/daml";
import { openScenarios, readScenarioFile } from "ledger-in-a-box/fixtures";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

const fixture = await readScenarioFile("fixture.yaml");
const ledger = await openScenarios([fixture], { daml: createDamlLoader() });
`),
];

const darTest = (
  module: string,
  { template, package: packageName }: ProjectContentForDars,
): string => {
  const head = `import { equal } from "node:assert/strict";

import { useLedger } from "ledger-in-a-box/testing";
import { it } from "${module}";
`;
  const fixture = `const withLedger = useLedger<"alice" | "bob">("fixture.yaml");\n`;
  if (template === undefined) {
    return `${head}
${fixture}
const isLoaded = withLedger(({ ledger }) => {
  const names = [...ledger.state.packages.packages()].map(({ name }) => name);
  equal(names.includes("${packageName}"), true);
});
it("loads ${packageName}", isLoaded);
`;
  }
  const { name, path, count } = template;
  const title =
    count === 1
      ? `shows alice the ${name} of the fixture`
      : `shows alice no ${name} before one is created`;
  return `${head}
import { ${name} } from "./daml/${path}";

${fixture}
const showsContracts = withLedger(({ ledger, parties: { alice } }) => {
  equal(ledger.contracts(${name}, { as: alice }).length, ${count});
});
it("${title}", showsContracts);
`;
};

const appFile = (head: string): ProjectFile => ({
  path: "app.ts",
  what: "an Express app with the ledger below /ledger",
  text: `${head}
const app = express();
app.use("/ledger", createLedgerRouter(ledger, { auth: "disabled" })); // accepts every caller

const port = Number(process.env.PORT ?? 3000);
app.listen(port, "127.0.0.1", (error) => {
  if (error) throw error;
  console.log(\`http://127.0.0.1:\${port}/ledger/v2/version\`);
});
`,
});
