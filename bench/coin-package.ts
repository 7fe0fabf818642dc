import { definePackage, defineTemplate, Numeric, Party } from "ledger-in-a-box";

/** A minimal contract: an issuer's promise to an owner. */
export const Token = defineTemplate("Bench:Token", {
  payload: { issuer: Party, owner: Party, amount: Numeric(10) },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  choices: {},
});

export const benchPackage = definePackage({
  name: "bench",
  version: "1.0.0",
  templates: { Token },
});
