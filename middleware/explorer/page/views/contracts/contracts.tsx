import { useRef } from "preact/hooks";

import { change, go, query, segment } from "../../base/address.ts";
import { linkTo } from "../../base/address.ts";
import { contractsPage, type ListedContract } from "../../base/contracts.ts";
import { changes, packages } from "../../base/ledger.ts";
import { shortId } from "../../base/names.ts";
import { usePages } from "../../base/paging.ts";
import { useStableListEnd } from "../../base/stable-list-end.ts";
import { listedTemplates, referenceOf } from "../../base/types.ts";
import {
  interfaceFilter,
  selectedOffset,
  templateFilter,
  viewingParties,
  viewingPartiesKey,
} from "../../base/view-settings.ts";
import { View } from "../../parts/layout.tsx";
import { Offset, RowParties, TemplateName } from "../../parts/names.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { ShowNewer } from "../../parts/show-newer.tsx";
import { ValueLine } from "../../parts/value.tsx";
import { Cell, Head, WindowList } from "../../parts/window-list.tsx";
import { Archived } from "./archived.tsx";

const columns =
  "minmax(120px, 1.7fr) minmax(160px, 4.2fr) minmax(100px, 1.4fr) minmax(90px, 1.1fr) 72px 104px";

const Contracts = () => (query.value.get("archived") === null ? <Active /> : <Past />);

export default Contracts;

const Past = () => {
  const steady = useStableListEnd();
  return (
    <View
      isFilling
      title="Contracts"
      about="Archived contracts found in the updates, newest first."
      actions={<ShowNewer of={steady}>New archived contracts</ShowNewer>}
    >
      <Filters />
      <Archived steady={steady} />
    </View>
  );
};

const Active = () => {
  const chosen = query.value.get("template") ?? "";
  const face = query.value.get("interface") ?? "";
  const text = query.value.get("text") ?? "";
  const role = query.value.get("role") ?? "";
  const steady = useStableListEnd();
  const shown = steady.end;
  const filters =
    chosen !== ""
      ? templateFilter(referenceOf(chosen))
      : face !== ""
        ? interfaceFilter(referenceOf(face))
        : undefined;
  const key = [viewingPartiesKey.value, shown, chosen, face, changes.value].join("|");
  const pages = usePages<ListedContract, string>(key, (token, signal) =>
    contractsPage({ as: viewingParties.peek(), offset: shown, filters }, token, signal),
  );
  const rows = filtered(pages.rows, text, role);
  // The summary describes the present rows until others are loaded.
  const isPast = selectedOffset.value !== undefined || steady.waits;
  const when = isPast ? `as of offset ${thousands(shown)}` : "now";
  const told = useRef(when);
  if (!pages.isStale && !steady.isCatchingUp) told.current = when;
  return (
    <View
      isFilling
      title="Contracts"
      about={
        pages.error === undefined && (
          <>
            {thousands(rows.length)}
            {pages.more === undefined ? "" : "+"} active {told.current}
          </>
        )
      }
      actions={
        <>
          <ShowNewer of={steady}>New contracts</ShowNewer>
          <a class="primary" href={linkTo("/create", { at: undefined })}>
            Create a contract
          </a>
        </>
      }
    >
      <Filters />
      {pages.error !== undefined && <ErrorNotice error={pages.error} />}
      <WindowList
        label="Active contracts"
        rows={rows}
        isBusy={pages.isStale}
        keyOf={({ event }) => event.contractId}
        columns={columns}
        open={({ event }) => go(`/contracts/${segment(event.contractId)}`)}
        more={pages.more}
        atTop={steady.setTop}
        head={
          <>
            <Head>Template</Head>
            <Head>Payload</Head>
            <Head>Signatories</Head>
            <Head>Observers</Head>
            <Head kind="number">Offset</Head>
            <Head>Contract</Head>
          </>
        }
        empty={
          pages.isAsking ? (
            <Loading what="contracts" />
          ) : pages.error !== undefined ? null : (
            <Empty icon="contracts" title="No visible contracts">
              <p class="soft">No contract matches these filters at offset {shown}.</p>
            </Empty>
          )
        }
      >
        {({ event, goingTo }) => (
          <>
            <Cell kind="lead">
              <TemplateName id={event.templateId} />
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
            <Cell kind="side mono soft">{shortId(event.contractId)}</Cell>
          </>
        )}
      </WindowList>
    </View>
  );
};

const thousands = (count: number): string => count.toLocaleString("en-GB");

/** Filters the loaded rows; further rows are loaded while scrolling. */
const filtered = (
  rows: readonly ListedContract[],
  text: string,
  role: string,
): readonly ListedContract[] => {
  if (text === "" && role === "") return rows;
  const wanted = text.toLowerCase();
  const as = viewingParties.value;
  return rows.filter(({ event }) => {
    if (wanted !== "" && !textOf(event).includes(wanted)) return false;
    if (role === "" || as === "everybody") return true;
    const parties = role === "signatory" ? event.signatories : event.observers;
    return parties.some((party) => as.includes(party));
  });
};

const texts = new WeakMap<object, string>();

const textOf = (event: ListedContract["event"]): string => {
  let text = texts.get(event);
  if (text === undefined) {
    text = JSON.stringify([
      event.contractId,
      event.createArgument,
      event.contractKey,
    ]).toLowerCase();
    texts.set(event, text);
  }
  return text;
};

const Filters = () => {
  const templates = listedTemplates();
  const interfaces = packages.value.flatMap(({ packageId, name, interfaces: all }) =>
    all.map((qualifiedName) => ({ id: `${packageId}:${qualifiedName}`, name, qualifiedName })),
  );
  const chosen = query.value.get("template") ?? query.value.get("interface") ?? "";
  return (
    <div class="filters" role="search">
      <label class="field">
        <span>Template or interface</span>
        <select
          value={chosen}
          onChange={({ currentTarget: { value } }) => {
            const isInterface = interfaces.some(({ id }) => id === value);
            change({
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
        <span>
          {query.value.get("archived") === null ? "Text in the payload" : "Text in template or id"}
        </span>
        <input
          type="search"
          value={query.value.get("text") ?? ""}
          onInput={({ currentTarget }) => change({ text: currentTarget.value }, "replace")}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={query.value.get("archived") !== null}
          onChange={({ currentTarget: { checked } }) =>
            change({ archived: checked ? "1" : undefined })
          }
        />
        archived
      </label>
      {viewingParties.value !== "everybody" && (
        <label class="field">
          <span>Role of the viewing party</span>
          <select
            value={query.value.get("role") ?? ""}
            onChange={({ currentTarget }) => change({ role: currentTarget.value })}
          >
            <option value="">any</option>
            <option value="signatory">signatory</option>
            <option value="observer">observer</option>
          </select>
        </label>
      )}
    </div>
  );
};
