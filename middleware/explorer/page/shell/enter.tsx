import { useSignal } from "@preact/signals";

import { enter, entry } from "../base/ledger.ts";
import { isLetIn, keepToken } from "../base/session.ts";
import { Refused } from "../parts/notices.tsx";

/** Asks for a token if there is none or it was refused. */
export const Enter = () => {
  const typed = useSignal("");
  const submit = (event: Event): void => {
    event.preventDefault();
    keepToken(typed.value.trim());
    typed.value = "";
    void enter();
  };
  const refusal = isLetIn.value && entry.value instanceof Error ? entry.value : undefined;
  return (
    <main class="enter">
      <form class="card" onSubmit={submit}>
        <div class="card-body stack">
          <h1>Ledger in a box</h1>
          <p class="soft">
            This ledger requires a token. The link printed at the start contains one;{" "}
            <code>ledger-in-a-box token &lt;user&gt;</code> prints others. The token is stored for
            this tab only.
          </p>
          {refusal !== undefined && <Refused error={refusal} />}
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
