const imports = `
import { createLedger, definePackage, defineTemplate, Party, Ping } from "ledger-in-a-box";
import { allocateParty } from "ledger-in-a-box/api";
import { createDamlLoader } from "ledger-in-a-box/daml";
import { loadFixture } from "ledger-in-a-box/fixtures";
import { createControlRouter, createFetch, createLedgerRouter } from "ledger-in-a-box/middleware";
import { damlScripts } from "ledger-in-a-box/script";
import { ledgerMatchers, tokenFor, useLedger } from "ledger-in-a-box/testing";
`;

const withLedger = `${imports}
const ledger = await createLedger();
const alice = await ledger.allocateParty("alice");
`;

const wrong = (title, program, ...says) => ({ title, text: `${imports}${program}`, says });
const wrongOn = (title, program, ...says) => ({ title, text: `${withLedger}${program}`, says });

/**
 * Programs that must end with an error that explains the fix. `text` is an ES module unless `type` is
 * CommonJS.
 */
export const faultyPrograms = [
  {
    title: "an import of an internal file",
    text: 'import "ledger-in-a-box/dist/lib/index.js";',
    says: [/not defined by "exports"/],
  },
  {
    title: "an import of an entry that does not exist",
    text: 'import "ledger-in-a-box/express";',
    says: [/'\.\/express' is not defined/],
  },
  {
    title: "an import of a name that does not exist",
    text: 'import { createRouter } from "ledger-in-a-box/middleware";',
    says: [/does not provide an export named 'createRouter'/],
  },
  {
    title: "a default import",
    text: 'import ledger from "ledger-in-a-box";',
    says: [/does not provide an export named 'default'/],
  },
  {
    title: "a test runner that is not installed",
    text: 'import "vitest";',
    says: [/Cannot find package 'vitest'/],
  },
  {
    title: "require() in a Node that cannot require ES modules",
    type: "commonjs",
    options: ["--no-experimental-require-module"],
    text: 'require("ledger-in-a-box");',
    says: [/ERR_REQUIRE_ESM/, /dynamic import\(\)/],
  },
  {
    title: "top-level await in CommonJS",
    type: "commonjs",
    text: 'const ledger = await require("ledger-in-a-box").createLedger();',
    says: [/await is only valid in async functions/],
  },
  wrongOn("a router without auth", "createLedgerRouter(ledger);", /option auth is required/),
  wrongOn("a fetch without auth", "createFetch(ledger);", /option auth is required/),
  wrongOn(
    "auth without keys",
    "createFetch(ledger, { auth: {} });",
    /requires one of the keys hs256Secret/,
  ),
  wrongOn(
    "a misspelt value of auth",
    'createFetch(ledger, { auth: "disable" });',
    /auth: expected keys such as .*, or "disabled"/,
  ),
  wrongOn(
    "a misspelt option of auth",
    'createFetch(ledger, { auth: { hs256Secret: "a", audiance: "me" } });',
    /auth\.audiance; did you mean audience\?/,
  ),
  wrongOn(
    "a misspelt option",
    'createLedgerRouter(ledger, { auth: "disabled", bodylimit: 9 });',
    /no option bodylimit; did you mean bodyLimit\?/,
  ),
  wrong(
    "a misspelt option of createLedger",
    "await createLedger({ sed: 7 });",
    /no option sed; did you mean seed\?/,
  ),
  wrong(
    "a misspelt limit",
    "await createLedger({ limits: { maxUserPageSize: 7 } });",
    /limits\.maxUserPageSize; did you mean maxUsersPageSize\?/,
  ),
  wrong(
    "a misspelt option of useLedger",
    "useLedger({ steps: [] }, { sead: 7 });",
    /did you mean seed\?/,
  ),
  wrongOn(
    "a misspelt option of contracts()",
    "ledger.contracts(Ping, { az: alice });",
    /did you mean as\?/,
  ),
  wrong(
    "a misspelt field of a template",
    'defineTemplate("Main:Iou", { payload: { owner: Party }, signatories: ({ owner }) => [owner], observer: () => [] });',
    /Main:Iou\.observer; did you mean observers\?/,
  ),
  wrongOn(
    "an empty secret",
    'createFetch(ledger, { auth: { hs256Secret: "" } });',
    /hs256Secret must not be empty/,
  ),
  wrongOn(
    "an empty secret of the control API",
    'createControlRouter(ledger, { secret: "" });',
    /must not be empty/,
  ),
  wrongOn(
    "a secret from an unset variable",
    "createFetch(ledger, { auth: { hs256Secret: process.env.NO_SUCH } });",
    /auth\.hs256Secret has no value: check the environment variable/,
  ),
  wrongOn(
    "a public key from an unset variable",
    "createFetch(ledger, { auth: { rs256PublicKey: process.env.NO_SUCH } });",
    /auth\.rs256PublicKey has no value/,
  ),
  wrong(
    "a token without a secret",
    'tokenFor(process.env.NO_SUCH, "alice");',
    /a secret, as text or/,
  ),
  wrong("a token with an empty secret", 'tokenFor("", "alice");', /a secret that is not empty/),
  wrong(
    "a router for a ledger that was not awaited",
    'createLedgerRouter(createLedger(), { auth: "disabled" });',
    /await createLedger/,
  ),
  wrong(
    "a fetch for a ledger that was not awaited",
    'createFetch(createLedger(), { auth: "disabled" });',
    /await createLedger/,
  ),
  wrongOn(
    "a party hint instead of a party id",
    'await ledger.submit({ actAs: "alice", commands: Ping.create({ id: "1", initiator: alice, responder: alice }) });',
    /alice/,
    /UNKNOWN_SUBMITTERS|UNKNOWN_INFORMEES/,
  ),
  wrongOn(
    "a misspelt field",
    'await ledger.submit({ actAs: alice, commands: Ping.create({ id: "1", initiater: alice, responder: alice }) });',
    /initiator/,
  ),
  wrongOn(
    "an allocation of a party that exists",
    'await allocateParty(ledger, { partyIdHint: "alice" });',
    /a hint that no party has yet/,
  ),
  wrongOn(
    "a closed ledger",
    "await ledger.close(); await allocateParty(ledger, {});",
    /SERVICE_NOT_RUNNING/,
  ),
  wrongOn("a duration in another format", 'ledger.clock.advance("1 hour");', /90s, 1h30m/),
  wrongOn("a time in another format", 'ledger.clock.set("tomorrow");', /2030-01-31T12:00:00Z/),
  wrongOn(
    "an API version that does not exist",
    'await createLedger({ apiVersion: "2.0" });',
    /the API version 3\.4, /,
  ),
  wrongOn(
    "a query for an unknown party hint",
    'ledger.contracts(Ping, { as: "alise" });',
    /a party that the ledger knows/,
  ),
  wrongOn(
    "a query for an incomplete type name",
    'ledger.contracts("Main:Iou");',
    /<package>:<Module>:<Entity>/,
  ),
  wrong(
    "a template without a module",
    'defineTemplate("Iou", { payload: { owner: Party }, signatories: ({ owner }) => [owner] });',
    /Module:Entity/,
  ),
  wrong(
    "a package with a space",
    'definePackage({ name: "my iou", version: "1.0.0", templates: {} });',
    /my iou/,
  ),
  wrong(
    "an invalid package version",
    'definePackage({ name: "iou", version: "v1", templates: {} });',
    /v1/,
  ),
  wrong(
    "a choice without an implementation",
    `const Iou = defineTemplate("Main:Iou", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: { Go: { controllers: ({ owner }) => [owner] } },
});
definePackage({ name: "iou", version: "1.0.0", templates: { Iou } });`,
    /Go/,
    /implement/,
  ),
  wrongOn(
    "a template whose package is not on the ledger",
    `const Iou = defineTemplate("Main:Iou", { payload: { owner: Party }, signatories: ({ owner }) => [owner] });
await ledger.submit({ actAs: alice, commands: Iou.create({ owner: alice }) });`,
    /Main:Iou/,
    /package/,
  ),
  wrong("a path instead of the bytes of a DAR", 'createDamlLoader().load("my.dar");', /bytes/),
  wrong(
    "bytes that are not a DAR",
    "createDamlLoader().load(new Uint8Array(9));",
    /no readable ZIP archive/,
  ),
  wrongOn(
    "an unknown step",
    'await loadFixture(ledger, { steps: [{ partie: "bob" }] });',
    /partie;/,
    /parties/,
  ),
  wrong(
    "a fixture file that does not exist",
    'await useLedger("market.yaml")(() => undefined)();',
    /no file market\.yaml/,
  ),
  wrong(
    "a DAR of scripts that does not exist",
    'damlScripts("none.dar");',
    /no file .*none\.dar/,
    /the folder that the process runs in/,
  ),
  wrong(
    "scripts of a file that is not a DAR",
    'damlScripts("text.dar");',
    /text\.dar: .*ZIP archive/,
  ),
  wrong(
    "bytes instead of the path of a DAR",
    "damlScripts(new Uint8Array(9));",
    /the path or the URL of a DAR/,
  ),
  wrongOn(
    "a payload with a missing field",
    'Ping.create({ id: "1", initiator: alice });',
    /at createArguments\.responder/,
  ),
  wrong(
    "a matcher for an unknown template",
    'await useLedger()(({ ledger }) => ledgerMatchers.toHaveCreated(ledger, "#iou:Iou:Iou"))();',
    /no template or interface|No package of the ledger has/i,
  ),
  wrong(
    "a fixture with a package that the ledger lacks",
    'await useLedger({ steps: [{ packages: ["iou"] }] })(() => undefined)();',
    /no package iou/,
  ),
];
