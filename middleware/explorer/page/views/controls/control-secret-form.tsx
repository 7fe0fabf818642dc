import { useSignal } from "@preact/signals";

import { keepControlSecret } from "../../base/session.ts";
import { Card } from "../../parts/layout.tsx";

/** Asks for the secret of the control API, which is stored for the tab. */
export const ControlSecretForm = () => {
  const typed = useSignal("");
  return (
    <Card title="The control API requires its secret">
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
