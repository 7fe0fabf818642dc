import { createHmac } from "node:crypto";

import { createUser } from "../../../lib/api.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { asking } from "../served.ts";
import type { Target } from "../target.ts";

/** Returns a target whose inputs are authorization headers. */
export const tokens = async (): Promise<Target> => {
  const ask = await asUser();
  return {
    name: "tokens",
    seeds: [`Bearer ${signedToken(scopeClaims("ann"))}`].map(bytesOf),
    attempt: (input) => {
      const authorization = Buffer.from(input)
        .toString("latin1")
        .replaceAll(/[\0\r\n]/g, " ");
      return ask("GET", "/v2/authenticated-user", { headers: { authorization } });
    },
  };
};

/** Returns a target whose inputs are token claims, with a valid signature. */
export const claims = async (): Promise<Target> => {
  const ask = await asUser();
  const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url");
  return {
    name: "claims",
    seeds: [
      scopeClaims("ann"),
      scopeClaims("ann", { aud: ["a", "b"], exp: 4_000_000_000, nbf: 0, iat: 0, iss: "x" }),
      { "https://daml.com/ledger-api": { actAs: ["alice"], admin: true } },
    ].map((json) => bytesOf(JSON.stringify(json))),
    attempt: (input) => {
      const signed = `${header}.${Buffer.from(input).toString("base64url")}`;
      const signature = createHmac("sha256", secret).update(signed).digest("base64url");
      const authorization = `Bearer ${signed}.${signature}`;
      return ask("GET", "/v2/authenticated-user", { headers: { authorization } });
    },
  };
};

const asUser = async () => {
  const { ledger } = await iouLedger();
  await createUser(ledger, { user: { id: "ann" } });
  return asking(ledger, "tokens");
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
