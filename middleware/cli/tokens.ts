import jsonwebtoken from "jsonwebtoken";

import type { AuthOption } from "../auth/authenticator.ts";
import type { AuthSetting } from "./settings.ts";

/** The option that lets in the tokens of the setting. */
export const authOption = (auth: AuthSetting): AuthOption => {
  switch (auth.kind) {
    case "disabled":
      return "disabled";
    case "secret":
      return { hs256Secret: auth.secret };
    case "publicKey":
      return auth.key;
  }
};

/** Valid for a month, or for as long as tokens may; undefined where none is needed or none can be made. */
export const tokenFor = (
  auth: AuthSetting,
  userId: string,
  maxLifetimeSeconds = monthSeconds,
): string | undefined =>
  auth.kind === "secret"
    ? jsonwebtoken.sign({ sub: userId, scope: "daml_ledger_api" }, auth.secret, {
        algorithm: "HS256",
        expiresIn: Math.min(monthSeconds, maxLifetimeSeconds),
      })
    : undefined;

const monthSeconds = 30 * 24 * 60 * 60;
