import { useSignal } from "@preact/signals";

import { boot } from "../base/boot.ts";
import { connection, user } from "../base/ledger.ts";
import { keepControlSecret, keepToken } from "../base/session.ts";
import { Icon } from "../parts/icons.tsx";

const words = {
  connecting: "Connecting",
  live: "Live",
  lost: "Connection lost",
  idle: "No live updates",
} as const;

export const Status = () => (
  <div class="status">
    <span class={`connection ${connection.value}`} role="status">
      <i />
      <span>{words[connection.value]}</span>
    </span>
    <Theme />
    {boot.needsToken && user.value !== undefined && <Account id={user.value.id} />}
  </div>
);

/** The user of the token; a click shows what can be done with it. */
const Account = ({ id }: { readonly id: string }) => {
  const isOpen = useSignal(false);
  return (
    <>
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
      {isOpen.value && (
        <button
          type="button"
          class="quiet"
          title="Forget the token, and ask for that of another user"
          onClick={leave}
        >
          Switch user
        </button>
      )}
    </>
  );
};

const leave = (): void => {
  keepToken("");
  keepControlSecret("");
  user.value = undefined;
};

const key = "ledger-in-a-box theme";

const show = (theme: string | null): void => {
  if (theme === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
};

show(localStorage.getItem(key));

const Theme = () => {
  const theme = useSignal(localStorage.getItem(key));
  const turn = (): void => {
    const isDark =
      theme.value === null
        ? matchMedia("(prefers-color-scheme: dark)").matches
        : theme.value === "dark";
    theme.value = isDark ? "light" : "dark";
    localStorage.setItem(key, theme.value);
    show(theme.value);
  };
  return (
    <button type="button" class="bare" onClick={turn} title="Switch between light and dark mode">
      <Icon name="theme" />
      <span class="hidden">Switch between light and dark mode</span>
    </button>
  );
};
