import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";
import type { Algorithm } from "jsonwebtoken";

import type * as fixturesEntry from "../../../fixtures/index.ts";
import type * as apiEntry from "../../../lib/api.ts";
import type * as rootEntry from "../../../lib/index.ts";
import type * as fetchEntry from "../../../middleware/fetch/index.ts";
import document from "../../../spec/ledger-api.json" with { type: "json" };
import { keyEntry } from "../../support/key-sets.ts";
import {
  confusedToken,
  type KeyPair,
  otherRsaKeys,
  p256Keys,
  p384Keys,
  p521Keys,
  rsaKeys,
  scopeClaims,
  secret,
  signedToken,
  unsignedToken,
} from "../../support/tokens.ts";

/** Modules that are bundled for browsers, and the same modules for Node. */
interface Entries {
  readonly root: typeof rootEntry;
  readonly api: typeof apiEntry;
  readonly fixtures: typeof fixturesEntry;
  readonly fetch: typeof fetchEntry;
}

const ofNode = async (): Promise<Entries> => ({
  root: await import("../../../lib/index.ts"),
  api: await import("../../../lib/api.ts"),
  fixtures: await import("../../../fixtures/index.ts"),
  fetch: await import("../../../middleware/fetch/index.ts"),
});

/** Imports the bundles that .ci/browser-entries.js writes; they use neither Node modules nor Node globals. */
const ofBrowsers = async (): Promise<Entries> => {
  const folder = join(process.cwd(), ".build", "browser-entries");
  const entry = async (name: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, `${name}.js`)).href);
  return {
    root: (await entry("index")) as typeof rootEntry,
    api: (await entry("api")) as typeof apiEntry,
    fixtures: (await entry("fixtures")) as typeof fixturesEntry,
    fetch: (await entry("fetch")) as typeof fetchEntry,
  };
};

const fixtureText = `
startsAt: 2030-01-01T00:00:00Z
steps:
  - party: alice
  - user: { id: ann, actAs: [alice] }
  - submit:
      as: alice
      create:
        template: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping"
        arguments: { id: "1", initiator: "\${alice}", responder: "\${alice}" }
`;

const openLedger = async ({ root, fixtures }: Entries) => {
  const ledger = await root.createLedger({
    packages: [root.pingPackage],
    seed: 1,
    clock: { freeze: "2030-01-01T00:00:00Z" },
  });
  const names = await fixtures.loadFixture(ledger, fixtures.parseFixture(fixtureText));
  return { ledger, names };
};

describe("the entries for browsers", () => {
  let browser: Entries;

  before(async () => {
    browser = await ofBrowsers();
  });

  it("answer every operation like the entries for Node @slow", async () => {
    const answersOf = async (entries: Entries): Promise<readonly string[]> => {
      const { ledger } = await openLedger(entries);
      const fetch = entries.fetch.createFetch(ledger, { auth: "disabled" });
      const answers: string[] = [];
      for (const [path, item] of Object.entries(document.paths)) {
        // Skipped: this operation waits for completions.
        if (path === "/v2/commands/command-completions") continue;
        for (const method of Object.keys(item)) {
          const bodies = method === "get" ? [undefined] : ["{}", '{"commands":7}', "é"];
          for (const body of bodies) {
            const response = await fetch(path.replaceAll(/\{[^}]+\}/g, "%C3%A9%FF"), {
              method: method.toUpperCase(),
              ...(body !== undefined && { body }),
            });
            answers.push(`${method} ${path} ${response.status} ${await response.text()}`);
          }
        }
      }
      return answers;
    };
    const answers = await answersOf(browser);
    expect(answers.length).to.be.above(100);
    expect(answers).to.deep.equal(await answersOf(await ofNode()));
  });

  it("accept tokens of each algorithm, and refuse forged ones with the reason", async () => {
    const { ledger } = await openLedger(browser);
    const keys: readonly (readonly [Algorithm, string, KeyPair])[] = [
      ["RS256", "rs256PublicKey", rsaKeys],
      ["RS384", "rs384PublicKey", rsaKeys],
      ["RS512", "rs512PublicKey", rsaKeys],
      ["ES256", "es256PublicKey", p256Keys],
      ["ES384", "es384PublicKey", p384Keys],
      ["ES512", "es512PublicKey", p521Keys],
    ];
    const statusOf = async (auth: object, token: string): Promise<string> => {
      const fetch = browser.fetch.createFetch(ledger, { auth: auth as fetchEntry.AuthOption });
      const response = await fetch("/v2/authenticated-user", {
        headers: { Authorization: `Bearer ${token}` },
      });
      return `${response.status} ${/does not match|names the algorithm/.exec(await response.text())?.[0] ?? ""}`;
    };
    const claims = scopeClaims("ann");
    for (const [algorithm, name, pair] of keys) {
      const token = signedToken(claims, pair.privateKey, algorithm);
      expect(await statusOf({ [name]: pair.publicPem }, token), algorithm).to.equal("200 ");
      expect(await statusOf({ [name]: pair.publicPem }, `${token.slice(0, -8)}AAAAAAAA`)).to.equal(
        "401 does not match",
      );
    }
    const hs256 = { hs256Secret: secret };
    const rs256 = { rs256PublicKey: rsaKeys.publicPem };
    expect(await statusOf(hs256, signedToken(claims))).to.equal("200 ");
    expect(await statusOf(hs256, signedToken(claims, "another"))).to.equal("401 does not match");
    expect(await statusOf(hs256, unsignedToken(claims))).to.equal("401 names the algorithm");
    expect(await statusOf(rs256, confusedToken(claims, rsaKeys))).to.equal(
      "401 names the algorithm",
    );
  });

  it("verify the tokens of identity providers", async () => {
    const { ledger } = await openLedger(browser);
    const { createIdentityProvider, createUser, trustedCaller } = browser.api;
    const issuer = "https://idp.example.com";
    await createIdentityProvider(ledger, {
      identityProviderConfig: { identityProviderId: "idp", issuer, jwksUrl: `${issuer}/keys` },
    });
    await createUser(ledger, { user: { id: "eve", identityProviderId: "idp" } }, trustedCaller);
    const fetch = browser.fetch.createFetch(ledger, {
      auth: { hs256Secret: secret },
      fetchKeys: () => Promise.resolve({ keys: [keyEntry(rsaKeys, ""), keyEntry(p384Keys, "p")] }),
    });
    const statusOf = async (pair: KeyPair): Promise<number> => {
      const claims = scopeClaims("eve", { iss: issuer });
      const { sign } = (await import("jsonwebtoken")).default;
      const token = sign(claims, pair.privateKey, { algorithm: "RS256", keyid: "" });
      const path = "/v2/authenticated-user?identity-provider-id=idp";
      const { status } = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      return status;
    };
    expect(await statusOf(rsaKeys)).to.equal(200);
    expect(await statusOf(otherRsaKeys)).to.equal(401);
  });

  it("throw an explained error for features that need Node", async () => {
    const { ledger } = await openLedger(browser);
    const { fixtures, fetch } = browser;
    const failureOf = async (act: () => unknown): Promise<string> => {
      try {
        await act();
      } catch (error) {
        return String(error);
      }
      return "";
    };
    expect(await failureOf(() => fixtures.readScenarioFile("market.yaml"))).to.include(
      "parseFixture",
    );
    const dars = fixtures.parseFixture("steps: [{ packages: [./a.dar] }]");
    expect(await failureOf(() => fixtures.loadFixture(ledger, dars))).to.include(
      "Upload the DAR first",
    );
    const auth = { rs256PublicKey: rsaKeys.publicKey };
    expect(await failureOf(() => fetch.createFetch(ledger, { auth }))).to.include(
      "BEGIN PUBLIC KEY",
    );
  });
});
