import { useMemo } from "preact/hooks";

import type {
  JournalEndAndStoreSize,
  LedgerActivityInterval,
  LedgerCounts,
} from "../../../ledger-facts.ts";
import { createViewUrl, escapePathSegment, navigateToPath } from "../../base/address.ts";
import { controlApiUrl, explorerPageConfig, ledgerApiUrl } from "../../base/boot.ts";
import { callControlApi, requestExplorerData } from "../../base/client.ts";
import type { ClockStatus, FaultRules } from "../../base/control.ts";
import { formatCount } from "../../base/count.ts";
import { ledgerEnd, ledgerRefreshSignal } from "../../base/ledger.ts";
import { summarizeUpdate } from "../../base/summary.ts";
import {
  convertEventToTransactionStep,
  type ExplorerUpdate,
  fetchUpdatesPage,
  guessUpdateSubmitters,
} from "../../base/updates.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  isViewingAsAllParties,
  viewingParties,
  viewingPartiesCacheKey,
} from "../../base/view-settings.ts";
import { ActRightsNotice } from "../../parts/act-rights-notice.tsx";
import { Chart } from "../../parts/chart.tsx";
import { Card, LabelledValue, LabelledValues, ViewFrame } from "../../parts/layout.tsx";
import { PartyLinks, TemplateLink, Time, UpdateLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, LoadedValueView } from "../../parts/notices.tsx";
import { RecentRefusalsCard } from "./recent-refusals-card.tsx";
import { fetchRefusedRequests } from "./refused-requests-summary.ts";

const Overview = () => (
  <ViewFrame title="Overview" about="Content and recent activity of the ledger.">
    <ActRightsNotice />
    <Counts />
    {isViewingAsAllParties.value ? (
      <WholeLedger />
    ) : (
      <div class="side-by-side">
        <LatestUpdates />
        <AddressCard />
      </div>
    )}
  </ViewFrame>
);

/** Also shows what only a user who views the ledger as all parties may see. */
const WholeLedger = () => {
  const refusals = useLoadedValue("refusals", ledgerRefreshSignal.value, fetchRefusedRequests);
  return (
    <>
      <Activity refused={refusals.value?.offsets} />
      <div class="side-by-side">
        <LatestUpdates />
        <div class="stack">
          <RecentRefusalsCard answer={refusals} />
          <AddressCard />
        </div>
      </div>
    </>
  );
};

export default Overview;

const Counts = () => {
  const counts = useLoadedValue(
    `counts ${isViewingAsAllParties.value}`,
    ledgerRefreshSignal.value,
    (signal) =>
      isViewingAsAllParties.peek()
        ? (requestExplorerData("counts", { signal }) as Promise<LedgerCounts>)
        : Promise.resolve(undefined),
  ).value;
  const clock = useLoadedValue("clock", ledgerRefreshSignal.value, (signal) =>
    controlApiUrl === undefined
      ? Promise.resolve(undefined)
      : (callControlApi("clock", { signal }).catch(() => undefined) as Promise<
          ClockStatus | undefined
        >),
  ).value;
  return (
    <div class="tiles">
      <Tile name="Ledger end" count={ledgerEnd.value} to="/updates" />
      {counts !== undefined && (
        <>
          <Tile name="Active contracts" count={counts.activeContracts} to="/contracts" />
          <Tile name="Parties" count={counts.parties} to="/parties" />
          <Tile name="Users" count={counts.users} to="/parties" />
          <Tile name="Packages" count={counts.packages} to="/packages" />
          <Tile name="In flight" count={counts.inFlight} to="/synchronizers" />
          <Tile name="Coin history" count={counts.historyRecords} to="/coin" />
        </>
      )}
      {clock !== undefined && (
        <a class="tile" href={createViewUrl("/controls")}>
          <b>{clock.time.slice(11, 19)}</b>
          <span>
            {clock.time.slice(0, 10)}, {clock.mode === "real" ? "running" : "manual"}
          </span>
        </a>
      )}
    </div>
  );
};

const Tile = ({ name, count, to }: { name: string; count: number; to: string }) => (
  <a class="tile" href={createViewUrl(to)}>
    <b>{count.toLocaleString("en-GB")}</b>
    <span>{name}</span>
  </a>
);

const chartLines = [
  { name: "Updates", colour: "--accent" },
  { name: "Refused commands", colour: "--bad" },
];

/** Chart of updates over time. Selecting a range opens its updates. */
const Activity = ({ refused }: { readonly refused: readonly number[] | undefined }) => {
  const answer = useLoadedValue(
    "activity",
    ledgerRefreshSignal.value,
    (signal) =>
      requestExplorerData("activity", { signal }) as Promise<{
        bins: readonly LedgerActivityInterval[];
      }>,
  );
  return (
    <Card
      title="Activity"
      actions={
        (answer.value?.bins.length ?? 0) > 0 && (
          <span class="soft">
            Select a range to see its updates, or enter offsets under Updates
          </span>
        )
      }
    >
      <LoadedValueView answer={answer} what="the activity">
        {({ bins }) =>
          bins.length === 0 ? <NextSteps /> : <ActivityStrip bins={bins} refused={refused} />
        }
      </LoadedValueView>
    </Card>
  );
};

const addRefusalCounts = (
  bins: readonly LedgerActivityInterval[],
  refused: readonly number[] = [],
): readonly LedgerActivityInterval[] => {
  const counts = new Map<LedgerActivityInterval | undefined, number>();
  for (const offset of refused) {
    const bin = bins.findLast(({ from }) => from <= offset) ?? bins[0];
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  return bins.map((bin) => ({ ...bin, rejections: bin.rejections + (counts.get(bin) ?? 0) }));
};

/** Raises low counts above 0, so that their bars are visible beside the highest one. */
const makeVisible = (counts: readonly number[]): number[] => {
  const lowest = Math.max(...counts) * 0.03;
  return counts.map((count) => (count === 0 ? 0 : Math.max(count, lowest)));
};

interface ActivityStripProps {
  readonly bins: readonly LedgerActivityInterval[];
  readonly refused: readonly number[] | undefined;
}

const ActivityStrip = ({ bins, refused }: ActivityStripProps) => {
  const data = useMemo(
    () =>
      [
        bins.map((_, index) => index),
        makeVisible(
          bins.map(
            ({ transactions, reassignments, others }) => transactions + reassignments + others,
          ),
        ),
        makeVisible(addRefusalCounts(bins, refused).map(({ rejections }) => rejections)).map(
          (count) => count || null,
        ),
      ] as [number[], number[], (number | null)[]],
    [bins, refused],
  );
  const labels = useMemo(() => bins.map(({ time }) => time / 1000), [bins]);
  const first = bins[0];
  const last = bins.at(-1);
  const show = (from: number, to: number): void =>
    navigateToPath("/updates", {
      from: String(bins[from]?.from ?? 0),
      to: String(bins[to]?.to ?? ""),
    });
  return (
    <>
      <Chart
        label="Updates and refused commands over record time"
        height={120}
        data={data}
        lines={chartLines}
        bars
        times={labels}
        brush={show}
      />
      {first !== undefined && last !== undefined && (
        <p class="soft">
          From <Time iso={new Date(first.time).toISOString()} /> to{" "}
          <Time iso={new Date(last.time).toISOString()} />, in record time. Long times without
          updates are shortened.
        </p>
      )}
    </>
  );
};

/** Suggestions for an empty ledger. */
const NextSteps = () => (
  <EmptyListPlaceholder icon="plus" title="The ledger is empty">
    <p class="soft">
      Drop a fixture or a DAR anywhere on this page, write a fixture under{" "}
      <a href={createViewUrl("/controls")}>Controls</a>, or{" "}
      <a href={createViewUrl("/create")}>create a contract</a>.
    </p>
  </EmptyListPlaceholder>
);

const maxLatest = 8;

const LatestUpdates = () => {
  const answer = useLoadedValue(viewingPartiesCacheKey.value, ledgerRefreshSignal.value, (signal) =>
    fetchUpdatesPage(
      { as: viewingParties.peek(), end: ledgerEnd.peek(), size: maxLatest },
      undefined,
      signal,
    ),
  );
  return (
    <Card
      kind="flush"
      title="Latest updates"
      actions={<a href={createViewUrl("/updates")}>All updates</a>}
    >
      <LoadedValueView answer={answer} what="the updates">
        {({ rows }) => (
          <table>
            <tbody>
              {rows.slice(0, maxLatest).map((update) => (
                <tr key={update.updateId}>
                  <td class="mono soft">{update.offset.toLocaleString("en-GB")}</td>
                  <td>
                    <a href={createViewUrl(`/updates/${escapePathSegment(update.updateId)}`)}>
                      <UpdateTitle update={update} />
                    </a>
                  </td>
                  <td>
                    <UpdateParties update={update} />
                  </td>
                </tr>
              ))}
              {rows.length === 0 && (
                <tr>
                  <td class="soft">No visible updates.</td>
                </tr>
              )}
            </tbody>
          </table>
        )}
      </LoadedValueView>
    </Card>
  );
};

const UpdateTitle = ({ update }: { readonly update: ExplorerUpdate }) => {
  const [first] = update.events;
  if (first === undefined) return <bdi>{summarizeUpdate(update)}</bdi>;
  const step = convertEventToTransactionStep(first);
  return step.kind === "exercise" ? (
    <>
      {step.event.choice} <span class="soft">on</span>{" "}
      <TemplateLink id={step.event.templateId} isText />
    </>
  ) : (
    <>
      {step.kind} <TemplateLink id={step.event.templateId} isText />
    </>
  );
};

const UpdateParties = ({ update }: { readonly update: ExplorerUpdate }) => {
  const [first] = update.events;
  if (first === undefined) return <UpdateLink id={update.updateId} />;
  return <PartyLinks parties={guessUpdateSubmitters(update)} most={2} />;
};

/** The active fault rules. */
const Faults = () => {
  const answer = useLoadedValue("faults", ledgerRefreshSignal.value, (signal) =>
    controlApiUrl === undefined
      ? Promise.resolve(undefined)
      : (callControlApi("faults", { signal }).catch(() => undefined) as Promise<
          FaultRules | undefined
        >),
  );
  const faults = answer.value?.faults;
  if (faults === undefined) return null;
  const struck = faults.reduce((sum, fault) => sum + fault.struck, 0);
  return (
    <LabelledValue name="Faults">
      {faults.length === 0 ? (
        "None"
      ) : (
        <a href={createViewUrl("/controls")}>
          {formatCount(faults.length, "active rule")}, applied{" "}
          {struck === 1 ? "once" : `${struck} times`}
        </a>
      )}
    </LabelledValue>
  );
};

/** Size of the store when the page was opened; nothing for a ledger in memory. */
const StoreSize = () => {
  const { value } = useLoadedValue(
    "store",
    0,
    (signal) => requestExplorerData("store", { signal }) as Promise<JournalEndAndStoreSize>,
  );
  if (value?.bytes === undefined) return null;
  const megabytes = (value.bytes / 1e6).toLocaleString("en-GB", { maximumFractionDigits: 1 });
  return (
    <LabelledValue name="Store">
      {megabytes} MB, up to position {value.position.toLocaleString("en-GB")} of the journal
    </LabelledValue>
  );
};

const AddressCard = () => (
  <Card title="Addresses">
    <LabelledValues>
      {isViewingAsAllParties.value && <StoreSize />}
      <LabelledValue name="Ledger API">
        <code>{new URL("v2/", ledgerApiUrl).href}</code>
      </LabelledValue>
      <LabelledValue name="Coin history">
        <code>POST {new URL("v0/transactions", ledgerApiUrl).href}</code>
      </LabelledValue>
      {controlApiUrl !== undefined && (
        <LabelledValue name="Control">
          <code>{controlApiUrl.href}</code>
        </LabelledValue>
      )}
      {isViewingAsAllParties.value && <Faults />}
      {explorerPageConfig.referencePath !== undefined && (
        <LabelledValue name="Reference">
          <a href={explorerPageConfig.referencePath}>Interactive reference of all operations</a>
        </LabelledValue>
      )}
      <LabelledValue name="Documents">
        <a href={new URL("docs/openapi", ledgerApiUrl).href}>OpenAPI</a>,{" "}
        <a href={new URL("docs/asyncapi", ledgerApiUrl).href}>AsyncAPI</a>
      </LabelledValue>
      <LabelledValue name="Authorization">
        {explorerPageConfig.needsToken ? "Users with a token" : "Disabled: everyone has all rights"}
      </LabelledValue>
      <LabelledValue name="Version">{explorerPageConfig.version}</LabelledValue>
    </LabelledValues>
  </Card>
);
