import { expect } from "chai";

import {
  contractIdString,
  fits,
  type Grammar,
  ledgerString,
  partyString,
  uniqueIdentifier,
  userIdString,
} from "../../../lib/ground/identifiers/identifier-syntax.ts";
import {
  argumentIdentifier,
  checkIdentifier,
  readParty,
  requireContractId,
  requireIdentifier,
} from "../../../lib/views/envelope/identifier-readers.ts";
import { errorOf } from "../../support/error-of.ts";

const legal: readonly (readonly [Grammar, string])[] = [
  [ledgerString, "a.b:c-d#e/f g_1"],
  [ledgerString, "x".repeat(255)],
  [partyString, "alice::1220-_ x"],
  [partyString, "__proto__"],
  [userIdString, "a@b^$.!`-#+'~_|:()"],
  [userIdString, "x".repeat(128)],
  [uniqueIdentifier, `wallet::1220${"ab".repeat(32)}`],
  [uniqueIdentifier, "__proto__::1220ab"],
  [contractIdString, `00${"ab".repeat(68)}`],
  [contractIdString, `01${"ab".repeat(12)}`],
];

const illegal: readonly (readonly [Grammar, string])[] = [
  [ledgerString, ""],
  [ledgerString, "x".repeat(256)],
  [ledgerString, "a\u0000b"],
  [ledgerString, "a\n"],
  [ledgerString, "é"],
  [partyString, "alice.bob"],
  [partyString, "\ud800"],
  [userIdString, "x".repeat(129)],
  [userIdString, "a b"],
  [uniqueIdentifier, "wallet"],
  [uniqueIdentifier, "::1220ab"],
  [uniqueIdentifier, "a::b::c"],
  [contractIdString, "00ABab"],
  [contractIdString, `00${"ab".repeat(31)}`],
  [contractIdString, `02${"ab".repeat(68)}`],
  [contractIdString, `00${"ab".repeat(68)}a`],
];

describe("identifier strings", () => {
  for (const [grammar, text] of legal) {
    it(`accepts ${JSON.stringify(text.slice(0, 40))} as a ${grammar.name}`, () => {
      expect(fits(grammar, text)).to.equal(true);
    });
  }

  for (const [grammar, text] of illegal) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))} as a ${grammar.name}`, () => {
      expect(fits(grammar, text)).to.equal(false);
    });
  }

  it("tells a missing required identifier from a malformed one", () => {
    expect(errorOf(() => requireIdentifier(ledgerString, "", "commandId"))).to.deep.include({
      code: "MISSING_FIELD",
      context: { field_name: "command_id" },
    });
    expect(errorOf(() => requireIdentifier(ledgerString, "é", "commandId"))).to.deep.include({
      code: "INVALID_FIELD",
      context: { field_name: "command_id" },
    });
    expect(errorOf(() => requireContractId("xyz", "contractId")).code).to.equal("INVALID_FIELD");
  });

  it("lets an optional identifier be empty", () => {
    expect(checkIdentifier(userIdString, "", "userId")).to.equal("");
  });

  it("calls bad list elements invalid arguments", () => {
    expect(errorOf(() => argumentIdentifier(partyString, "", "actAs[0]"))).to.include({
      code: "INVALID_ARGUMENT",
      path: "actAs[0]",
    });
    expect(errorOf(() => readParty("a.b")).code).to.equal("INVALID_ARGUMENT");
  });
});
