import { go, query, segment } from "../../base/address.ts";
import { askLedger } from "../../base/client.ts";
import { changes } from "../../base/ledger.ts";
import { qualifiedNameOf, shortId } from "../../base/names.ts";
import { type Page, usePages } from "../../base/paging.ts";
import type { StableListEnd } from "../../base/stable-list-end.ts";
import { delta, type Step, stepOf, updatesPage } from "../../base/updates.ts";
import { useAnswer } from "../../base/use-answer.ts";
import { eventFormat, viewingParties, viewingPartiesKey } from "../../base/view-settings.ts";
import { Offset, RowParties, TemplateName } from "../../parts/names.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { ValueLine } from "../../parts/value.tsx";
import { Cell, Head, WindowList } from "../../parts/window-list.tsx";

type Archive = Extract<Step, { kind: "archive" }>["event"];

/** Number of pages requested at once, because a page of updates may contain no archive. */
const maxPages = 5;

/** Loads the archives up to an offset, newest first. */
const archivesPage = async (
  end: number,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Page<Archive, string>> => {
  const found: Archive[] = [];
  let next = token;
  for (let page = 0; page < maxPages; page++) {
    const asked = { as: viewingParties.peek(), end, shape: delta };
    const { rows, next: after } = await updatesPage(asked, next, signal);
    for (const { events } of rows) {
      const steps = events.map(stepOf);
      found.push(...steps.flatMap((step) => (step.kind === "archive" ? [step.event] : [])));
    }
    next = after;
    if (next === undefined || found.length > 0) break;
  }
  return { rows: found, next };
};

const columns = "minmax(120px, 1.7fr) minmax(160px, 4fr) minmax(100px, 1.4fr) 92px 104px";

/**
 * List of archived contracts, found in the updates. Payloads are loaded when they become visible.
 */
export const Archived = ({ steady }: { readonly steady: StableListEnd }) => {
  const { end } = steady;
  const template = query.value.get("template") ?? "";
  const text = (query.value.get("text") ?? "").toLowerCase();
  const key = [viewingPartiesKey.value, end, changes.value].join("|");
  const pages = usePages<Archive, string>(key, (token, signal) => archivesPage(end, token, signal));
  const rows = pages.rows.filter(
    ({ templateId, contractId }) =>
      (template === "" || qualifiedNameOf(templateId) === qualifiedNameOf(template)) &&
      (text === "" || `${templateId} ${contractId}`.toLowerCase().includes(text)),
  );
  return (
    <>
      {pages.error !== undefined && <ErrorNotice error={pages.error} />}
      <WindowList
        label="Archived contracts"
        rows={rows}
        keyOf={({ contractId }) => contractId}
        columns={columns}
        open={({ contractId }) => go(`/contracts/${segment(contractId)}`)}
        more={pages.more}
        isBusy={pages.isStale}
        atTop={steady.setTop}
        head={
          <>
            <Head>Template</Head>
            <Head>Payload</Head>
            <Head>Seen by</Head>
            <Head kind="number">Archived at</Head>
            <Head>Contract</Head>
          </>
        }
        empty={
          pages.isAsking ? (
            <Loading what="contracts" />
          ) : pages.error !== undefined ? null : (
            <Empty icon="contracts" title="No visible archived contracts" />
          )
        }
      >
        {({ templateId, contractId, witnessParties, offset }) => (
          <>
            <Cell kind="lead">
              <TemplateName id={templateId} />
            </Cell>
            <Cell kind="more whole">
              <Payload contractId={contractId} />
            </Cell>
            <Cell>
              <RowParties parties={witnessParties} />
            </Cell>
            <Cell kind="number">
              <Offset offset={offset} />
            </Cell>
            <Cell kind="side mono soft">{shortId(contractId)}</Cell>
          </>
        )}
      </WindowList>
    </>
  );
};

/** Empty if the create was pruned, or is not visible to the viewing parties. */
const Payload = ({ contractId }: { readonly contractId: string }) => {
  const created = useAnswer(`${contractId}|${viewingPartiesKey.value}`, async (signal) => {
    const body = { contractId, eventFormat: eventFormat(viewingParties.peek()) };
    const answer = await askLedger("/v2/events/events-by-contract-id", { body, signal });
    return (answer as Created).created?.createdEvent.createArgument;
  }).value;
  return created === undefined ? null : <ValueLine value={created} />;
};

interface Created {
  readonly created: { readonly createdEvent: { readonly createArgument: unknown } } | null;
}
