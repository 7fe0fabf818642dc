/** Import statements for each module type. */
const imports = {
  module: (names, from) => `import { ${names} } from "${from}";`,
  commonjs: (names, from) => `const { ${names} } = require("${from}");`,
};

/** Returns a file with a template and a fixture. */
export const iouFile = (type) =>
  `
${imports[type]("definePackage, defineTemplate, Numeric, Party", "ledger-in-a-box")}
${imports[type]("defineFixture", "ledger-in-a-box/fixtures")}

const Iou = defineTemplate("Main:Iou", {
  payload: { issuer: Party, owner: Party, amount: Numeric(10) },
  signatories: (iou) => [iou.issuer],
  observers: (iou) => [iou.owner],
  choices: {
    Settle: { controllers: (iou) => [iou.owner] },
    Forgive: { controllers: (iou) => [iou.issuer] },
  },
});
Iou.implement({ Settle: () => undefined, Forgive: () => undefined });

const fixture = defineFixture({
  steps: [
    { packages: [definePackage({ name: "iou", version: "1.0.0", templates: { Iou } })] },
    { parties: ["alice", "bob"] },
    { user: { id: "ann", primaryParty: "alice", actAs: ["alice"] } },
  ],
});
${type === "module" ? "export { Iou, fixture };" : "Object.assign(exports, { Iou, fixture });"}
`.trimStart();

/** First lines of a test file for each test runner, including the setup of the matchers. */
const heads = {
  vitest: (take) => [take("expect, it", "vitest"), "expect.extend(ledgerMatchers);"],
  jest: (take) => [take("expect, it", "@jest/globals"), "expect.extend(ledgerMatchers);"],
  bun: (take) => [take("expect, it", "bun:test"), "expect.extend(ledgerMatchers);"],
  mocha: (take) => [take("expect, use", "chai"), "use(ledgerAssertions);"],
  node: (take) => [take("it", "node:test"), take("expect, use", "chai"), "use(ledgerAssertions);"],
};

/** Number of ledgers that the tests of one such file use. */
export const ledgerCountOfTestFile = 53;

/** Returns a passing test file: isolation in parallel, matchers, users, and in-process HTTP. */
export const passingTestFile = (runner, type) =>
  `${head(runner, type)}
it("isolates tests that run in parallel", async () => {
  const one = withLedger(async ({ ledger, parties: { alice, bob } }, amount) => {
    const commands = Iou.create({ issuer: alice, owner: bob, amount });
    await ledger.submit({ actAs: alice, commands });
    const [mine, ...others] = ledger.contracts(Iou, { as: bob });
    if (others.length > 0 || Number(mine.payload.amount) !== amount) throw new Error("another test changed this ledger");
  });
  await Promise.all(Array.from({ length: 50 }, (_, index) => one(index + 1)));
});

it("creates and archives", withLedger(async ({ ledger, parties: { alice, bob }, users }) => {
  const commands = Iou.create({ issuer: alice, owner: bob, amount: "1" });
  const issued = await ledger.submit({ actAs: alice, commands }, users.ann);
  expect(issued).toHaveCreated(Iou, { owner: bob });
  expect(issued.created(Iou)[0]).toBeVisibleTo(bob);
  const [iou] = issued.created(Iou);
  const settled = await ledger.submit({ actAs: bob, commands: iou.exercise(Iou.Settle) });
  expect(settled).toHaveArchived(Iou);
  await expect(
    ledger.submit({ actAs: bob, commands: iou.exercise(Iou.Settle) }),
  ).toFailWith("CONTRACT_NOT_FOUND");
}));

it("uses names in the message of a failure", withLedger(async ({ ledger, parties: { alice, bob } }) => {
  const commands = Iou.create({ issuer: alice, owner: bob, amount: "1" });
  const issued = await ledger.submit({ actAs: alice, commands });
  let message = "";
  try {
    expect(issued).toHaveCreated(Iou, { owner: alice });
  } catch (error) {
    message = error.message;
  }
  if (!/alice/.test(message) || !/bob/.test(message) || /1220[0-9a-f]{8}/.test(message)) {
    throw new Error("the message does not use names: " + message);
  }
}));

it("answers a client in process", withLedger(async ({ ledger }) => {
  const fetch = createFetch(ledger, { auth: "disabled" });
  const response = await fetch("/v2/version");
  if ((await response.json()).version === undefined) throw new Error("no version");
}));
`;

/** Returns a failing test file, whose message must use names. */
export const failingTestFile = (runner, type) =>
  `${head(runner, type)}
it("fails", withLedger(async ({ ledger, parties: { alice, bob } }) => {
  const commands = Iou.create({ issuer: alice, owner: bob, amount: "1" });
  expect(await ledger.submit({ actAs: alice, commands })).toHaveCreated(Iou, { amount: 2 });
}));
`;

const head = (runner, type) => {
  const take = imports[type];
  const [first, ...rest] = heads[runner](take);
  const setUp = rest.pop();
  return [
    first,
    ...rest,
    take("createFetch", "ledger-in-a-box/middleware"),
    take("ledgerAssertions, ledgerMatchers, useLedger", "ledger-in-a-box/testing"),
    take("Iou, fixture", "./iou.js"),
    "",
    setUp,
    "const withLedger = useLedger(fixture);",
  ].join("\n");
};

/** Returns a file that imports every entry outside of a test. */
export const entryImportsFile = (entries, type) =>
  type === "module"
    ? entries.map((entry) => `await import("${entry}");`).join("\n")
    : entries.map((entry) => `require("${entry}");`).join("\n");
