import { createServer } from "node:http";

import { expect } from "chai";

import { createDamlLoader } from "../fixtures/daml/index.ts";
import { checkFixture, loadFixture, parseFixture, readScenarioFile } from "../fixtures/index.ts";
import { scriptTests } from "../fixtures/script/index.ts";
import { saveLedger, testKeyPair, tokenFor, useLedger } from "../fixtures/testing/index.ts";
import { generate } from "../lib/codegen/index.ts";
import { forkParticipant } from "../lib/fork/index.ts";
import { defineHistory } from "../lib/history.ts";
import {
  createLedger,
  defineInterface,
  definePackage,
  defineTemplate,
  type Ledger,
  Numeric,
  Party,
  Ping,
} from "../lib/index.ts";
import { openLevelStore } from "../lib/stores/level/index.ts";
import {
  attachLedgerStreams,
  createControlRouter,
  createExplorerRouter,
  createFetch,
  createHistoryRouter,
  createLedgerRouter,
} from "../middleware/index.ts";

/** A function as JavaScript programs call it, without types. */
type Untyped = (...given: unknown[]) => unknown;

const untyped = (program: unknown): Untyped => program as Untyped;

const rules = { payload: { owner: Party }, signatories: () => [] };
const served = { auth: "disabled" };
const iou = (specification: object) => untyped(defineTemplate)("Main:Iou", specification);

/** A call with an invalid option, and patterns of the error. */
const mistakes: readonly [string, (ledger: Ledger) => unknown, ...RegExp[]][] = [
  ["createLedger", () => untyped(createLedger)({ sed: 7 }), /no option sed; did you mean seed\?/],
  [
    "createLedger",
    () => untyped(createLedger)({ colour: 1 }),
    /no option colour; the options are packages, daml, seed/,
  ],
  [
    "createLedger",
    () => untyped(createLedger)({ packages: ["my.dar"] }),
    /from the DAR loader of ledger-in-a-box\/daml, got "my\.dar"/,
  ],
  [
    "revert",
    (ledger) => untyped(ledger.revert.bind(ledger))(),
    /expected the result of ledger\.snapshot\(\).*got nothing/,
  ],
  [
    "a payload",
    (ledger) => {
      const payload = { initiator: Promise.resolve("alice"), responder: "bob", id: "1" };
      return ledger.submit({
        actAs: "alice::1220",
        commands: Ping.create(payload as never),
      });
    },
    /got a promise; await it \(at createArguments\.initiator\)/,
  ],
  [
    "createFetch",
    (ledger) => untyped(createFetch)(ledger, { auth: "my secret" }),
    /auth: expected keys such as \{ hs256Secret: "…" \}/,
  ],
  [
    "loadFixture",
    () => untyped(loadFixture)(createLedger(), { steps: [] }),
    /ledger: expected a ledger, got a promise; await it/,
  ],
  ["createLedger", () => untyped(createLedger)("seed"), /Expected an object with options/],
  [
    "limits",
    () => untyped(createLedger)({ limits: { maxUserPageSize: 7 } }),
    /limits\.maxUserPageSize; did you mean maxUsersPageSize\?/,
  ],
  [
    "limits",
    () => untyped(createLedger)({ limits: { maxUsersPageSize: "7" } }),
    /limits\.maxUsersPageSize: expected a number that is whole/,
  ],
  [
    "limits",
    () => untyped(createLedger)({ limits: { version: "3.4.0" } }),
    /There is no option limits\.version; the options are maxDeduplicationMicros, tapsMaxPasses,/,
  ],
  [
    "limits",
    () => untyped(createLedger)({ limits: { apiVersion: "3.4" } }),
    /There is no option limits\.apiVersion; the options are maxDeduplicationMicros, tapsMaxPasses,/,
  ],
  ["limits", () => untyped(createLedger)({ limits: 7 }), /limits: expected an object with limits/],
  [
    "clock",
    () => untyped(createLedger)({ clock: { frezze: "2030-01-01T00:00:00Z" } }),
    /clock\.frezze; (?:did you mean freeze|the options are)/,
  ],
  [
    "clock",
    () => untyped(createLedger)({ clock: { start: "2030-01-01T00:00:00Z" } }),
    /clock: expected real, or an object/,
  ],
  [
    "clock",
    () => untyped(createLedger)({ clock: { start: "2030-01-01T00:00:00Z", stepp: "1s" } }),
    /clock\.stepp; did you mean step\?/,
  ],
  ["faults", () => untyped(createLedger)({ faults: [{ wen: {}, then: "cut" }] }), /wen/, /when/],
  [
    "requests",
    () => untyped(createLedger)({ requests: { bodie: true } }),
    /requests\.bodie; did you mean bodies\?/,
  ],
  [
    "requests",
    () => untyped(createLedger)({ requests: { entries: 0 } }),
    /requests\.entries: expected a whole number of calls from 1 to 100000, got 0/,
  ],
  [
    "synchronizers",
    () => untyped(createLedger)({ synchronizers: [{ alias: "a", priorty: 1 }] }),
    /synchronizers\[0\]\.priorty; did you mean priority\?/,
  ],
  [
    "store",
    () => untyped(createLedger)({ store: "./folder" }),
    /store: expected a store, such as await openLevelStore/,
  ],
  [
    "store",
    () => untyped(createLedger)({ store: Promise.resolve() }),
    /store: expected a store, such as await openLevelStore/,
  ],
  [
    "daml",
    () => untyped(createLedger)({ daml: createDamlLoader }),
    /daml: expected a DAR loader from createDamlLoader\(\)/,
  ],
  ["history", () => untyped(createLedger)({ history: {} }), /history: expected a list of adapters/],
  [
    "reportError",
    () => untyped(createLedger)({ reportError: "log" }),
    /reportError: expected a function/,
  ],
  [
    "useLedger",
    () => untyped(useLedger)({ steps: [] }, { sead: 1 }),
    /no option sead; did you mean seed\?/,
  ],
  [
    "useLedger",
    async () => useLedger({ steps: [] }, { limits: { maxUsersPageSiz: 1 } as object }).open(),
    /maxUsersPageSize/,
  ],
  [
    "contracts",
    (ledger) => untyped(ledger.contracts.bind(ledger))(Ping, { az: "alice" }),
    /no option az; did you mean as\?/,
  ],
  [
    "contracts",
    (ledger) => untyped(ledger.contracts.bind(ledger))(Ping, { were: {} }),
    /did you mean where\?/,
  ],
  [
    "contracts",
    (ledger) => untyped(ledger.contracts.bind(ledger))("#iou:Main:Iou", { where: { a: 1 } }),
    /where: expected a function/,
  ],
  [
    "updates",
    (ledger) => untyped(ledger.updates.bind(ledger))({ afer: 0 }),
    /did you mean after\?/,
  ],
  [
    "requests.keep",
    (ledger) => untyped(ledger.requests.keep.bind(ledger.requests))({ entris: 9 }),
    /did you mean entries\?/,
  ],
  [
    "createLedgerRouter",
    (ledger) => untyped(createLedgerRouter)(ledger, { ...served, bodylimit: 1 }),
    /did you mean bodyLimit\?/,
  ],
  [
    "createLedgerRouter",
    (ledger) => untyped(createLedgerRouter)(ledger, { ...served, bodyLimit: "8mb" }),
    /bodyLimit: expected a whole number of bytes/,
  ],
  [
    "createLedgerRouter",
    (ledger) => untyped(createLedgerRouter)(ledger, { ...served, cors: "https://a.example" }),
    /cors: expected a list of origins/,
  ],
  [
    "createLedgerRouter",
    (ledger) => untyped(createLedgerRouter)(ledger, { ...served, errors: "hint" }),
    /such as "hints"/,
  ],
  [
    "createLedgerRouter",
    (ledger) => untyped(createLedgerRouter)(ledger, { ...served, intake: { maxByte: 1 } }),
    /intake\.maxByte; did you mean maxBytes\?/,
  ],
  [
    "createLedgerRouter",
    (ledger) => untyped(createLedgerRouter)(ledger, { ...served, onRequest: "log" }),
    /onRequest: expected a function/,
  ],
  [
    "auth",
    (ledger) => untyped(createFetch)(ledger, { auth: { hs256Secret: "a", audiance: "me" } }),
    /auth\.audiance; did you mean audience\?/,
  ],
  [
    "auth",
    (ledger) => untyped(createFetch)(ledger, { auth: { hs256secret: "a" } }),
    /auth\.hs256secret; did you mean hs256Secret\?/,
  ],
  [
    "auth",
    (ledger) => untyped(createFetch)(ledger, { auth: [{ hs256Secret: 12_345 }] }),
    /hs256Secret: expected a text or bytes\.$/,
  ],
  [
    "auth",
    (ledger) => untyped(createFetch)(ledger, { auth: { hs256Secret: "a", rs256PublicKey: "b" } }),
    /one key, not hs256Secret and rs256PublicKey/,
  ],
  [
    "createFetch",
    (ledger) => untyped(createFetch)(ledger, { ...served, prefx: "/ledger" }),
    /did you mean prefix\?/,
  ],
  [
    "createHistoryRouter",
    (ledger) => untyped(createHistoryRouter)(ledger, { strictcursr: true }),
    /did you mean strictCursor\?/,
  ],
  [
    "attachLedgerStreams",
    (ledger) => untyped(attachLedgerStreams)(createServer(), ledger, { ...served, pingMilis: 1 }),
    /did you mean pingMillis\?/,
  ],
  [
    "createControlRouter",
    (ledger) => untyped(createControlRouter)(ledger, { secrt: "s" }),
    /did you mean secret\?/,
  ],
  [
    "createExplorerRouter",
    (ledger) => untyped(createExplorerRouter)(ledger, { ...served, controlpth: "c" }),
    /did you mean controlPath\?/,
  ],
  [
    "createDamlLoader",
    () => untyped(createDamlLoader)({ alowDev: true }),
    /did you mean allowDev\?/,
  ],
  [
    "createDamlLoader",
    () => untyped(createDamlLoader)({ limits: { maxStep: 1 } }),
    /limits\.maxStep; did you mean maxSteps\?/,
  ],
  [
    "createDamlLoader",
    () => untyped(createDamlLoader)({ cache: true }),
    /cache: expected a folder, or false/,
  ],
  [
    "loadFixture",
    (ledger) => untyped(loadFixture)(ledger, { steps: [] }, { adviced: "code" }),
    /did you mean advised\?/,
  ],
  [
    "checkFixture",
    (ledger) => untyped(checkFixture)(ledger, { steps: [] }, { advised: "codes" }),
    /such as "code"/,
  ],
  [
    "parseFixture",
    () => untyped(parseFixture)("steps: []", "a.yaml", { maxYamlLenght: 1 }),
    /did you mean maxYamlLength\?/,
  ],
  [
    "readScenarioFile",
    () => untyped(readScenarioFile)("a.yaml", { isFrsh: true }),
    /did you mean isFresh\?/,
  ],
  [
    "saveLedger",
    (ledger) => untyped(saveLedger)(ledger, "/nowhere/a", { titel: "a" }),
    /did you mean title\?/,
  ],
  [
    "tokenFor",
    () => untyped(tokenFor)("secret", "alice", { expiresInSecond: 9 }),
    /did you mean expiresInSeconds\?/,
  ],
  ["testKeyPair", () => untyped(testKeyPair)("alice", { curv: "p256" }), /did you mean curve\?/],
  ["testKeyPair", () => untyped(testKeyPair)("alice", { curve: "p255" }), /such as "p256"/],
  [
    "generate",
    () => untyped(generate)({ mains: [], packages: [] }, { schema: true }),
    /did you mean schemas\?/,
  ],
  [
    "forkParticipant",
    () => untyped(forkParticipant)({ url: "http://a", atOfset: 1 }),
    /did you mean atOffset\?/,
  ],
  [
    "openLevelStore",
    () => untyped(openLevelStore)("/nowhere/a", { creat: false }),
    /did you mean create\?/,
  ],
  [
    "scriptTests",
    () => untyped(scriptTests)(new Uint8Array(), { filtr: "a" }),
    /did you mean filter\?/,
  ],
  [
    "defineTemplate",
    () => iou({ ...rules, observer: () => [] }),
    /Main:Iou\.observer; did you mean observers\?/,
  ],
  ["defineTemplate", () => iou({ ...rules, ensures: () => true }), /did you mean ensure\?/],
  [
    "defineTemplate",
    () => iou({ payload: { owner: Party } }),
    /The option Main:Iou\.signatories is missing/,
  ],
  [
    "defineTemplate",
    () => iou({ ...rules, signatories: ["owner"] }),
    /Main:Iou\.signatories: expected a function/,
  ],
  [
    "a field without a type",
    () => {
      const Iou = iou({ ...rules, payload: { amount: Numeric } });
      return untyped(definePackage)({ name: "iou", version: "1.0.0", templates: { Iou } });
    },
    /Main:Iou\.amount: expected a type such as Text or Numeric\(10\), got a function/,
  ],
  [
    "a choice",
    () => iou({ ...rules, choices: { Go: { controller: () => [] } } }),
    /Main:Iou\.choices\.Go\.controller; did you mean controllers\?/,
  ],
  [
    "a choice",
    () => iou({ ...rules, choices: { Go: {} } }),
    /Main:Iou\.choices\.Go\.controllers is missing/,
  ],
  [
    "a key",
    () => iou({ ...rules, key: { type: Party, of: () => "", maintainer: () => [] } }),
    /did you mean maintainers\?/,
  ],
  [
    "defineInterface",
    () => untyped(defineInterface)("Main:I", { views: {} }),
    /did you mean view\?/,
  ],
  [
    "definePackage",
    () => untyped(definePackage)({ name: "iou", version: "1.0.0", template: {} }),
    /did you mean templates\?/,
  ],
  ["defineHistory", () => untyped(defineHistory)({ rule: [] }), /did you mean rules\?/],
  [
    "defineHistory",
    () => untyped(defineHistory)({ rules: [{ kind: "emitt", match: { choice: "A" } }] }),
    /rules\[0\]\.kind: expected one of .*such as "emit"/,
  ],
  [
    "defineHistory",
    () => untyped(defineHistory)({ rules: [{ kind: "silent", match: { chioce: "A" } }] }),
    /rules\[0\]\.match\.chioce; did you mean choice\?/,
  ],
];

const refusalOf = async (mistake: () => unknown): Promise<string> => {
  try {
    await mistake();
  } catch (error) {
    return (error as Error).message;
  }
  return "it is not refused";
};

describe("options", () => {
  it("that are misspelt or have another type are refused by every function, with the intended name", async () => {
    const ledger = await createLedger();
    const wrong: string[] = [];
    for (const [place, mistake, ...says] of mistakes) {
      const refusal = await refusalOf(() => mistake(ledger));
      for (const word of says) {
        if (!word.test(refusal)) wrong.push(`${place}: ${word} is not in ${refusal}`);
      }
    }
    expect(wrong.join("\n")).to.equal("");
  });

  it("may be undefined, and one object may contain options of several functions", async () => {
    const ledger = await createLedger({
      seed: undefined,
      limits: { maxUsersPageSize: 5 },
    } as object);
    const options = { auth: "disabled", mount: "/a", pingMillis: 5 } as const;
    expect(createFetch(ledger, options)).to.be.a("function");
    expect(createLedgerRouter(ledger, options)).to.be.a("function");
    expect(untyped(createHistoryRouter)(ledger, options)).to.be.a("function");
    expect(createExplorerRouter(ledger, options)).to.be.a("function");
  });
});
