import { expect } from "chai";

import { VerifiedTokens } from "../../../middleware/auth/verified-tokens.ts";

describe("VerifiedTokens", () => {
  const verified = (expiresAtMillis?: number) => ({
    userId: "ann",
    participantId: undefined,
    identityProviderId: "",
    expiresAtMillis,
  });

  it("forgets tokens when they expire", () => {
    const tokens = new VerifiedTokens(10);
    tokens.add("a", verified(1_000));
    expect(tokens.get("a", 999)).to.deep.equal(verified(1_000));
    expect(tokens.get("a", 1_000)).to.equal(undefined);
    expect(tokens.get("a", 0)).to.equal(undefined);
  });

  it("forgets first what was not asked for the longest", () => {
    const tokens = new VerifiedTokens(2);
    tokens.add("a", verified());
    tokens.add("b", verified());
    tokens.get("a", 0);
    tokens.add("c", verified());
    expect(tokens.get("a", 0)).not.to.equal(undefined);
    expect(tokens.get("b", 0)).to.equal(undefined);
    expect(tokens.get("c", 0)).not.to.equal(undefined);
  });
});
