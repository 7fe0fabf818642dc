import { useSignal } from "@preact/signals";

import { ApiError } from "../base/client.ts";
import { currentUser, signIn, signInState } from "../base/ledger.ts";
import { hasTokenIfNeeded, keepToken } from "../base/session.ts";
import { ErrorNotice } from "../parts/notices.tsx";

/** Asks for a token if there is none or it was refused. */
export const SignIn = () => {
  const typed = useSignal("");
  const submit = (event: Event): void => {
    event.preventDefault();
    keepToken(typed.value.trim());
    typed.value = "";
    void signIn();
  };
  const refusal =
    hasTokenIfNeeded.value && signInState.value instanceof Error ? signInState.value : undefined;
  // The ledger accepted the token before.
  const isExpired =
    currentUser.value !== undefined && refusal instanceof ApiError && refusal.status === 401;
  return (
    <main class="enter">
      <form class="card" onSubmit={submit}>
        <div class="card-body stack">
          <h1>{isExpired ? "Session expired" : "Ledger in a box"}</h1>
          <p class="soft">
            {isExpired && "Enter a new token to continue at the same place. "}
            This ledger requires a token. The link printed at the start contains one;{" "}
            <code>ledger-in-a-box token &lt;user&gt;</code> prints others. The token is stored for
            this tab only.
          </p>
          {refusal !== undefined && !isExpired && <ErrorNotice error={refusal} />}
          <label class="field">
            <span>Token</span>
            <input
              type="password"
              autocomplete="off"
              spellcheck={false}
              required
              value={typed.value}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
          </label>
          <div class="actions">
            <button type="submit" class="primary">
              Open the ledger
            </button>
          </div>
        </div>
      </form>
    </main>
  );
};
