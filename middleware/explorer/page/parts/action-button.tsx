import type { ComponentChildren } from "preact";

import { useLedgerAction } from "./use-ledger-action.tsx";

interface ActionButtonProps {
  readonly children: ComponentChildren;
  readonly isPrimary?: boolean;
  readonly perform: () => Promise<unknown>;
}

/** Button that changes the ledger, and shows an error. */
export const ActionButton = ({ children, isPrimary = false, perform }: ActionButtonProps) => {
  const { run, told } = useLedgerAction();
  return (
    <>
      <button
        type="button"
        class={isPrimary ? "primary" : "quiet"}
        onClick={() =>
          void run(async () => {
            await perform();
            return "";
          })
        }
      >
        {children}
      </button>
      {told}
    </>
  );
};
