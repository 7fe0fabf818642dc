import { useSignal } from "@preact/signals";

import { reloadLedgerContent } from "../base/ledger.ts";
import { ErrorNotice } from "./notices.tsx";

/** Runs an action that changes the ledger, and shows its result or error. */
export const useLedgerAction = () => {
  const error = useSignal<Error | undefined>(undefined);
  const done = useSignal("");
  const run = async (deed: () => Promise<string>): Promise<void> => {
    error.value = undefined;
    try {
      done.value = await deed();
      await reloadLedgerContent();
    } catch (reason) {
      done.value = "";
      error.value = reason as Error;
    }
  };
  const told = (
    <div role="status">
      {done.value !== "" && <p class="soft">{done.value}</p>}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </div>
  );
  return { run, told };
};
