import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { currentViewPath } from "../base/address.ts";
import { explorerPageConfig } from "../base/boot.ts";
import { currentUser, currentUserRights, ledgerConnectionState } from "../base/ledger.ts";
import { adminToken, keepAdminToken, keepControlSecret, keepToken } from "../base/session.ts";
import { signInByToken, switchBackToAdmin, switchUser } from "../base/switch-user.ts";
import { Icon } from "../parts/icons.tsx";
import { ErrorNotice } from "../parts/notices.tsx";
import { UserPicker } from "../parts/user-picker.tsx";

const connectionTexts = {
  connecting: "Connecting",
  live: "Live",
  lost: "Connection lost",
  idle: "Not subscribed",
} as const;

export const HeaderControls = () => (
  <div class="status">
    <span class={`connection ${ledgerConnectionState.value}`} role="status">
      <i />
      <span>{connectionTexts[ledgerConnectionState.value]}</span>
    </span>
    <Theme />
    {explorerPageConfig.needsToken && currentUser.value !== undefined && (
      <Account id={currentUser.value.id} />
    )}
  </div>
);

/** Menu of the user: switch user, paste a token, sign out. */
const Account = ({ id }: { readonly id: string }) => {
  const isOpen = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void (isOpen.value = false), [currentViewPath.value]);
  useEffect(() => {
    const close = ({ target }: Event): void => {
      if (target instanceof Node && box.current?.contains(target) === false) isOpen.value = false;
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, []);
  return (
    <div
      class="account"
      ref={box}
      onKeyDown={({ key: pressed }) => {
        if (pressed === "Escape") isOpen.value = false;
      }}
    >
      <button
        type="button"
        class="quiet"
        title="The user of the token"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name="key" />
        <bdi>{id}</bdi>
      </button>
      {isOpen.value && <AccountMenu done={() => (isOpen.value = false)} />}
    </div>
  );
};

const AccountMenu = ({ done }: { readonly done: () => void }) => {
  const error = useSignal<Error | undefined>(undefined);
  const typed = useSignal("");
  const enter = async (signInAgain: () => Promise<void>): Promise<void> => {
    try {
      await signInAgain();
      done();
    } catch (reason) {
      error.value = reason as Error;
    }
  };
  return (
    <div class="account-menu card" role="group" aria-label="User">
      {explorerPageConfig.makesTokens && currentUserRights.value.isAdmin && (
        <UserPicker label="Switch user" pick={(id) => void enter(() => switchUser(id))} />
      )}
      {adminToken.value !== "" && (
        <button type="button" class="quiet" onClick={() => void enter(switchBackToAdmin)}>
          Back to the administrator
        </button>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void enter(() => signInByToken(typed.value.trim()));
        }}
      >
        <label class="field">
          <span>Token of another user</span>
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="quiet">
          Use this token
        </button>
      </form>
      <button type="button" class="quiet" onClick={signOut}>
        Sign out and forget the token
      </button>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </div>
  );
};

const signOut = (): void => {
  keepToken("");
  keepAdminToken("");
  keepControlSecret("");
  currentUser.value = undefined;
};

const themeStorageKey = "ledger-in-a-box theme";

const applyTheme = (theme: string | null): void => {
  if (theme === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
};

applyTheme(localStorage.getItem(themeStorageKey));

const Theme = () => {
  const theme = useSignal(localStorage.getItem(themeStorageKey));
  const turn = (): void => {
    const isDark =
      theme.value === null
        ? matchMedia("(prefers-color-scheme: dark)").matches
        : theme.value === "dark";
    theme.value = isDark ? "light" : "dark";
    localStorage.setItem(themeStorageKey, theme.value);
    applyTheme(theme.value);
  };
  return (
    <button type="button" class="bare" onClick={turn} title="Switch between light and dark mode">
      <Icon name="theme" />
      <span class="hidden">Switch between light and dark mode</span>
    </button>
  );
};
