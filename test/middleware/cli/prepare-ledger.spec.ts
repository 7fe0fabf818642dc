import { expect } from "chai";

import { prepareLedger } from "../../../middleware/cli/prepare-ledger.ts";
import { errorOf } from "../../support/error-of.ts";
import { assembleDar, assemblePackage } from "../../support/lf/assemble.ts";
import { module } from "../../support/lf/definitions.ts";

describe("the command line's ledger", () => {
  const dar = assembleDar(
    assemblePackage({
      name: "unstable",
      version: "1.0.0",
      languageVersion: "2.dev",
      modules: [module("Main", {})],
    }),
  );

  it("takes DARs of Daml-LF 2.dev when its protocol version is dev", async () => {
    const others = {
      synchronizers: [],
      commitDelayMillis: 0,
      precedence: "specification",
      identityProviders: [],
      maxSelfAllocatedParties: 0,
    } as const;
    const { ledger } = await prepareLedger([], { protocolVersion: "dev", ...others });
    expect(ledger.darLoader?.load(dar)).to.have.length(1);
    const { ledger: stable } = await prepareLedger([], { protocolVersion: undefined, ...others });
    expect(errorOf(() => stable.darLoader?.load(dar)).code).to.equal("ALLOWED_LANGUAGE_VERSIONS");
  });

  it("is loaded at once, with commands in flight from then on and the precedence asked for", async () => {
    const { ledger } = await prepareLedger([], {
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
