import { useSignal } from "@preact/signals";

import { keepControlSecret } from "../../base/session.ts";
import { Card } from "../../parts/layout.tsx";

/** Whoever steers must know the secret; it is kept for the tab. */
export const Unlock = () => {
  const typed = useSignal("");
  return (
    <Card title="Who steers must know the secret">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          keepControlSecret(typed.value);
        }}
      >
        <label class="field">
          <span>Secret of the control API</span>
          <input
            type="password"
            autocomplete="off"
            required
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Unlock
        </button>
      </form>
    </Card>
  );
};
