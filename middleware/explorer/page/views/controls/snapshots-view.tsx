import { useSignal } from "@preact/signals";

import type { SnapshotJson } from "../../../../control/snapshots.ts";
import { callControlApi } from "../../base/client.ts";
import { ledgerContentChangeCount, ledgerEnd } from "../../base/ledger.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { Card } from "../../parts/layout.tsx";
import { Time } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { useConfirmedUndoableAction } from "../../parts/use-confirmed-undoable-action.tsx";

/** Snapshots as a tree. */
export const SnapshotsView = () => {
  const { run, ask, notice } = useConfirmedUndoableAction();
  const name = useSignal("");
  const answer = useLoadedValue(
    "snapshots",
    ledgerContentChangeCount.value,
    (signal) =>
      callControlApi("snapshots", { signal }) as Promise<{ snapshots: readonly SnapshotJson[] }>,
  );
  const take = (): void =>
    void run(async () => {
      const taken = (await callControlApi("snapshots", {
        body: { name: name.value },
      })) as SnapshotJson;
      name.value = "";
      return `Took snapshot ${taken.id} at offset ${taken.ledgerEnd}.`;
    });
  const revert = ({ id, ledgerEnd: end }: SnapshotJson): void =>
    ask({
      question: `This replaces the ledger, at offset ${ledgerEnd.value}, by snapshot ${id}, at offset ${end}, for all users.`,
      yes: "Yes, revert",
      isUndoable: true,
      perform: async () => {
        await callControlApi(`snapshots/${encodeURIComponent(id)}/revert`, { method: "POST" });
        return `Reverted to offset ${end}.`;
      },
    });
  const forget = ({ id }: SnapshotJson): void =>
    ask({
      question: `This deletes snapshot ${id}.`,
      yes: "Yes, delete it",
      isUndoable: false,
      perform: async () => {
        await callControlApi(`snapshots/${encodeURIComponent(id)}`, { method: "DELETE" });
        return `Deleted snapshot ${id}.`;
      },
    });
  return (
    <Card title="Snapshots">
      <div class="stack">
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            take();
          }}
        >
          <label class="field">
            <span>Name (optional)</span>
            <input
              type="text"
              maxLength={200}
              placeholder="none"
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">
            Take a snapshot
          </button>
        </form>
        <LoadedValueView answer={answer} what="the snapshots">
          {({ snapshots }) =>
            snapshots.length === 0 ? (
              <p class="soft">
                No snapshots yet. A snapshot only uses memory for later changes, and you can revert
                to it repeatedly.
              </p>
            ) : (
              <SnapshotTree placed={arrangeSnapshots(snapshots)} revert={revert} forget={forget} />
            )
          }
        </LoadedValueView>
        {notice}
      </div>
    </Card>
  );
};

interface IndentedSnapshot {
  readonly snapshot: SnapshotJson;
  readonly depth: number;
}

/** Returns each snapshot below its predecessor; a sequence without branches is not indented. */
const arrangeSnapshots = (snapshots: readonly SnapshotJson[]): readonly IndentedSnapshot[] => {
  const children = new Map<string | undefined, SnapshotJson[]>();
  for (const each of snapshots) {
    children.set(each.after, [...(children.get(each.after) ?? []), each]);
  }
  const rows: IndentedSnapshot[] = [];
  // Without recursion: a sequence may contain a thousand snapshots.
  const left = (children.get(undefined) ?? []).map((snapshot) => ({ snapshot, depth: 0 }));
  left.reverse();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    rows.push(next);
    const { snapshot, depth } = next;
    const below = children.get(snapshot.id) ?? [];
    const deeper = below.length > 1 ? depth + 1 : depth;
    left.push(...below.toReversed().map((each) => ({ snapshot: each, depth: deeper })));
  }
  return rows;
};

const maxDepth = 8;

const SnapshotTree = ({
  placed,
  revert,
  forget,
}: {
  readonly placed: readonly IndentedSnapshot[];
  readonly revert: (snapshot: SnapshotJson) => void;
  readonly forget: (snapshot: SnapshotJson) => void;
}) => (
  <table>
    <thead>
      <tr>
        <th>Snapshot</th>
        <th>Ledger end</th>
        <th>Time</th>
        <th>
          <span class="hidden">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {placed.map(({ snapshot, depth }) => (
        <tr key={snapshot.id}>
          <td>
            <span class="branch" style={{ "--depth": Math.min(depth, maxDepth) }}>
              <bdi>{snapshot.id}</bdi>
              {snapshot.after !== undefined && (
                <span class="soft">
                  {" "}
                  after <bdi>{snapshot.after}</bdi>
                </span>
              )}
            </span>
          </td>
          <td class="mono">{snapshot.ledgerEnd}</td>
          <td>
            <Time iso={snapshot.time} />
          </td>
          <td>
            <div class="actions">
              <button type="button" class="quiet" onClick={() => revert(snapshot)}>
                Revert<span class="hidden"> to snapshot {snapshot.id}</span>
              </button>
              <button type="button" class="quiet" onClick={() => forget(snapshot)}>
                Delete<span class="hidden"> snapshot {snapshot.id}</span>
              </button>
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
