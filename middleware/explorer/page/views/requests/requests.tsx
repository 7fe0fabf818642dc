import type { JournaledRequest } from "../../../../../lib/index.ts";
import {
  changeUrlParameters,
  createViewUrl,
  navigateToPath,
  urlQuery,
} from "../../base/address.ts";
import { controlApiUrl, ledgerApiUrl } from "../../base/boot.ts";
import { ApiError, callControlApi } from "../../base/client.ts";
import { formatCount } from "../../base/count.ts";
import {
  fetchJournaledRequest,
  fetchRequestJournal,
  findResendFormLink,
  readJournaledCommands,
  startRequestJournal,
} from "../../base/journal.ts";
import { ledgerContentChangeCount } from "../../base/ledger.ts";
import { controlSecret } from "../../base/session.ts";
import { useStableListEnd } from "../../base/stable-list-end.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { createSubmissionTestCode } from "../../forms/code-snippets.ts";
import { FailureTrace } from "../../forms/failure-trace.tsx";
import { ActionButton } from "../../parts/action-button.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import {
  Card,
  LabelledValue,
  LabelledValues,
  SegmentedControl,
  ViewFrame,
} from "../../parts/layout.tsx";
import type { ViewPathParameters } from "../../parts/lazy-component.tsx";
import { LongMonospaceText, LongText } from "../../parts/long-text.tsx";
import { Time, UserCommandsLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, LoadedValueView, shortenIdsInText } from "../../parts/notices.tsx";
import { ShowNewer } from "../../parts/show-newer.tsx";
import { useConfirmedUndoableAction } from "../../parts/use-confirmed-undoable-action.tsx";
import { escapeBidiControls } from "../../parts/value.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";
import { ControlSecretForm } from "../controls/control-secret-form.tsx";
import { AuthorizationCheckList } from "./authorization-check-list.tsx";

const Requests = ({ id }: ViewPathParameters) => {
  if (controlApiUrl === undefined) {
    return (
      <ViewFrame title="Requests">
        <EmptyListPlaceholder icon="requests" title="The request journal needs the control API">
          <p class="soft">
            Start the ledger with <code>--control</code>, or give the explorer the path of a control
            router.
          </p>
        </EmptyListPlaceholder>
      </ViewFrame>
    );
  }
  return id === undefined ? <RequestList /> : <EntryDetail id={id} />;
};

export default Requests;

const columns =
  "48px 64px 56px minmax(140px, 3fr) minmax(72px, 1fr) minmax(120px, 1.8fr) 72px 56px";

type JournalSelection = "commands" | "refused" | "all";

const RequestList = () => {
  const shown = (urlQuery.value.get("show") ?? "commands") as JournalSelection;
  const steady = useStableListEnd();
  const status = selectStatusFilter(shown, urlQuery.value.get("status") ?? "");
  const version = [status, steady.present, ledgerContentChangeCount.value].join("|");
  const answer = useLoadedValue(controlSecret.value, version, (signal) =>
    fetchRequestJournal({ status }, signal),
  );
  const isLockedOut = answer.error instanceof ApiError && answer.error.status === 401;
  const { ask, notice } = useConfirmedUndoableAction();
  const wanted = urlQuery.value.get("command");
  return (
    <ViewFrame
      isFilling
      title="Requests"
      about="Answered calls, newest first, each with the rules and rights that decided it."
      actions={
        <>
          <ShowNewer of={steady}>New requests</ShowNewer>
          {answer.value?.kept != null && <JournalButtons size={answer.value.size} ask={ask} />}
        </>
      }
    >
      {notice}
      {isLockedOut ? (
        <ControlSecretForm />
      ) : (
        <LoadedValueView answer={answer} what="the journal">
          {({ kept, size, requests }) =>
            kept === null && size === 0 ? (
              <JournalOff />
            ) : (
              <>
                <div class="filters" role="search">
                  <SegmentedControl
                    label="Filter requests"
                    tabs={{ commands: "Commands and refused", refused: "Refused", all: "All" }}
                    chosen={shown}
                    choose={(name) => changeUrlParameters({ show: name }, "replace")}
                  />
                  {shown !== "refused" && <Filter name="status" label="Status" />}
                  <Filter name="operation" label="Operation" />
                  <Filter name="principal" label="User" />
                  {wanted !== null && (
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => changeUrlParameters({ command: undefined })}
                    >
                      Command {wanted}: show all
                    </button>
                  )}
                </div>
                <VirtualizedTable
                  label="Requests"
                  rows={requests.filter(createEntryFilter(shown)).toReversed()}
                  keyOf={({ id }) => String(id)}
                  columns={columns}
                  open={({ id }) => navigateToPath(`/requests/${id}`)}
                  linkOf={({ id }) => createViewUrl(`/requests/${id}`)}
                  atTop={steady.setTop}
                  head={
                    <>
                      <ColumnHeader kind="number">Id</ColumnHeader>
                      <ColumnHeader>At</ColumnHeader>
                      <ColumnHeader>Status</ColumnHeader>
                      <ColumnHeader>Operation</ColumnHeader>
                      <ColumnHeader>User</ColumnHeader>
                      <ColumnHeader>Code or command</ColumnHeader>
                      <ColumnHeader kind="number">Duration</ColumnHeader>
                      <ColumnHeader kind="number">Offset</ColumnHeader>
                    </>
                  }
                  empty={
                    <EmptyListPlaceholder icon="requests" title="No requests">
                      <p class="soft">New requests appear here.</p>
                    </EmptyListPlaceholder>
                  }
                >
                  {(entry) => <Row entry={entry} />}
                </VirtualizedTable>
              </>
            )
          }
        </LoadedValueView>
      )}
    </ViewFrame>
  );
};

/**
 * Returns the status filter. The journal applies it to all entries; the other filters apply to the
 * newest thousand.
 */
const selectStatusFilter = (shown: JournalSelection, typed: string): string => {
  if (shown === "refused") return "refused";
  return /^\d{3}$/.test(typed) ? typed : "";
};

const createEntryFilter = (shown: JournalSelection): ((entry: JournaledRequest) => boolean) => {
  const command = urlQuery.value.get("command");
  const operation = readTextFilter("operation");
  const principal = readTextFilter("principal");
  const status = readTextFilter("status");
  return (entry) => {
    if (command !== null && entry.commandId !== command) return false;
    const isCommand = entry.commandId !== undefined || entry.path === "ledger.submit";
    return (
      (command !== null || shown !== "commands" || isCommand || isFailedRequest(entry)) &&
      (shown === "refused" || String(entry.status).startsWith(status)) &&
      (entry.operationId ?? entry.path).toLowerCase().includes(operation) &&
      (entry.principal ?? "").toLowerCase().includes(principal)
    );
  };
};

const readTextFilter = (name: string): string =>
  (urlQuery.value.get(name) ?? "").trim().toLowerCase();

/** Status 0 means that a fault rule closed the connection. */
const isFailedRequest = ({ status }: JournaledRequest): boolean => status === 0 || status >= 400;

const formatDuration = ({ millis }: JournaledRequest): string =>
  millis < 1_000 ? `${millis.toFixed(1)} ms` : `${(millis / 1_000).toFixed(1)} s`;

const Row = ({ entry }: { readonly entry: JournaledRequest }) => (
  <>
    <Cell kind="number mono">{entry.id}</Cell>
    <Cell kind="rest mono soft">{entry.startedAt.slice(11, 19)}</Cell>
    <Cell kind="side">
      <span class={isFailedRequest(entry) ? "tag bad" : "tag good"}>{entry.status || "cut"}</span>
    </Cell>
    <Cell kind="lead">
      {entry.operationId ?? entry.path} <span class="soft mono">{entry.method}</span>
    </Cell>
    <Cell kind="soft">
      {entry.principal !== undefined && <UserCommandsLink id={entry.principal} />}
    </Cell>
    <Cell kind="more">
      <bdi>{entry.error?.code ?? entry.commandId ?? ""}</bdi>
    </Cell>
    <Cell kind="number mono soft">{formatDuration(entry)}</Cell>
    <Cell kind="number mono soft">{entry.offsets.after}</Cell>
  </>
);

const Filter = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <label class="field">
    <span>{label}</span>
    <input
      type="search"
      value={urlQuery.value.get(name) ?? ""}
      onInput={({ currentTarget }) =>
        changeUrlParameters({ [name]: currentTarget.value }, "replace")
      }
    />
  </label>
);

const JournalOff = () => (
  <EmptyListPlaceholder icon="requests" title="The request journal is off">
    <p class="soft">
      It records the newest 1,000 calls with user, decision and withheld events. It never contains
      tokens or secrets.
    </p>
    <ActionButton isPrimary perform={startRequestJournal}>
      Record requests and bodies
    </ActionButton>
  </EmptyListPlaceholder>
);

interface JournalButtonsProps {
  /** Number of recorded requests. */
  readonly size: number;
  readonly ask: ReturnType<typeof useConfirmedUndoableAction>["ask"];
}

const JournalButtons = ({ size, ask }: JournalButtonsProps) => (
  <>
    <ActionButton perform={() => Promise.resolve()}>Reload</ActionButton>
    <button
      type="button"
      class="quiet"
      onClick={() =>
        ask({
          question: `This deletes ${formatCount(size, "recorded request")}.`,
          yes: "Yes, clear the journal",
          isUndoable: false,
          perform: async () => {
            await callControlApi("requests", { method: "DELETE" });
            return "";
          },
        })
      }
    >
      Clear
    </button>
    <ActionButton perform={() => callControlApi("requests", { body: { keep: false } })}>
      Stop recording
    </ActionButton>
  </>
);

const EntryDetail = ({ id }: { readonly id: string }) => {
  const answer = useLoadedValue(`${id}|${controlSecret.value}`, 0, (signal) =>
    fetchJournaledRequest(id, signal),
  );
  return (
    <ViewFrame
      title={`Request ${id}`}
      about={answer.value && `${answer.value.method} ${answer.value.path}`}
      // A call from the ledger's own process has no HTTP request to copy.
      actions={
        answer.value?.via !== "program" && answer.value && <CopyButtons entry={answer.value} />
      }
    >
      <LoadedValueView answer={answer} what="the request">
        {(entry) => <RequestAndResponse entry={entry} />}
      </LoadedValueView>
    </ViewFrame>
  );
};

const CopyButtons = ({ entry }: { readonly entry: JournaledRequest }) => {
  const commands = readJournaledCommands(entry);
  const mend = findResendFormLink(entry);
  return (
    <>
      <CopyButton what="as curl" label="curl" text={() => formatCurl(entry)} />
      {commands !== undefined && (
        <CopyButton
          what="as test"
          label="test"
          text={() => createSubmissionTestCode(commands, entry.error?.code)}
        />
      )}
      {entry.requestBody !== undefined && (
        <a
          class="quiet"
          href={createViewUrl("/console", {
            operation: `${entry.method} ${entry.path}`,
            body: entry.requestBody,
          })}
        >
          Open in console
        </a>
      )}
      {mend !== undefined && (
        <a class="primary" href={mend}>
          Change it and send it again
        </a>
      )}
    </>
  );
};

const formatCurl = ({ method, path, query: search, requestBody }: JournaledRequest): string => {
  const url = new URL(path, ledgerApiUrl.origin).href + (search === "" ? "" : `?${search}`);
  const body =
    requestBody === undefined
      ? ""
      : ` \\\n  -H 'Content-Type: application/json' -d '${requestBody.replaceAll("'", "'\\''")}'`;
  return `curl -X ${method} '${url}' -H "Authorization: Bearer $TOKEN"${body}`;
};

const RequestAndResponse = ({ entry }: { readonly entry: JournaledRequest }) => (
  <>
    <div class="side-by-side">
      <Card title="Decision">
        <div class="stack">
          <AuthorizationCheckList entry={entry} />
          {entry.error !== undefined && (
            <div class="notice bad">
              <div class="notice-head">
                <strong class="mono">{entry.error.code ?? entry.status}</strong>
                <span class="soft">status {entry.status}</span>
              </div>
              <p>
                <LongText text={shortenIdsInText(entry.error.cause)} />
              </p>
              {entry.error.field !== undefined && (
                <p>
                  At <code>{entry.error.field}</code>
                </p>
              )}
              {entry.error.expected !== undefined && (
                <p>
                  Expected: <LongText text={entry.error.expected} />
                </p>
              )}
              {entry.error.advice !== undefined && <p>{entry.error.advice}</p>}
            </div>
          )}
        </div>
      </Card>
      <Card title="Call">
        <LabelledValues>
          <LabelledValue name="Operation">{entry.operationId ?? "unknown"}</LabelledValue>
          <LabelledValue name="User">
            {entry.principal === undefined ? (
              "unknown user"
            ) : (
              <UserCommandsLink id={entry.principal} />
            )}
          </LabelledValue>
          <LabelledValue name="Status">
            {entry.status || "none: the connection was closed"}
          </LabelledValue>
          <LabelledValue name="At">
            <Time iso={entry.startedAt} />, by the ledger’s clock <Time iso={entry.ledgerTime} />
          </LabelledValue>
          <LabelledValue name="Duration">{formatDuration(entry)}</LabelledValue>
          <LabelledValue name="Ledger end">
            {entry.offsets.before} before, {entry.offsets.after} after
          </LabelledValue>
          <LabelledValue name="Bytes">
            {entry.requestBytes ?? 0} received, {entry.answerBytes ?? 0} sent
          </LabelledValue>
          {entry.commandId !== undefined && (
            <LabelledValue name="Command">
              <a href={createViewUrl("/requests", { command: entry.commandId, show: "all" })}>
                <bdi>{entry.commandId}</bdi>
              </a>
            </LabelledValue>
          )}
          {entry.traceId !== undefined && (
            <LabelledValue name="Trace">
              <code>{entry.traceId}</code>
            </LabelledValue>
          )}
        </LabelledValues>
      </Card>
    </div>
    {isRefusedCommand(entry) && <Failure entry={entry} />}
    {entry.withheld.length > 0 && <WithheldEvents entry={entry} />}
    <div class="side-by-side">
      <Body title="Request body" text={entry.requestBody} />
      <Body title="Response body" text={entry.answerBody} />
    </div>
  </>
);

const isRefusedCommand = (entry: JournaledRequest): boolean =>
  entry.error !== undefined && readJournaledCommands(entry) !== undefined;

const Failure = ({ entry }: { readonly entry: JournaledRequest }) => {
  const commands = readJournaledCommands(entry);
  return commands === undefined ? null : (
    <Card title="Up to the failure">
      <FailureTrace commands={commands} />
    </Card>
  );
};

const WithheldEvents = ({ entry }: { readonly entry: JournaledRequest }) => (
  <Card kind="flush" title="Events withheld from the response">
    <table>
      <thead>
        <tr>
          <th>Offset</th>
          <th>Event</th>
          <th>Why</th>
        </tr>
      </thead>
      <tbody>
        {entry.withheld.map(({ offset, nodeId, kind, choice, templateId, why }) => (
          <tr key={`${offset} ${nodeId}`}>
            <td class="mono">{offset}</td>
            <td>
              {kind} {choice} <span class="soft">{templateId?.split(":").at(-1)}</span>
            </td>
            <td>
              <LongText text={why.map(({ text }) => text).join(" ")} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

const Body = ({ title, text }: { readonly title: string; readonly text: string | undefined }) => (
  <Card title={title}>
    {text === undefined ? (
      <p class="soft">No body was recorded.</p>
    ) : (
      <LongMonospaceText text={indentJson(text)} />
    )}
  </Card>
);

/** Formats JSON; returns truncated or other text as it is. */
const indentJson = (text: string): string => {
  try {
    return escapeBidiControls(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return text;
  }
};
