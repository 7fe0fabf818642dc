import { tokenFor } from "../../lib/internal.ts";
import type { AuthOption } from "../auth/authenticator.ts";
import type { TokenTarget } from "../auth/token-kind.ts";
import type { AuthSetting } from "./settings.ts";

/** Returns the `auth` option for the setting. */
export const authOption = (auth: AuthSetting, target: TokenTarget = {}): AuthOption => {
  switch (auth.kind) {
    case "disabled":
      return "disabled";
    case "secret":
      return { hs256Secret: auth.secret, ...target };
    case "publicKey":
      return { ...auth.key, ...target };
  }
};

/** Settings that determine tokens. */
export interface TokenTerms {
  readonly auth: AuthSetting;
  readonly target?: TokenTarget | undefined;
  readonly maxTokenLifetimeSeconds?: number | undefined;
}

/**
 * Returns a token of a user, valid for a month or for the maximum lifetime; undefined if none is
 * needed or none can be signed.
 */
export const userToken = (
  { auth, target = {}, maxTokenLifetimeSeconds = monthSeconds }: TokenTerms,
  userId: string,
): string | undefined =>
  auth.kind === "secret"
    ? tokenFor(auth.secret, userId, {
        ...target,
        expiresInSeconds: Math.min(monthSeconds, maxTokenLifetimeSeconds),
      })
    : undefined;

const monthSeconds = 30 * 24 * 60 * 60;
