import { expect } from "chai";

import { decodeVersioned, encodeVersioned } from "../../../lib/ground/values/versioned.ts";
import { errorOf } from "../../support/error-of.ts";

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

describe("versioned payloads", () => {
  it("are written with their version first and read back", () => {
    const versioned = { version: "2.1", payload: Uint8Array.of(1, 2) } as const;
    expect(encodeVersioned(versioned)).to.deep.equal(bytes("0a03322e3112020102"));
    expect(decodeVersioned(encodeVersioned(versioned))).to.deep.equal(versioned);
  });

  const refused: Record<string, string> = {
    "no version": "12020102",
    "no payload": "0a03322e31",
    "an unknown version": "0a0364657612020102",
    "a later version": "0a03322e3212020102",
    "two versions": "0a01320a013212020102",
    "two payloads": "0a013212001200",
    "another field": "0a013212001a00",
    "a truncated payload": "0a0132120201",
  };
  for (const [what, hex] of Object.entries(refused)) {
    it(`are refused with ${what}`, () => {
      expect(errorOf(() => decodeVersioned(bytes(hex))).code).to.equal("INVALID_ARGUMENT");
    });
  }
});
