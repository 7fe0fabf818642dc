import { useSignal } from "@preact/signals";

import type { SnapshotJson } from "../../../control/snapshots.ts";
import { callControlApi } from "../base/client.ts";
import { runAndRestoreReadRights } from "../base/ledger.ts";
import { useLedgerAction } from "./use-ledger-action.tsx";

interface ConfirmedAction {
  /** The question, which names the data that the action deletes. */
  readonly question: string;
  /** Text of the button that performs the action. */
  readonly yes: string;
  /** True if a snapshot taken before undoes the action. */
  readonly isUndoable: boolean;
  /** Resolves to a sentence about the result. */
  readonly perform: () => Promise<string>;
}

/**
 * Asks before an action that deletes something, takes a snapshot if that can undo the action, and
 * then offers to undo it. `notice` shows the question and the result.
 */
export const useConfirmedUndoableAction = () => {
  const { run, told } = useLedgerAction();
  const asked = useSignal<ConfirmedAction | undefined>(undefined);
  const before = useSignal<string | undefined>(undefined);
  const confirm = ({ isUndoable, perform }: ConfirmedAction): void =>
    void run(async () => {
      asked.value = undefined;
      before.value = undefined;
      const taken = isUndoable
        ? ((await callControlApi("snapshots", { body: {} })) as SnapshotJson)
        : undefined;
      const done = await runAndRestoreReadRights(perform);
      before.value = taken?.id;
      return done;
    });
  // The state before the undo can be restored in the same way.
  const undo = (id: string): void =>
    void run(async () => {
      const { id: later } = (await callControlApi("snapshots", { body: {} })) as SnapshotJson;
      await runAndRestoreReadRights(() =>
        callControlApi(`snapshots/${encodeURIComponent(id)}/revert`, { method: "POST" }),
      );
      before.value = later;
      return "The ledger is as it was before.";
    });
  const [question, snapshot] = [asked.value, before.value];
  const notice = (
    <>
      {question !== undefined && (
        <div class="stack">
          <p>
            {question.question}{" "}
            {question.isUndoable
              ? "A snapshot of the present state is taken before, so that you can undo it."
              : "You cannot undo it."}
          </p>
          <div class="actions">
            <button type="button" class="primary" onClick={() => confirm(question)}>
              {question.yes}
            </button>
            <button type="button" class="quiet" onClick={() => (asked.value = undefined)}>
              Cancel
            </button>
          </div>
        </div>
      )}
      {told}
      {snapshot !== undefined && (
        <div class="actions">
          <button type="button" class="quiet" onClick={() => undo(snapshot)}>
            Undo
          </button>
        </div>
      )}
    </>
  );
  return {
    run,
    ask: (action: ConfirmedAction): void => void (asked.value = action),
    notice,
    canUndo: snapshot !== undefined,
  };
};
