import { computed, signal } from "@preact/signals";

import { pageConfig } from "./boot.ts";

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
const { secret: controlSecret, keep: keepControlSecret } = createStoredSecret("control");

export { controlSecret, keepControlSecret, keepToken, token };

/** Moves the secrets from the URL, and from its history entry, to the store. */
export const moveSecretsToStore = (): void => {
  if (!/^#(?:token|control)=/.test(location.hash)) return;
  const given = new URLSearchParams(location.hash.slice(1));
  const [tokenGiven, controlGiven] = [given.get("token"), given.get("control")];
  if (tokenGiven !== null) keepToken(tokenGiven);
  if (controlGiven !== null) keepControlSecret(controlGiven);
  history.replaceState(null, "", location.pathname + location.search);
};

export const isAuthenticated = computed(() => !pageConfig.needsToken || token.value !== "");
