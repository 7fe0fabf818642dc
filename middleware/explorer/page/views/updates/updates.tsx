import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";

import { change, go, query, segment } from "../../ground/address.ts";
import { changes, ledgerEnd } from "../../ground/ledger.ts";
import { pastOffset, shownOffset, viewers, viewersKey } from "../../ground/lens.ts";
import { entityOf, shortId } from "../../ground/names.ts";
import { usePages } from "../../ground/paging.ts";
import { type SeenUpdate, stepOf, updatesPage } from "../../ground/updates.ts";
import { View } from "../../parts/layout.tsx";
import { Offset, Parties, Time } from "../../parts/names.tsx";
import { Empty, Refused } from "../../parts/notices.tsx";
import { Cell, Head, WindowList } from "../../parts/window-list.tsx";

const columns = "64px 150px 96px minmax(180px, 4fr) minmax(100px, 1.4fr) minmax(90px, 1fr) 104px";

const Updates = () => {
  const pinned = useSignal(shownOffset.peek());
  const isAtTop = useSignal(true);
  const from = Number(query.value.get("from") ?? 0);
  const to = Number(query.value.get("to") ?? Infinity);
  const isBehind = pastOffset.value === undefined && ledgerEnd.value !== pinned.value;
  if (isBehind && isAtTop.value) queueMicrotask(() => (pinned.value = ledgerEnd.peek()));
  const end = Math.min(to, pastOffset.value ?? pinned.value, ledgerEnd.value);
  const key = [viewersKey.value, from, end, changes.value].join("|");
  const pages = usePages<SeenUpdate, string>(key, (token, signal) =>
    updatesPage({ as: viewers.peek(), begin: Math.max(0, from - 1), end }, token, signal),
  );
  const setTop = useCallback((is: boolean) => (isAtTop.value = is), []);
  const isPart = from > 0 || to !== Infinity;
  return (
    <View
      isFilling
      title="Updates"
      about="What happened, the newest first, as whoever looks may see it."
      actions={
        <>
          {isBehind && !isAtTop.value && (
            <button type="button" class="pill" onClick={() => (pinned.value = ledgerEnd.peek())}>
              New updates: show
            </button>
          )}
          {isPart && (
            <button
              type="button"
              class="quiet"
              onClick={() => change({ from: undefined, to: undefined })}
            >
              Offsets {from} to {end}: show all
            </button>
          )}
        </>
      }
    >
      {pages.error !== undefined && <Refused error={pages.error} />}
      <WindowList
        label="Updates"
        rows={pages.rows}
        keyOf={({ updateId }) => updateId}
        columns={columns}
        open={({ updateId }) => go(`/updates/${segment(updateId)}`)}
        more={pages.more}
        atTop={setTop}
        head={
          <>
            <Head kind="number">Offset</Head>
            <Head>Record time</Head>
            <Head>Kind</Head>
            <Head>What happened</Head>
            <Head>By</Head>
            <Head>Command</Head>
            <Head>Update</Head>
          </>
        }
        empty={
          pages.isAsking || pages.error !== undefined ? null : (
            <Empty icon="updates" title="Nothing has happened yet that may be seen">
              <p class="soft">Create a contract, load a fixture, or look as somebody else.</p>
            </Empty>
          )
        }
      >
        {(update) => (
          <>
            <Cell kind="side number">
              <Offset offset={update.offset} />
            </Cell>
            <Cell kind="rest">
              <Time iso={update.recordTime} />
            </Cell>
            <Cell kind="soft">{update.kind}</Cell>
            <Cell kind="lead">{summary(update)}</Cell>
            <Cell kind="more">
              <Parties parties={submittersOf(update)} />
            </Cell>
            <Cell kind="soft">
              <bdi>{update.commandId}</bdi>
            </Cell>
            <Cell kind="mono soft">{shortId(update.updateId)}</Cell>
          </>
        )}
      </WindowList>
    </View>
  );
};

export default Updates;

/** The steps at the top of the transaction, as far as they are seen. */
const summary = (update: SeenUpdate): string => {
  if (update.kind === "topology") return "Parties are hosted";
  if (update.kind === "reassignment") {
    return update.moves
      .map((move) =>
        "JsAssignmentEvent" in move
          ? `${entityOf(move.JsAssignmentEvent.createdEvent.templateId)} assigned`
          : `${entityOf(move.JsUnassignedEvent.value.templateId)} unassigned`,
      )
      .join(", ");
  }
  let last = -1;
  const roots: string[] = [];
  let inner = 0;
  for (const each of update.events) {
    const step = stepOf(each);
    if (step.event.nodeId <= last) {
      inner++;
      continue;
    }
    const entity = entityOf(step.event.templateId);
    if (step.kind === "exercise") {
      last = step.event.lastDescendantNodeId;
      roots.push(`${step.event.choice} on ${entity}`);
    } else {
      roots.push(`${step.kind} ${entity}`);
    }
  }
  const more = roots.length > 3 ? ` and ${roots.length - 3} more` : "";
  const below = inner > 0 ? `, ${inner} ${inner === 1 ? "step" : "steps"} within` : "";
  return roots.slice(0, 3).join(", ") + more + below;
};

/** Of what is seen: who acted at the top, or signed what was created. */
const submittersOf = ({ events }: SeenUpdate): readonly string[] => {
  const [first] = events;
  if (first === undefined) return [];
  const step = stepOf(first);
  if (step.kind === "exercise") return step.event.actingParties;
  return step.kind === "create" ? step.event.signatories : [];
};
