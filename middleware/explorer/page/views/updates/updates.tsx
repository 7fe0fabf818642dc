import {
  changeUrlParameters,
  createViewUrl,
  escapePathSegment,
  navigateToPath,
  urlQuery,
} from "../../base/address.ts";
import { ledgerContentChangeCount } from "../../base/ledger.ts";
import { shortenId } from "../../base/names.ts";
import { type PagedList, usePagedList } from "../../base/paging.ts";
import { useStableListEnd } from "../../base/stable-list-end.ts";
import { summarizeUpdate } from "../../base/summary.ts";
import { listKnownTemplates } from "../../base/types.ts";
import {
  type ExplorerUpdate,
  fetchUpdatesPage,
  guessUpdateSubmitters,
} from "../../base/updates.ts";
import { viewedContentKey, viewingParties } from "../../base/view-settings.ts";
import { ExportButtons } from "../../parts/export-buttons.tsx";
import { ViewFrame } from "../../parts/layout.tsx";
import { Offset, RowParties, Time } from "../../parts/names.tsx";
import { EmptyListPlaceholder, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { SavedViews } from "../../parts/saved-views.tsx";
import { SearchProgressLine } from "../../parts/search-progress-line.tsx";
import { ShowNewer } from "../../parts/show-newer.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";
import { type OffsetRange, useUpdateSearch } from "./update-search.ts";

const columnWidths = "56px 150px minmax(110px, 4fr) minmax(104px, 1.4fr) minmax(70px, 1fr) 104px";

const filterParameterNames = ["template", "kind", "text"];

const Updates = () => {
  const steady = useStableListEnd();
  const from = Number(urlQuery.value.get("from") ?? 0);
  const to = Number(urlQuery.value.get("to") ?? Infinity);
  const [begin, end] = [Math.max(0, from - 1), Math.min(to, steady.end)];
  const isFiltered = filterParameterNames.some((name) => urlQuery.value.has(name));
  const search = useUpdateSearch({ begin, end }, isFiltered);
  const all = useAllUpdates({ begin, end }, !isFiltered);
  const pages = isFiltered ? search : all;
  const isPart = urlQuery.value.has("from") || urlQuery.value.has("to");
  return (
    <ViewFrame
      isFilling
      title="Updates"
      about={
        isFiltered ? (
          <>
            <SearchProgressLine search={search} unit="offsets" />{" "}
            {search.rows.length === 1 ? "update" : "updates"}, newest first
          </>
        ) : (
          "Visible updates, newest first."
        )
      }
      actions={
        <>
          <ShowNewer of={steady}>New updates</ShowNewer>
          <ExportButtons
            name="updates"
            list={pages}
            columnsOf={(update) => ({
              offset: update.offset,
              recordTime: update.recordTime,
              kind: update.kind,
              summary: summarizeUpdate(update),
              by: guessUpdateSubmitters(update).join(" "),
              commandId: update.commandId,
              workflowId: update.workflowId,
              synchronizerId: update.synchronizerId,
              updateId: update.updateId,
            })}
            jsonOf={({ json }) => json}
          />
          {isPart && (
            <button
              type="button"
              class="quiet"
              onClick={() => changeUrlParameters({ from: undefined, to: undefined })}
            >
              Offsets {begin + 1} to {end}: show all
            </button>
          )}
        </>
      }
    >
      <Filters />
      {pages.error !== undefined && <ErrorNotice error={pages.error} />}
      <VirtualizedTable
        label="Updates"
        rows={pages.rows}
        keyOf={({ updateId }) => updateId}
        columns={columnWidths}
        open={({ updateId }) => navigateToPath(`/updates/${escapePathSegment(updateId)}`)}
        linkOf={({ updateId }) => createViewUrl(`/updates/${escapePathSegment(updateId)}`)}
        more={pages.more}
        isBusy={isFiltered && search.isStale}
        atTop={steady.setTop}
        head={
          <>
            <ColumnHeader kind="number">Offset</ColumnHeader>
            <ColumnHeader>Record time</ColumnHeader>
            <ColumnHeader>Summary</ColumnHeader>
            <ColumnHeader>By</ColumnHeader>
            <ColumnHeader>Command</ColumnHeader>
            <ColumnHeader>Update</ColumnHeader>
          </>
        }
        empty={
          pages.isAsking ? (
            <Loading what="updates" />
          ) : pages.error !== undefined ? null : (
            <EmptyListPlaceholder icon="updates" title="No visible updates">
              <p class="soft">
                Change the filters, create a contract, load a fixture, or view as another party.
              </p>
            </EmptyListPlaceholder>
          )
        }
      >
        {updateCells}
      </VirtualizedTable>
    </ViewFrame>
  );
};

export default Updates;

const updateCells = (update: ExplorerUpdate) => (
  <>
    <Cell kind="side number">
      <Offset offset={update.offset} />
    </Cell>
    <Cell kind="rest">
      <Time iso={update.recordTime} />
    </Cell>
    <Cell kind="lead">{summarizeUpdate(update)}</Cell>
    <Cell kind="more">
      <RowParties parties={guessUpdateSubmitters(update)} />
    </Cell>
    <Cell kind="soft">
      <bdi>{update.commandId}</bdi>
    </Cell>
    <Cell kind="mono soft">{shortenId(update.updateId)}</Cell>
  </>
);

/** Loads all updates; more of them while the user scrolls. */
const useAllUpdates = ({ begin, end }: OffsetRange, isOn: boolean): PagedList<ExplorerUpdate> => {
  const subject = `${viewedContentKey.value}|${begin}`;
  const version = `${end}/${ledgerContentChangeCount.value}`;
  return usePagedList<ExplorerUpdate, string>(
    isOn ? subject : undefined,
    version,
    (token, signal) =>
      // Small pages appear soon, even if the updates are large. A token is for pages of one size.
      fetchUpdatesPage({ as: viewingParties.peek(), begin, end, size: 30 }, token, signal),
  );
};

const Filters = () => (
  <div class="filters" role="search">
    <label class="field">
      <span>Template</span>
      <select
        value={urlQuery.value.get("template") ?? ""}
        onChange={({ currentTarget: { value } }) => changeUrlParameters({ template: value })}
      >
        <option value="">all</option>
        {listKnownTemplates().map(({ id, packageName, version, qualifiedName }) => (
          <option key={id} value={id}>
            {qualifiedName} · {packageName} {version}
          </option>
        ))}
      </select>
    </label>
    <label class="field">
      <span>Kind</span>
      <select
        value={urlQuery.value.get("kind") ?? ""}
        onChange={({ currentTarget: { value } }) => changeUrlParameters({ kind: value })}
      >
        <option value="">all</option>
        <option>transaction</option>
        <option>reassignment</option>
        <option>topology</option>
      </select>
    </label>
    <label class="field">
      <span>Text in the update</span>
      <input
        type="search"
        value={urlQuery.value.get("text") ?? ""}
        onInput={({ currentTarget }) =>
          changeUrlParameters({ text: currentTarget.value }, "replace")
        }
      />
    </label>
    <OffsetField name="from" label="From offset" />
    <OffsetField name="to" label="To offset" />
    <SavedViews />
  </div>
);

const OffsetField = ({ name, label }: { readonly name: "from" | "to"; readonly label: string }) => (
  <label class="field narrow">
    <span>{label}</span>
    <input
      type="number"
      min={0}
      value={urlQuery.value.get(name) ?? ""}
      onInput={({ currentTarget }) =>
        changeUrlParameters({ [name]: currentTarget.value }, "replace")
      }
    />
  </label>
);
