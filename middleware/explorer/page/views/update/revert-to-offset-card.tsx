import type { SnapshotJson } from "../../../../control/snapshots.ts";
import { changeUrlParameters, createViewUrl } from "../../base/address.ts";
import { controlApiUrl } from "../../base/boot.ts";
import { callControlApi } from "../../base/client.ts";
import { formatCount } from "../../base/count.ts";
import { ledgerEnd } from "../../base/ledger.ts";
import { Card } from "../../parts/layout.tsx";
import { useConfirmedUndoableAction } from "../../parts/use-confirmed-undoable-action.tsx";

interface GoBackProps {
  readonly offset: number;
}

/** Shows the ledger as of an offset; with the control API, also reverts the ledger to it. */
export const RevertToOffsetCard = ({ offset }: GoBackProps) => {
  const { ask, notice, canUndo } = useConfirmedUndoableAction();
  const end = ledgerEnd.value;
  const later = end - offset;
  if (later <= 0 && !canUndo) return null;
  const revert = async (): Promise<string> => {
    const name = `offset ${offset}, kept at ${new Date().toISOString()}`;
    const { id } = (await callControlApi("snapshots", { body: { offset, name } })) as SnapshotJson;
    await callControlApi(`snapshots/${encodeURIComponent(id)}/revert`, { method: "POST" });
    changeUrlParameters({ at: undefined }, "replace");
    return `The ledger is back at offset ${offset}.`;
  };
  return (
    <Card title="Go back">
      <div class="stack">
        {later > 0 && (
          <div class="actions">
            <a class="quiet" href={createViewUrl("/contracts", { at: String(offset) })}>
              Show the ledger as of this offset
            </a>
            {controlApiUrl !== undefined && (
              <button
                type="button"
                class="quiet"
                onClick={() =>
                  ask({
                    question: `This removes ${formatCount(later, "later offset")} (${offset + 1} to ${end}): their updates, completions and contracts, for all users, and later changes of parties, users and packages.`,
                    yes: `Yes, go back to offset ${offset}`,
                    isUndoable: true,
                    perform: revert,
                  })
                }
              >
                Revert the ledger to this offset …
              </button>
            )}
          </div>
        )}
        {notice}
      </div>
    </Card>
  );
};
