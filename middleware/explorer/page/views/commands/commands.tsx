import { useMemo } from "preact/hooks";

import type { CompletionItem } from "../../../../../lib/api.ts";
import { changeUrlParameters, createViewUrl, urlQuery } from "../../base/address.ts";
import { explorerPageConfig } from "../../base/boot.ts";
import { callLedgerApi, requestExplorerData } from "../../base/client.ts";
import {
  currentUser,
  currentUserRights,
  knownParties,
  ledgerContentChangeCount,
} from "../../base/ledger.ts";
import { useStableListEnd } from "../../base/stable-list-end.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { viewedContentKey, viewingParties } from "../../base/view-settings.ts";
import { Card, LabelledValue, LabelledValues, ViewFrame } from "../../parts/layout.tsx";
import { LongText, truncateText } from "../../parts/long-text.tsx";
import { PartyLinks, RowParties, Time, UpdateLink, UserCommandsLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, LoadedValueView } from "../../parts/notices.tsx";
import { ShowNewer } from "../../parts/show-newer.tsx";
import { UserPicker } from "../../parts/user-picker.tsx";
import { JsonView } from "../../parts/value.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";

type CompletionJson = Extract<
  CompletionItem["completionResponse"],
  { Completion: unknown }
>["Completion"]["value"];

const columns =
  "56px 150px minmax(96px, 2fr) minmax(100px, 2fr) minmax(64px, 1fr) minmax(84px, 1.2fr) 96px";

/** Number of offsets loaded at once. */
const offsetsPerLoad = 5_000;

/** Maximum number of parties in a request. */
const maxParties = 200;

/** Completions with one command id, oldest first: retries use the same id. */
type CompletionsByCommandId = ReadonlyMap<string, readonly CompletionJson[]>;

const createRetryChainKey = ({ commandId, actAs }: CompletionJson): string =>
  JSON.stringify([commandId, [...actAs].sort()]);

const groupByCommandId = (newestFirst: readonly CompletionJson[]): CompletionsByCommandId => {
  const chains = new Map<string, CompletionJson[]>();
  for (const each of newestFirst) {
    const key = createRetryChainKey(each);
    const chain = chains.get(key);
    if (chain === undefined) chains.set(key, [each]);
    else chain.unshift(each);
  }
  return chains;
};

const Commands = () => {
  const whose =
    urlQuery.value.get("user") ?? (canReadOtherUsers() ? "" : (currentUser.value?.id ?? ""));
  const steady = useStableListEnd();
  const { end } = steady;
  const version = `${end}/${ledgerContentChangeCount.value}`;
  const answer = useLoadedValue(`${whose}|${viewedContentKey.value}`, version, (signal) =>
    fetchCompletionsUpTo(whose, end, signal),
  );
  const chains = useMemo(() => groupByCommandId(answer.value ?? []), [answer.value]);
  const wanted = urlQuery.value.get("command");
  const at = Number(urlQuery.value.get("completion") ?? NaN);
  const chosen = answer.value?.find(({ commandId, offset }) =>
    Number.isNaN(at) ? commandId === wanted : offset === at,
  );
  const choose = ({ offset }: CompletionJson): void =>
    changeUrlParameters({ completion: String(offset) });
  const linkOf = ({ offset }: CompletionJson): string => {
    const shown = { user: urlQuery.value.get("user") ?? undefined, completion: String(offset) };
    return createViewUrl("/commands", shown);
  };
  return (
    <ViewFrame
      isFilling
      title="Commands"
      about="Completions of a user's commands, newest first. Commands that were refused before a decision are under Requests."
      actions={<ShowNewer of={steady}>New completions</ShowNewer>}
    >
      <UserFilter chosen={whose} />
      {listViewingParties().length > maxParties && (
        <p class="soft">
          Shows commands of the first {maxParties} parties only. View as other parties to see
          theirs.
        </p>
      )}
      <LoadedValueView answer={answer} what="the completions">
        {(rows) => (
          <>
            {chosen !== undefined && (
              <Detail
                completion={chosen}
                chain={chains.get(createRetryChainKey(chosen)) ?? []}
                choose={choose}
              />
            )}
            <VirtualizedTable
              label="Completions"
              rows={rows}
              keyOf={({ offset }) => String(offset)}
              columns={columns}
              open={choose}
              linkOf={linkOf}
              atTop={steady.setTop}
              head={
                <>
                  <ColumnHeader kind="number">Offset</ColumnHeader>
                  <ColumnHeader>Record time</ColumnHeader>
                  <ColumnHeader>Command</ColumnHeader>
                  <ColumnHeader>Status</ColumnHeader>
                  <ColumnHeader>User</ColumnHeader>
                  <ColumnHeader>Act as</ColumnHeader>
                  <ColumnHeader>Update</ColumnHeader>
                </>
              }
              empty={
                <EmptyListPlaceholder
                  icon="commands"
                  title={whose === "" ? "No commands" : "No commands of this user"}
                >
                  <p class="soft">
                    None of the viewing parties has any in the last{" "}
                    {offsetsPerLoad.toLocaleString("en-GB")} offsets.
                  </p>
                </EmptyListPlaceholder>
              }
            >
              {(completion) => (
                <>
                  <Cell kind="number mono">{completion.offset}</Cell>
                  <Cell kind="rest">
                    <Time iso={completion.synchronizerTime.recordTime} />
                  </Cell>
                  <Cell kind="lead">
                    <bdi>{completion.commandId}</bdi>
                    <RetryNumber
                      completion={completion}
                      chain={chains.get(createRetryChainKey(completion)) ?? []}
                    />
                  </Cell>
                  <Cell kind="side">
                    <Status completion={completion} />
                  </Cell>
                  <Cell kind="soft">
                    <UserCommandsLink id={completion.userId} />
                  </Cell>
                  <Cell kind="more">
                    <RowParties parties={completion.actAs} />
                  </Cell>
                  <Cell>
                    {completion.updateId !== "" && <UpdateLink id={completion.updateId} />}
                  </Cell>
                </>
              )}
            </VirtualizedTable>
          </>
        )}
      </LoadedValueView>
    </ViewFrame>
  );
};

export default Commands;

const Status = ({ completion: { status } }: { readonly completion: CompletionJson }) =>
  status.code === 0 ? (
    <span class="tag good">accepted</span>
  ) : (
    <span class="tag bad" title={truncateText(status.message)}>
      {parseErrorCode(status.message) ?? `refused, ${status.code}`}
    </span>
  );

/** Returns the error code at the start of a message. */
const parseErrorCode = (message: string): string | undefined =>
  /^[A-Z][A-Z0-9_]{3,}/.exec(message)?.[0];

interface RetryNumberProps {
  readonly completion: CompletionJson;
  readonly chain: readonly CompletionJson[];
}

/** Number of a retry among those shown. */
const RetryNumber = ({ completion, chain }: RetryNumberProps) =>
  chain.length < 2 ? null : (
    <span class="tag" title="Same command id, same parties">
      try {chain.indexOf(completion) + 1} of {chain.length}
    </span>
  );

interface DetailProps extends RetryNumberProps {
  readonly choose: (completion: CompletionJson) => void;
}

const Detail = ({ completion, chain, choose }: DetailProps) => (
  <Card
    title={
      <>
        <bdi>{completion.commandId}</bdi> <Status completion={completion} />
      </>
    }
    actions={
      <a
        class="quiet"
        href={createViewUrl("/requests", { command: completion.commandId, show: "all" })}
      >
        Request
      </a>
    }
  >
    <div class="stack">
      {completion.status.code !== 0 && (
        <div class="notice bad">
          <p>
            <LongText text={completion.status.message} />
          </p>
        </div>
      )}
      {chain.length > 1 && (
        <ol class="chain" aria-label="Submissions of this command">
          {chain.map((each) => (
            <li key={each.offset}>
              <button
                type="button"
                class="quiet"
                aria-pressed={each.offset === completion.offset}
                onClick={() => choose(each)}
              >
                offset {each.offset} <Status completion={each} />
              </button>
            </li>
          ))}
        </ol>
      )}
      <LabelledValues>
        <LabelledValue name="Submission">
          <bdi>{completion.submissionId}</bdi>
        </LabelledValue>
        <LabelledValue name="Deduplicated since">
          {formatDeduplicationPeriod(completion)}
        </LabelledValue>
        <LabelledValue name="Act as">
          <PartyLinks parties={completion.actAs} />
        </LabelledValue>
        <LabelledValue name="Offset">{completion.offset}</LabelledValue>
        {completion.updateId !== "" && (
          <LabelledValue name="Update">
            <UpdateLink id={completion.updateId} />
          </LabelledValue>
        )}
      </LabelledValues>
      <details>
        <summary>Raw JSON</summary>
        <JsonView value={completion} />
      </details>
    </div>
  </Card>
);

const formatDeduplicationPeriod = ({ deduplicationPeriod: period }: CompletionJson): string => {
  if ("DeduplicationOffset" in period) return `offset ${period.DeduplicationOffset.value}`;
  if ("DeduplicationDuration" in period) {
    return `${period.DeduplicationDuration.value.seconds} seconds before`;
  }
  return "nothing";
};

/** Picker of the user, for users who may read the completions of other users. */
const UserFilter = ({ chosen }: { readonly chosen: string }) =>
  canReadOtherUsers() ? (
    <UserPicker
      label="User"
      value={chosen}
      none="all users"
      others={explorerPageConfig.needsToken ? [] : ["explorer"]}
      pick={(id) =>
        changeUrlParameters({ user: id, completion: undefined, command: undefined }, "replace")
      }
    />
  ) : null;

const canReadOtherUsers = (): boolean => {
  const { isAdmin, readsAll } = currentUserRights.value;
  return !explorerPageConfig.needsToken || (isAdmin && readsAll);
};

const listViewingParties = (): readonly string[] =>
  viewingParties.value === "everybody" ? knownParties.value : viewingParties.value;

const pageSize = 200;

interface OffsetRange {
  readonly begin: number;
  readonly end: number;
}

/** Loads the completions of a range of offsets, newest first; of all users if `userId` is empty. */
const fetchCompletionsUpTo = async (
  userId: string,
  end: number,
  signal: AbortSignal,
): Promise<readonly CompletionJson[]> => {
  const range = { begin: Math.max(0, end - offsetsPerLoad), end };
  const found = await (userId === ""
    ? fetchAllCompletions(range, signal)
    : fetchUserCompletions(userId, range, signal));
  return found.filter(({ offset }) => offset <= end).reverse();
};

/** The ledger API returns the completions of one user only. */
const fetchAllCompletions = async (
  { begin, end }: OffsetRange,
  signal: AbortSignal,
): Promise<readonly CompletionJson[]> => {
  if (!canReadOtherUsers()) return [];
  const range = new URLSearchParams({ begin: String(begin), end: String(end) });
  const { completions } = (await requestExplorerData(`completions?${range.toString()}`, {
    signal,
  })) as {
    readonly completions: readonly CompletionJson[];
  };
  const as = viewingParties.peek();
  return as === "everybody"
    ? completions
    : completions.filter(({ actAs }) => actAs.some((party) => as.includes(party)));
};

const fetchUserCompletions = async (
  userId: string,
  { begin: from, end }: OffsetRange,
  signal: AbortSignal,
): Promise<readonly CompletionJson[]> => {
  const all = listViewingParties();
  if (all.length === 0) return [];
  const found: CompletionJson[] = [];
  let begin = from;
  for (;;) {
    const page = (await callLedgerApi(
      `/v2/commands/completions?limit=${pageSize}&stream_idle_timeout_ms=50`,
      {
        body: { userId, parties: all.slice(0, maxParties), beginExclusive: begin },
        signal,
      },
    )) as readonly CompletionItem[];
    const completions = page.flatMap(({ completionResponse: response }) =>
      "Completion" in response ? [response.Completion.value] : [],
    );
    found.push(...completions);
    const last = completions.at(-1)?.offset ?? end;
    if (page.length < pageSize || last >= end) return found;
    begin = last;
  }
};
