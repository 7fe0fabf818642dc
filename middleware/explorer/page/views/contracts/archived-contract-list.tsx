import { createViewUrl, escapePathSegment, navigateToPath } from "../../base/address.ts";
import { callLedgerApi } from "../../base/client.ts";
import { shortenId } from "../../base/names.ts";
import type { LedgerSearchResults } from "../../base/search.ts";
import type { StableListEnd } from "../../base/stable-list-end.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  createEventFormatForView,
  viewingParties,
  viewingPartiesCacheKey,
} from "../../base/view-settings.ts";
import { Offset, RowParties, TemplateLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { ValueLine } from "../../parts/value.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";
import type { ArchivedContract } from "./contract-searches.ts";

const columnWidths = "minmax(120px, 1.7fr) minmax(160px, 4fr) minmax(100px, 1.4fr) 92px 104px";

interface ArchivedProps {
  readonly search: LedgerSearchResults<ArchivedContract>;
  readonly steady: StableListEnd;
}

/** List of archived contracts. Payloads that were not read are loaded when they become visible. */
export const ArchivedContractList = ({ search: pages, steady }: ArchivedProps) => {
  const { rows } = pages;
  return (
    <>
      {pages.error !== undefined && <ErrorNotice error={pages.error} />}
      <VirtualizedTable
        label="Archived contracts"
        rows={rows}
        keyOf={({ contractId }) => contractId}
        columns={columnWidths}
        open={({ contractId }) => navigateToPath(`/contracts/${escapePathSegment(contractId)}`)}
        linkOf={({ contractId }) => createViewUrl(`/contracts/${escapePathSegment(contractId)}`)}
        more={pages.more}
        isBusy={pages.isStale}
        atTop={steady.setTop}
        head={
          <>
            <ColumnHeader>Template</ColumnHeader>
            <ColumnHeader>Payload</ColumnHeader>
            <ColumnHeader>Seen by</ColumnHeader>
            <ColumnHeader kind="number">Archived at</ColumnHeader>
            <ColumnHeader>Contract</ColumnHeader>
          </>
        }
        empty={
          pages.isAsking ? (
            <Loading what="contracts" />
          ) : pages.error !== undefined ? null : (
            <EmptyListPlaceholder icon="contracts" title="No matching archived contracts" />
          )
        }
      >
        {archivedCells}
      </VirtualizedTable>
    </>
  );
};

const archivedCells = ({
  templateId,
  contractId,
  parties,
  offset,
  createArgument,
}: ArchivedContract) => (
  <>
    <Cell kind="lead">
      <TemplateLink id={templateId} />
    </Cell>
    <Cell kind="more whole">
      {createArgument === undefined ? (
        <Payload contractId={contractId} />
      ) : (
        <ValueLine value={createArgument} />
      )}
    </Cell>
    <Cell>
      <RowParties parties={parties} />
    </Cell>
    <Cell kind="number">
      <Offset offset={offset} />
    </Cell>
    <Cell kind="side mono soft">{shortenId(contractId)}</Cell>
  </>
);

/** Empty if the create was pruned, or is not visible to the viewing parties. */
const Payload = ({ contractId }: { readonly contractId: string }) => {
  const created = useLoadedValue(
    `${contractId}|${viewingPartiesCacheKey.value}`,
    0,
    async (signal) => {
      const body = { contractId, eventFormat: createEventFormatForView(viewingParties.peek()) };
      const answer = await callLedgerApi("/v2/events/events-by-contract-id", { body, signal });
      return (answer as CreatedEventAnswer).created?.createdEvent.createArgument;
    },
  ).value;
  return created === undefined ? null : <ValueLine value={created} />;
};

interface CreatedEventAnswer {
  readonly created: { readonly createdEvent: { readonly createArgument: unknown } } | null;
}
