import { tokenFor } from "../../lib/internal.ts";
import type { AuthOption } from "../auth/authenticator.ts";
import type { TokenTarget } from "../auth/token-kind.ts";
import type { AuthSetting } from "./settings.ts";

/** The option that lets in the tokens of the setting. */
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

/** Which tokens there are to be. */
export interface TokenTerms {
  readonly auth: AuthSetting;
  readonly target?: TokenTarget | undefined;
  readonly maxTokenLifetimeSeconds?: number | undefined;
}

/** Valid for a month, or for as long as tokens may; undefined where none is needed or none can be made. */
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
