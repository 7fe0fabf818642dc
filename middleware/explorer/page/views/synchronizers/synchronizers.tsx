import { useSignal } from "@preact/signals";

import { callLedgerApi } from "../../base/client.ts";
import { fetchContractsPage, type ListedContract } from "../../base/contracts.ts";
import { formatCount } from "../../base/count.ts";
import { currentUser, ledgerEnd } from "../../base/ledger.ts";
import { getSynchronizerAlias, useSynchronizers } from "../../base/synchronizers.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  shownOffset,
  viewedContentKey,
  viewingParties,
  viewRefreshSignal,
} from "../../base/view-settings.ts";
import { Graph } from "../../parts/graph.tsx";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import {
  ContractLink,
  PartyLinks,
  SynchronizerLink,
  TemplateLink,
  Time,
} from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { PartyPicker } from "../../parts/party-picker.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { formatValueLine } from "../../parts/value.tsx";
import { ConnectedSynchronizerList } from "./connected-synchronizer-list.tsx";

const Synchronizers = () => {
  const synchronizers = useSynchronizers();
  const answer = useLoadedValue(viewedContentKey.value, viewRefreshSignal.value, (signal) =>
    loadVisibleContracts(shownOffset.peek(), signal),
  );
  return (
    <ViewFrame
      title="Synchronizers"
      about="Visible contracts by synchronizer, and pending reassignments."
    >
      <LoadedValueView answer={answer} what="the contracts">
        {({ contracts, isCut }) => (
          <>
            <Card
              kind="flush"
              title="Contracts on each"
              actions={
                isCut && (
                  <span class="soft">of the first {contracts.length.toLocaleString("en-GB")}</span>
                )
              }
            >
              <SynchronizerGraph
                contracts={contracts}
                synchronizers={synchronizers.map(({ synchronizerId }) => synchronizerId)}
              />
            </Card>
            <InFlightCard contracts={contracts.filter(({ goingTo }) => goingTo !== undefined)} />
            {synchronizers.length > 1 && (
              <ReassignForm
                contracts={contracts.filter(({ goingTo }) => goingTo === undefined)}
                synchronizers={synchronizers.map(({ synchronizerId }) => synchronizerId)}
              />
            )}
          </>
        )}
      </LoadedValueView>
      <ConnectedSynchronizerList synchronizers={synchronizers} />
    </ViewFrame>
  );
};

export default Synchronizers;

interface LoadedContracts {
  readonly contracts: readonly ListedContract[];
  readonly isCut: boolean;
}

const maxPages = 10;

/** Loads at most two thousand contracts, enough for a chart. */
const loadVisibleContracts = async (
  offset: number,
  signal: AbortSignal,
): Promise<LoadedContracts> => {
  const contracts: ListedContract[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { rows, next } = await fetchContractsPage(
      { as: viewingParties.peek(), offset },
      token,
      signal,
    );
    contracts.push(...rows);
    if (next === undefined) return { contracts, isCut: false };
    token = next;
  }
  return { contracts, isCut: true };
};

interface PictureProps {
  readonly contracts: readonly ListedContract[];
  readonly synchronizers: readonly string[];
}

const SynchronizerGraph = ({ contracts, synchronizers }: PictureProps) => {
  const counts = new Map(synchronizers.map((id) => [id, 0]));
  const flights = new Map<string, { from: string; to: string; count: number }>();
  for (const { synchronizerId, goingTo } of contracts) {
    if (goingTo === undefined) {
      counts.set(synchronizerId, (counts.get(synchronizerId) ?? 0) + 1);
      continue;
    }
    const key = `${synchronizerId} ${goingTo}`;
    const flight = flights.get(key) ?? { from: synchronizerId, to: goingTo, count: 0 };
    flights.set(key, { ...flight, count: flight.count + 1 });
  }
  return (
    <Graph
      label="Contracts on each synchronizer, and in flight between them"
      nodes={[...counts].map(([id, count]) => ({
        id,
        content: (
          <>
            <b>{getSynchronizerAlias(id)}</b>
            <span class="soft">{formatCount(count, "contract")}</span>
          </>
        ),
      }))}
      edges={[...flights.values()].map(({ from, to, count }) => ({
        from,
        to,
        label: `${count} in flight`,
      }))}
    />
  );
};

const submitReassignment = async (submitter: string, command: unknown): Promise<void> => {
  await callLedgerApi("/v2/commands/submit-and-wait-for-reassignment", {
    body: {
      reassignmentCommands: {
        commandId: `explorer-${crypto.randomUUID().slice(0, 8)}`,
        submitter,
        commands: [{ command }],
        ...(currentUser.peek() === undefined ? { userId: "explorer" } : {}),
      },
    },
  });
};

const InFlightCard = ({ contracts }: { readonly contracts: readonly ListedContract[] }) => {
  const { run, told } = useLedgerAction();
  if (contracts.length === 0) {
    return (
      <Card title="In flight">
        <p class="soft">No pending reassignments.</p>
        {told}
      </Card>
    );
  }
  return (
    <Card kind="flush" title="In flight">
      <table>
        <thead>
          <tr>
            <th>Contract</th>
            <th>From</th>
            <th>To</th>
            <th>Stakeholders</th>
            <th>Exclusive to the submitter until</th>
            <th>
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {contracts.map(({ event, synchronizerId: source, goingTo: target = "", ...flight }) => (
            <tr key={event.contractId}>
              <td>
                <TemplateLink id={event.templateId} /> <ContractLink id={event.contractId} />
              </td>
              <td>
                <SynchronizerLink id={source} />
              </td>
              <td>
                <SynchronizerLink id={target} />
              </td>
              <td>
                <PartyLinks parties={[...event.signatories, ...event.observers]} />
              </td>
              <td>{flight.exclusiveUntil != null && <Time iso={flight.exclusiveUntil} />}</td>
              <td>
                <button
                  type="button"
                  class="quiet"
                  onClick={() =>
                    void run(async () => {
                      const value = { reassignmentId: flight.reassignmentId, source, target };
                      await submitReassignment(chooseSubmitter(event), {
                        AssignCommand: { value },
                      });
                      return `Assigned to ${getSynchronizerAlias(target)} at offset ${ledgerEnd.peek() + 1}.`;
                    })
                  }
                >
                  Assign<span class="hidden"> on {getSynchronizerAlias(target)}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="pad">{told}</div>
    </Card>
  );
};

/** Returns a stakeholder, preferring a viewing party. */
const chooseSubmitter = ({ signatories, observers }: ListedContract["event"]): string => {
  const as = viewingParties.peek();
  const all = [...signatories, ...observers];
  const own = as === "everybody" ? undefined : all.find((party) => as.includes(party));
  return own ?? all[0] ?? "";
};

const ReassignForm = ({ contracts, synchronizers }: PictureProps) => {
  const { run, told } = useLedgerAction();
  const contractId = useSignal("");
  const target = useSignal("");
  const submitter = useSignal("");
  const chosen = contracts.find(({ event }) => event.contractId === contractId.value);
  const targets = synchronizers.filter((id) => id !== chosen?.synchronizerId);
  const to = targets.includes(target.value) ? target.value : (targets[0] ?? "");
  const by = submitter.value || (chosen === undefined ? "" : chooseSubmitter(chosen.event));
  return (
    <Card title="Unassign a contract">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === undefined) return;
          void run(async () => {
            const value = {
              contractId: contractId.value,
              source: chosen.synchronizerId,
              target: to,
            };
            await submitReassignment(by, { UnassignCommand: { value } });
            contractId.value = "";
            return `Unassigned, to be assigned to ${getSynchronizerAlias(to)}.`;
          });
        }}
      >
        <label class="field">
          <span>Contract</span>
          <select
            value={contractId.value}
            onChange={({ currentTarget }) => (contractId.value = currentTarget.value)}
          >
            <option value="">choose …</option>
            {contracts.slice(0, 500).map(({ event, synchronizerId }) => (
              <option key={event.contractId} value={event.contractId}>
                {event.templateId.split(":").at(-1)} on {getSynchronizerAlias(synchronizerId)}:{" "}
                {formatValueLine(event.createArgument, 60)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>To</span>
          <select value={to} onChange={({ currentTarget }) => (target.value = currentTarget.value)}>
            {targets.map((id) => (
              <option key={id} value={id}>
                {getSynchronizerAlias(id)}
              </option>
            ))}
          </select>
        </label>
        <div class="field">
          <span>Submitted by</span>
          <PartyPicker
            label="Submitted by"
            value={by}
            pick={(party) => (submitter.value = party)}
          />
        </div>
        <button type="submit" class="primary" disabled={chosen === undefined}>
          Unassign
        </button>
      </form>
      {told}
    </Card>
  );
};
