import { useRef } from "preact/hooks";

import {
  changeUrlParameters,
  escapePathSegment,
  navigateToPath,
  urlQuery,
} from "../../base/address.ts";
import { createViewUrl } from "../../base/address.ts";
import type { ListedContract } from "../../base/contracts.ts";
import { toPayloadColumns } from "../../base/export.ts";
import { packageSummaries } from "../../base/ledger.ts";
import { shortenId } from "../../base/names.ts";
import { useStableListEnd } from "../../base/stable-list-end.ts";
import { listKnownTemplates } from "../../base/types.ts";
import { selectedOffset, viewingParties } from "../../base/view-settings.ts";
import { ExportButtons } from "../../parts/export-buttons.tsx";
import { ViewFrame } from "../../parts/layout.tsx";
import { Offset, RowParties, TemplateLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { SavedViews } from "../../parts/saved-views.tsx";
import { SearchProgressLine } from "../../parts/search-progress-line.tsx";
import { ShowNewer } from "../../parts/show-newer.tsx";
import { ValueLine } from "../../parts/value.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";
import { ArchivedContractList } from "./archived-contract-list.tsx";
import { useActiveContractSearch, useArchivedContractSearch } from "./contract-searches.ts";

const columns =
  "minmax(120px, 1.7fr) minmax(160px, 4.2fr) minmax(100px, 1.4fr) minmax(90px, 1.1fr) 72px 104px";

const Contracts = () =>
  urlQuery.value.get("archived") === null ? <ActiveContracts /> : <ArchivedContracts />;

export default Contracts;

const ArchivedContracts = () => {
  const steady = useStableListEnd();
  const search = useArchivedContractSearch(steady.end);
  return (
    <ViewFrame
      isFilling
      title="Contracts"
      about={
        search.error === undefined && (
          <>
            <SearchProgressLine search={search} unit="offsets" /> archived, the last archived first
          </>
        )
      }
      actions={
        <>
          <ShowNewer of={steady}>New archived contracts</ShowNewer>
          <ExportButtons
            name="archived-contracts"
            list={search}
            columnsOf={({ contractId, templateId, parties, offset, createArgument }) => ({
              template: templateId,
              contractId,
              archivedAtOffset: offset,
              seenBy: parties.join(" "),
              ...toPayloadColumns(createArgument),
            })}
            jsonOf={(row) => row}
          />
        </>
      }
    >
      <Filters />
      <ArchivedContractList search={search} steady={steady} />
    </ViewFrame>
  );
};

const ActiveContracts = () => {
  const steady = useStableListEnd();
  const shown = steady.end;
  const search = useActiveContractSearch(shown);
  const { rows } = search;
  // The summary describes the present rows until others are loaded.
  const isPast = selectedOffset.value !== undefined || steady.waits;
  const when = isPast ? `as of offset ${formatCount(shown)}` : "now";
  const told = useRef(when);
  if (!search.isStale) told.current = when;
  return (
    <ViewFrame
      isFilling
      title="Contracts"
      about={
        search.error === undefined && (
          <>
            <SearchProgressLine search={search} unit="contracts" /> active {told.current}, newest
            first
          </>
        )
      }
      actions={
        <>
          <ShowNewer of={steady}>New contracts</ShowNewer>
          <ExportButtons
            name="contracts"
            list={search}
            columnsOf={({ event, synchronizerId }) => ({
              template: event.templateId,
              contractId: event.contractId,
              offset: event.offset,
              createdAt: event.createdAt,
              synchronizerId,
              signatories: event.signatories.join(" "),
              observers: event.observers.join(" "),
              ...toPayloadColumns(event.createArgument),
            })}
            jsonOf={(row) => row}
          />
          <a class="primary" href={createViewUrl("/create", { at: undefined })}>
            Create a contract
          </a>
        </>
      }
    >
      <Filters />
      {search.error !== undefined && <ErrorNotice error={search.error} />}
      <VirtualizedTable
        label="Active contracts"
        rows={rows}
        isBusy={search.isStale}
        keyOf={({ event }) => event.contractId}
        columns={columns}
        open={({ event }) => navigateToPath(`/contracts/${escapePathSegment(event.contractId)}`)}
        linkOf={({ event }) => createViewUrl(`/contracts/${escapePathSegment(event.contractId)}`)}
        more={search.more}
        atTop={steady.setTop}
        head={
          <>
            <ColumnHeader>Template</ColumnHeader>
            <ColumnHeader>Payload</ColumnHeader>
            <ColumnHeader>Signatories</ColumnHeader>
            <ColumnHeader>Observers</ColumnHeader>
            <ColumnHeader kind="number">Offset</ColumnHeader>
            <ColumnHeader>Contract</ColumnHeader>
          </>
        }
        empty={
          search.isAsking ? (
            <Loading what="contracts" />
          ) : search.error !== undefined ? null : (
            <EmptyListPlaceholder icon="contracts" title="No matching contracts">
              <p class="soft">No contract matches these filters at offset {shown}.</p>
            </EmptyListPlaceholder>
          )
        }
      >
        {contractCells}
      </VirtualizedTable>
    </ViewFrame>
  );
};

const contractCells = ({ event, goingTo }: ListedContract) => (
  <>
    <Cell kind="lead">
      <TemplateLink id={event.templateId} />
      {goingTo !== undefined && <span class="tag warn">in flight</span>}
    </Cell>
    <Cell kind="more whole">
      <ValueLine value={event.createArgument} />
    </Cell>
    <Cell>
      <RowParties parties={event.signatories} />
    </Cell>
    <Cell>
      <RowParties parties={event.observers} />
    </Cell>
    <Cell kind="number">
      <Offset offset={event.offset} />
    </Cell>
    <Cell kind="side mono soft">{shortenId(event.contractId)}</Cell>
  </>
);

const formatCount = (count: number): string => count.toLocaleString("en-GB");

const Filters = () => {
  const templates = listKnownTemplates();
  const interfaces = packageSummaries.value.flatMap(({ packageId, name, interfaces: all }) =>
    all.map((qualifiedName) => ({ id: `${packageId}:${qualifiedName}`, name, qualifiedName })),
  );
  const chosen = urlQuery.value.get("template") ?? urlQuery.value.get("interface") ?? "";
  return (
    <div class="filters" role="search">
      <label class="field">
        <span>Template or interface</span>
        <select
          value={chosen}
          onChange={({ currentTarget: { value } }) => {
            const isInterface = interfaces.some(({ id }) => id === value);
            changeUrlParameters({
              template: isInterface ? undefined : value,
              interface: isInterface ? value : undefined,
            });
          }}
        >
          <option value="">all</option>
          {templates.map(({ id, packageName, version, qualifiedName }) => (
            <option key={id} value={id}>
              {qualifiedName} · {packageName} {version}
            </option>
          ))}
          {interfaces.map(({ id, name, qualifiedName }) => (
            <option key={id} value={id}>
              {qualifiedName} · interface of {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Text in the payload</span>
        <input
          type="search"
          value={urlQuery.value.get("text") ?? ""}
          onInput={({ currentTarget }) =>
            changeUrlParameters({ text: currentTarget.value }, "replace")
          }
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={urlQuery.value.get("archived") !== null}
          onChange={({ currentTarget: { checked } }) =>
            changeUrlParameters({ archived: checked ? "1" : undefined })
          }
        />
        archived
      </label>
      {viewingParties.value !== "everybody" && (
        <label class="field">
          <span>Role of the viewing party</span>
          <select
            value={urlQuery.value.get("role") ?? ""}
            onChange={({ currentTarget }) => changeUrlParameters({ role: currentTarget.value })}
          >
            <option value="">any</option>
            <option value="signatory">signatory</option>
            <option value="observer">observer</option>
          </select>
        </label>
      )}
      <SavedViews />
    </div>
  );
};
