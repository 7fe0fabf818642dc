import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { expect } from "chai";

import { createLedgerWithInitialContent } from "../../../middleware/cli/create-ledger-with-initial-content.ts";
import { errorOf, rejectionOf } from "../../support/error-of.ts";
import { assembleDar, assemblePackage } from "../../support/lf/assemble.ts";
import { module } from "../../support/lf/definitions.ts";
import { plainState } from "../../support/plain-state.ts";
import { useFolder } from "../../support/use-folder.ts";

describe("ledger of the command line", () => {
  const dar = assembleDar(
    assemblePackage({
      name: "unstable",
      version: "1.0.0",
      languageVersion: "2.dev",
      modules: [module("Main", {})],
    }),
  );

  it("accepts DARs of Daml-LF 2.dev if its protocol version is dev", async () => {
    const others = {
      synchronizers: [],
      commitDelayMillis: 0,
      precedence: "specification",
      identityProviders: [],
      maxSelfAllocatedParties: 0,
    } as const;
    const { ledger } = await createLedgerWithInitialContent([], {
      protocolVersion: "dev",
      ...others,
    });
    expect(ledger.darLoader?.load(dar)).to.have.length(1);
    const { ledger: stable } = await createLedgerWithInitialContent([], {
      protocolVersion: undefined,
      ...others,
    });
    expect(errorOf(() => stable.darLoader?.load(dar)).code).to.equal("ALLOWED_LANGUAGE_VERSIONS");
  });

  describe("ledger of the command line, started from a dump", () => {
    const others = {
      protocolVersion: undefined,
      synchronizers: [],
      commitDelayMillis: 0,
      precedence: "specification",
      identityProviders: [],
      maxSelfAllocatedParties: 0,
    } as const;
    let folder = "";
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "dump-"));
    });
    after(() => rm(folder, { recursive: true }));

    it("has the state of the dump, and loads fixtures after it", async () => {
      const from = join(folder, "my.ledger.json");
      const { ledger } = await createLedgerWithInitialContent([], others);
      await writeFile(from, ledger.dump());
      const again = await createLedgerWithInitialContent([], { ...others, from });
      expect(again.loaded).to.deep.equal(["my.ledger.json"]);
      expect(plainState(again.ledger.state)).to.deep.equal(plainState(ledger.state));
      const fixture = join(folder, "more.yaml");
      await writeFile(fixture, "steps: [{ party: zoe }]");
      const more = await createLedgerWithInitialContent([fixture], { ...others, from });
      expect(more.loaded).to.deep.equal(["my.ledger.json", "more.yaml"]);
      expect(more.ledger.state.parties.size).to.equal(ledger.state.parties.size + 1);
      expect(more.ledger.state.ledgerEnd).to.be.above(ledger.state.ledgerEnd);
    });

    it("reports an invalid file", async () => {
      const missing = await rejectionOf(
        createLedgerWithInitialContent([], { ...others, from: "none.json" }),
      );
      expect(missing.cause).to.equal("There is no dump none.json.");
      const place = await rejectionOf(
        createLedgerWithInitialContent([], { ...others, from: folder }),
      );
      expect(place.cause).to.equal(`${folder} is a folder, not a dump.`);
      const other = join(folder, "other.json");
      await writeFile(other, "{}");
      const { cause } = await rejectionOf(
        createLedgerWithInitialContent([], { ...others, from: other }),
      );
      expect(cause).to.match(
        /^The dump cannot be loaded\. It does not begin with the header of a dump\./,
      );
    });
  });

  describe("ledger of the command line, kept in a folder", () => {
    const others = {
      protocolVersion: undefined,
      synchronizers: [],
      commitDelayMillis: 0,
      precedence: "specification",
      identityProviders: [],
      maxSelfAllocatedParties: 0,
    } as const;
    const place = useFolder("kept-by-command");
    const provider = {
      identityProviderId: "provider",
      issuer: "https://issuer.example",
      jwksUrl: "https://issuer.example/keys",
      audience: "",
      isDeactivated: false,
    };

    it("continues after a restart, and loads its files once", async () => {
      const store = place();
      const settings = { ...others, store, identityProviders: [provider] };
      const first = await createLedgerWithInitialContent([], settings);
      expect(first.loaded).to.have.length(2);
      const seen = plainState(first.ledger.state);
      await first.ledger.close();
      const again = await createLedgerWithInitialContent([], settings);
      expect(again.loaded).to.deep.equal([store]);
      expect(plainState(again.ledger.state)).to.deep.equal(seen);
      expect(again.ledger.clock.mode).to.equal("real");
      expect((await rejectionOf(createLedgerWithInitialContent([], settings))).cause).to.contain(
        "is in use",
      );
      await again.ledger.close();
    });

    it("is not created if its files cannot be loaded", async () => {
      const store = place();
      const fixture = `${store}.yaml`;
      await writeFile(fixture, "steps: [{ party: zoe }, { party: zoe }]");
      await rejectionOf(createLedgerWithInitialContent([fixture], { ...others, store }));
      await writeFile(fixture, "steps: [{ party: zoe }]");
      const { ledger, loaded } = await createLedgerWithInitialContent([fixture], {
        ...others,
        store,
      });
      expect(loaded).to.deep.equal([basename(fixture)]);
      expect(ledger.state.parties.size).to.equal(2);
      await ledger.close();
    });

    it("is not changed by a dump", async () => {
      const { ledger } = await createLedgerWithInitialContent([], others);
      const from = `${place()}.ledger.json`;
      await writeFile(from, ledger.dump());
      const store = place();
      const loaded = await createLedgerWithInitialContent([], { ...others, store, from });
      expect(plainState(loaded.ledger.state)).to.deep.equal(plainState(ledger.state));
      await loaded.ledger.close();
      const { cause } = await rejectionOf(
        createLedgerWithInitialContent([], { ...others, store, from }),
      );
      expect(cause).to.contain("an empty store");
      const again = await createLedgerWithInitialContent([], { ...others, store });
      expect(plainState(again.ledger.state)).to.deep.equal(plainState(ledger.state));
      await again.ledger.close();
    });
  });

  it("loads files without a commit delay, then uses the configured delay and precedence", async () => {
    const { ledger } = await createLedgerWithInitialContent([], {
      protocolVersion: undefined,
      synchronizers: [],
      commitDelayMillis: 30_000,
      precedence: "participant",
      identityProviders: [],
      maxSelfAllocatedParties: 3,
    });
    expect(ledger.config).to.include({ precedence: "participant", maxSelfAllocatedParties: 3 });
    expect(ledger.state.ledgerEnd).to.be.greaterThan(0);
    expect(ledger.commitDelayMillis).to.equal(30_000);
  });
});
