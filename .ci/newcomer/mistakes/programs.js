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
const { party: alice } = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails;
`;

const wrong = (title, program, ...says) => ({ title, text: `${imports}${program}`, says });
const wrongOn = (title, program, ...says) => ({ title, text: `${withLedger}${program}`, says });

/**
 * Programs that must end with an error that explains the fix. `text` is an ES module unless `type` is
 * CommonJS.
 */
export const programs = [
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
    "auth misspelt",
    'createFetch(ledger, { auth: "disable" });',
    /option auth is required: keys, or "disabled"/,
  ),
  wrongOn(
    "an audience misspelt",
    'createFetch(ledger, { auth: { hs256Secret: "a", audiance: "me" } });',
    /auth\.audiance; did you mean audience\?/,
  ),
  wrongOn(
    "an option misspelt",
    'createLedgerRouter(ledger, { auth: "disabled", bodylimit: 9 });',
    /no option bodylimit; did you mean bodyLimit\?/,
  ),
  wrong("a seed misspelt", "await createLedger({ sed: 7 });", /no option sed; did you mean seed\?/),
  wrong(
    "a limit misspelt",
    "await createLedger({ limits: { maxUserPageSize: 7 } });",
    /limits\.maxUserPageSize; did you mean maxUsersPageSize\?/,
  ),
  wrong("an option of tests", "useLedger({ steps: [] }, { sead: 7 });", /did you mean seed\?/),
  wrongOn("who reads misspelt", "ledger.contracts(Ping, { az: alice });", /did you mean as\?/),
  wrong(
    "observers misspelt",
    'defineTemplate("Main:Iou", { payload: { owner: Party }, signatories: ({ owner }) => [owner], observer: () => [] });',
    /Main:Iou\.observer; did you mean observers\?/,
  ),
  wrongOn(
    "an empty secret",
    'createFetch(ledger, { auth: { hs256Secret: "" } });',
    /hs256Secret must not be empty/,
  ),
  wrongOn(
    "an empty secret of control",
    'createControlRouter(ledger, { secret: "" });',
    /must not be empty/,
  ),
  wrongOn(
    "a secret of a variable that is not set",
    "createFetch(ledger, { auth: { hs256Secret: process.env.NO_SUCH } });",
    /auth\.hs256Secret has no value: check the environment variable/,
  ),
  wrongOn(
    "a public key of a variable that is not set",
    "createFetch(ledger, { auth: { rs256PublicKey: process.env.NO_SUCH } });",
    /auth\.rs256PublicKey has no value/,
  ),
  wrong("no secret of tokens", 'tokenFor(process.env.NO_SUCH, "alice");', /a secret, as text or/),
  wrong("an empty secret of tokens", 'tokenFor("", "alice");', /a secret that is not empty/),
  wrong(
    "a router of a promise",
    'createLedgerRouter(createLedger(), { auth: "disabled" });',
    /await createLedger/,
  ),
  wrong(
    "a fetch of a promise",
    'createFetch(createLedger(), { auth: "disabled" });',
    /await createLedger/,
  ),
  wrongOn(
    "a hint for a party",
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
    "a party twice",
    'await allocateParty(ledger, { partyIdHint: "alice" });',
    /a hint that no party has yet/,
  ),
  wrongOn(
    "a closed ledger",
    "await ledger.close(); await allocateParty(ledger, {});",
    /SERVICE_NOT_RUNNING/,
  ),
  wrongOn("a duration in words", 'ledger.clock.advance("1 hour");', /90s, 1h30m/),
  wrongOn("a time in words", 'ledger.clock.set("tomorrow");', /2030-01-31T12:00:00Z/),
  wrongOn(
    "a version that is none",
    'await createLedger({ apiVersion: "2.0" });',
    /versions of the API 3\.4, /,
  ),
  wrongOn(
    "a read for a hint",
    'ledger.contracts(Ping, { as: "alise" });',
    /a party that the ledger knows/,
  ),
  wrongOn("a read by half a name", 'ledger.contracts("Main:Iou");', /<package>:<Module>:<Entity>/),
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
    "a package of version v1",
    'definePackage({ name: "iou", version: "v1", templates: {} });',
    /v1/,
  ),
  wrong(
    "a choice without code",
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
    "a template of no package",
    `const Iou = defineTemplate("Main:Iou", { payload: { owner: Party }, signatories: ({ owner }) => [owner] });
await ledger.submit({ actAs: alice, commands: Iou.create({ owner: alice }) });`,
    /Main:Iou/,
    /package/,
  ),
  wrong("the path of a DAR for a DAR", 'createDamlLoader().load("my.dar");', /bytes/),
  wrong(
    "bytes that are no DAR",
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
    "a fixture that is not there",
    'await useLedger("market.yaml")(() => undefined)();',
    /no file market\.yaml/,
  ),
  wrong(
    "a DAR of scripts that is not there",
    'damlScripts("none.dar");',
    /no file .*none\.dar/,
    /the folder that the process runs in/,
  ),
  wrong("what is no DAR, for its scripts", 'damlScripts("text.dar");', /text\.dar: .*ZIP archive/),
  wrong("the bytes of a DAR for its path", "damlScripts(new Uint8Array(9));", /the path of a DAR/),
  wrongOn(
    "a payload of another form",
    'Ping.create({ id: "1", initiator: alice });',
    /at createArguments\.responder/,
  ),
  wrong(
    "a matcher of a template that is misspelt",
    'await useLedger()(({ ledger }) => ledgerMatchers.toHaveCreated(ledger, "#iou:Iou:Iou"))();',
    /no template or interface|No package of the ledger has/i,
  ),
  wrong(
    "a package that the fixture's ledger lacks",
    'await useLedger({ steps: [{ packages: ["iou"] }] })(() => undefined)();',
    /no package iou/,
  ),
];
