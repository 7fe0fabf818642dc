import { useSignal } from "@preact/signals";

import type { ForkJson, SnapshotJson } from "../../../../control/snapshots.ts";
import { changeParameters } from "../../base/address.ts";
import { controlUrl } from "../../base/boot.ts";
import { askControl } from "../../base/client.ts";
import { ledgerEnd } from "../../base/ledger.ts";
import { Card } from "../../parts/layout.tsx";
import { useAction } from "../../parts/use-action.tsx";

interface RevertToOffsetProps {
  readonly offset: number;
}

/** Reverts the ledger to an offset after a question, and can undo it. Needs the control API. */
export const RevertToOffset = ({ offset }: RevertToOffsetProps) => {
  const { run, told } = useAction();
  const isAsked = useSignal(false);
  const left = useSignal<string | undefined>(undefined);
  const later = ledgerEnd.value - offset;
  if (controlUrl === undefined || (later <= 0 && left.value === undefined)) return null;
  const goBack = (): void =>
    void run(async () => {
      isAsked.value = false;
      const now = new Date().toISOString().slice(0, 19).replace("T", " ");
      const { id } = (await askControl("snapshots", {
        body: { offset, name: `offset ${offset}, kept at ${now}` },
      })) as SnapshotJson;
      const forked = (await askControl(`snapshots/${encodeURIComponent(id)}/fork`, {
        body: { name: `before going back to offset ${offset}, at ${now}` },
      })) as ForkJson;
      left.value = forked.left.id;
      changeParameters({ at: undefined }, "replace");
      return `The ledger is back at offset ${forked.on.ledgerEnd}.`;
    });
  const undo = (id: string): void =>
    void run(async () => {
      await askControl(`snapshots/${encodeURIComponent(id)}/revert`, { method: "POST" });
      left.value = undefined;
      return "The ledger is as it was before.";
    });
  const name = later === 1 ? "1 later offset" : `${later.toLocaleString("en-GB")} later offsets`;
  return (
    <Card title="Go back">
      <div class="stack">
        {isAsked.value ? (
          <>
            <p>
              This removes {name} ({offset + 1} to {ledgerEnd.value}): their updates, completions
              and contracts, for all users, and later changes of parties, users and packages. A
              snapshot of the present state is kept, so that you can undo it here or under Controls.
            </p>
            <div class="actions">
              <button type="button" class="primary" onClick={goBack}>
                Yes, go back to offset {offset}
              </button>
              <button type="button" class="quiet" onClick={() => (isAsked.value = false)}>
                Cancel
              </button>
            </div>
          </>
        ) : (
          later > 0 && (
            <div class="actions">
              <button type="button" class="quiet" onClick={() => (isAsked.value = true)}>
                Revert the ledger to this offset …
              </button>
              <button
                type="button"
                class="quiet"
                onClick={() => changeParameters({ at: String(offset) })}
              >
                Show the ledger as of this offset
              </button>
            </div>
          )
        )}
        {told}
        {left.value !== undefined && (
          <div class="actions">
            <button
              type="button"
              class="quiet"
              onClick={() => left.value !== undefined && undo(left.value)}
            >
              Undo
            </button>
          </div>
        )}
      </div>
    </Card>
  );
};
