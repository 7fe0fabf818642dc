import { tokenFor } from "../../lib/internal.ts";
import type { AcceptedTokens, AuthOption } from "../auth/authenticator.ts";
import type { TokenAudienceAndScope } from "../auth/token-kind.ts";
import type { AuthSetting } from "./settings.ts";

/** Returns the `auth` option for the setting, and for tokens that are accepted as well. */
export const createAuthOptionFromSetting = (
  auth: AuthSetting,
  target: TokenAudienceAndScope = {},
  also?: AcceptedTokens,
): AuthOption => {
  if (auth.kind === "disabled") return "disabled";
  const accepted =
    auth.kind === "secret" ? { hs256Secret: auth.secret, ...target } : { ...auth.key, ...target };
  return also === undefined ? accepted : [accepted, also];
};

/** Settings that determine tokens. */
export interface AccessTokenSettings {
  readonly auth: AuthSetting;
  readonly target?: TokenAudienceAndScope | undefined;
  readonly maxTokenLifetimeSeconds?: number | undefined;
}

/**
 * Returns a token of a user, valid for a month or for the maximum lifetime, without an end if that is Infinity; undefined if
 * none is needed or none can be signed.
 */
export const signUserToken = (
  { auth, target = {}, maxTokenLifetimeSeconds = monthSeconds }: AccessTokenSettings,
  userId: string,
): string | undefined =>
  auth.kind === "secret"
    ? tokenFor(auth.secret, userId, {
        ...target,
        expiresInSeconds:
          maxTokenLifetimeSeconds === Infinity
            ? Infinity
            : Math.min(monthSeconds, maxTokenLifetimeSeconds),
      })
    : undefined;

const monthSeconds = 30 * 24 * 60 * 60;
