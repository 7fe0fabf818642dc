import type { UpdateExplanation } from "../../../../../lib/index.ts";
import { changeUrlParameters, urlQuery } from "../../base/address.ts";
import { ApiError, requestExplorerData } from "../../base/client.ts";
import { formatCount } from "../../base/count.ts";
import { knownParties, ledgerContentChangeCount } from "../../base/ledger.ts";
import { getHintOfPartyId, readEntityName } from "../../base/names.ts";
import { canReadAs } from "../../base/rights.ts";
import {
  buildTransactionStepTree,
  flattenSteps,
  formatStepKind,
  getStepNodeId,
  type TransactionStepTree,
} from "../../base/steps.ts";
import {
  acsDeltaShape,
  convertEventToTransactionStep,
  type ExplorerUpdate,
  fetchUpdatesPage,
  guessUpdateSubmitters,
  ledgerEffectsShape,
  type UpdatesRequest,
} from "../../base/updates.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import type { TransactionShape } from "../../base/view-settings.ts";
import { Card } from "../../parts/layout.tsx";
import { PartyLink } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { PartyPicker } from "../../parts/party-picker.tsx";
import { formatValueLine } from "../../parts/value.tsx";

/** The part of an update that one party sees, requested as that party. */
interface PartyView {
  readonly party: string;
  /** True if the user may read as the party. */
  readonly isReadable: boolean;
  readonly steps: ReadonlyMap<number, TransactionStepTree>;
  readonly inDelta: ReadonlySet<number>;
  /** Explanation by node; empty if the user may not know it. */
  readonly why: ReadonlyMap<number, string>;
}

/**
 * Privacy comparison: the parts of an update that two parties see, side by side, with the reasons.
 */
export const PrivacyComparison = ({ update }: { readonly update: ExplorerUpdate }) => {
  const likely = [
    ...guessUpdateSubmitters(update),
    ...listWitnesses(update),
    ...knownParties.value,
  ];
  const readable = likely.filter(canReadAs);
  const one = urlQuery.value.get("one") ?? readable[0] ?? "";
  const other = urlQuery.value.get("other") ?? readable.find((party) => party !== one) ?? "";
  const subject = [update.updateId, one, other].join("|");
  const answer = useLoadedValue(subject, ledgerContentChangeCount.value, (signal) =>
    Promise.all(
      [one, other]
        .filter((party) => party !== "")
        .map((party) => fetchPartyView(update, party, signal)),
    ),
  );
  return (
    <Card
      kind="flush"
      title="Compare visibility"
      actions={
        <>
          <PartyPicker
            label="One party"
            value={one}
            pick={(party) => changeUrlParameters({ one: party, other }, "replace")}
          />
          <span class="soft">and</span>
          <PartyPicker
            label="The other party"
            value={other}
            pick={(party) => changeUrlParameters({ one, other: party }, "replace")}
          />
        </>
      }
    >
      <LoadedValueView answer={answer} what="the views">
        {(views) => <PartyViewComparison update={update} views={views} />}
      </LoadedValueView>
    </Card>
  );
};

const PartyViewComparison = ({
  update,
  views,
}: {
  update: ExplorerUpdate;
  views: readonly PartyView[];
}) => {
  // All steps of the update as shown, and those that any of the compared parties sees.
  const all = new Map(
    flattenSteps(buildTransactionStepTree(update)).map((node) => [getStepNodeId(node.step), node]),
  );
  for (const { steps } of views) {
    for (const [id, node] of steps) if (!all.has(id)) all.set(id, node);
  }
  const rows = [...all].sort(([a], [b]) => a - b);
  return (
    <table class="privacy">
      <thead>
        <tr>
          {views.map(({ party, isReadable, steps }) => (
            <th key={party} scope="col">
              <PartyLink party={party} />{" "}
              <span class="soft">
                {isReadable
                  ? `sees ${steps.size} of ${formatCount(rows.length, "step")}`
                  : "You have no right to read as this party."}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([id, node]) => (
          <tr key={id}>
            {views.map((view) => (
              <VisibleStep key={view.party} view={view} id={id} depth={node.depth} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const VisibleStep = ({ view, id, depth }: { view: PartyView; id: number; depth: number }) => {
  const node = view.steps.get(id);
  const why = view.why.get(id);
  const indent = { "--depth": depth };
  if (node === undefined) {
    return (
      <td class="unseen" style={indent}>
        <span>
          {view.isReadable ? `Not visible to ${getHintOfPartyId(view.party)}` : "Unknown"}
        </span>
        {why !== undefined && <span class="why">{why}</span>}
      </td>
    );
  }
  const { step } = node;
  const entity = readEntityName(step.event.templateId);
  return (
    <td style={indent}>
      <span class={`step-kind ${formatStepKind(step)}`}>{formatStepKind(step)}</span>{" "}
      <b>{step.kind === "exercise" ? step.event.choice : entity}</b>{" "}
      {step.kind === "exercise" && <span class="soft">on {entity}</span>}{" "}
      {view.inDelta.has(id) && <span class="tag accent">ACS delta</span>}
      <span class="line soft">
        <bdi>
          {step.kind === "create"
            ? formatValueLine(step.event.createArgument, 110)
            : step.kind === "exercise"
              ? formatValueLine(step.event.choiceArgument, 110)
              : ""}
        </bdi>
      </span>
      {why !== undefined && <span class="why">{why}</span>}
    </td>
  );
};

const listWitnesses = ({ events }: ExplorerUpdate): readonly string[] => [
  ...new Set(
    events.map(convertEventToTransactionStep).flatMap(({ event }) => event.witnessParties),
  ),
];

const fetchPartyView = async (
  { updateId, offset }: ExplorerUpdate,
  party: string,
  signal: AbortSignal,
): Promise<PartyView> => {
  if (!canReadAs(party)) {
    return { party, isReadable: false, steps: new Map(), inDelta: new Set(), why: new Map() };
  }
  const seen = (shape: TransactionShape) =>
    fetchSeenUpdate({ as: [party], begin: offset - 1, end: offset, shape }, signal);
  const [all, changed, why] = await Promise.all([
    seen(ledgerEffectsShape),
    seen(acsDeltaShape),
    fetchExplanations(updateId, party, signal),
  ]);
  const nodes = all === undefined ? [] : flattenSteps(buildTransactionStepTree(all));
  return {
    party,
    isReadable: true,
    steps: new Map(nodes.map((node) => [getStepNodeId(node.step), node])),
    inDelta: new Set(
      changed?.events.map((event) => convertEventToTransactionStep(event).event.nodeId),
    ),
    why,
  };
};

/**
 * Requests an update by offset: for a party that sees nothing of it, the result is empty instead of
 * an error.
 */
const fetchSeenUpdate = async (
  asked: UpdatesRequest,
  signal: AbortSignal,
): Promise<ExplorerUpdate | undefined> =>
  (await fetchUpdatesPage(asked, undefined, signal)).rows[0];

const fetchExplanations = async (
  updateId: string,
  party: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> => {
  try {
    const path = `explanations/${updateId}?party=${encodeURIComponent(party)}`;
    const { events } = (await requestExplorerData(path, { signal })) as UpdateExplanation;
    return new Map(events.map(({ nodeId, text }) => [nodeId, text]));
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return new Map();
    throw error;
  }
};
