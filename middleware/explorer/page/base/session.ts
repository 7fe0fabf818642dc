import { computed, signal } from "@preact/signals";

import { explorerPageConfig } from "./boot.ts";

/**
 * Stores a secret of the user, for this tab only. The secrets arrive in the fragment (after `#`) of
 * the URL that the command line prints; browsers do not send fragments. The page removes them from
 * the URL when it starts.
 */
const createStoredSecret = (name: string) => {
  const key = `ledger-in-a-box ${location.pathname} ${name}`;
  const secret = signal(readStoredSecret(key));
  return {
    secret,
    keep: (value: string): void => {
      secret.value = value;
      if (value === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    },
  };
};

const readStoredSecret = (key: string): string => sessionStorage.getItem(key) ?? "";

const { secret: token, keep: keepToken } = createStoredSecret("token");
/** Token of the administrator who signed in as another user; empty if none did. */
const { secret: adminToken, keep: keepAdminToken } = createStoredSecret("administrator");
const { secret: controlSecret, keep: keepControlSecret } = createStoredSecret("control");

export { adminToken, controlSecret, keepAdminToken, keepControlSecret, keepToken, token };

/**
 * Moves the secrets from the URL, and from its history entry, to the store. Returns true if the URL
 * had a token and the secret of the control API, as the administrator's link has.
 */
export const moveUrlSecretsToStorage = (): boolean => {
  if (!/^#(?:token|control)=/.test(location.hash)) return false;
  const given = new URLSearchParams(location.hash.slice(1));
  const [tokenGiven, controlGiven] = [given.get("token"), given.get("control")];
  if (tokenGiven !== null) keepToken(tokenGiven);
  if (controlGiven !== null) keepControlSecret(controlGiven);
  history.replaceState(null, "", location.pathname + location.search);
  return tokenGiven !== null && controlGiven !== null;
};

export const hasTokenIfNeeded = computed(
  () => !explorerPageConfig.needsToken || token.value !== "",
);
