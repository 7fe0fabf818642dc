import { getSynchronizerAlias } from "../../base/synchronizers.ts";
import {
  convertEventToTransactionStep,
  type ExplorerUpdate,
  fetchUpdatesPage,
} from "../../base/updates.ts";
import type { ViewingParties } from "../../base/view-settings.ts";

/** An event in the life of a contract. */
export interface ContractEvent {
  readonly kind: "created" | "exercised" | "archived" | "unassigned" | "assigned";
  readonly what: string;
  readonly offset: number;
  readonly updateId: string;
  readonly recordTime: string;
  readonly nodeId?: number;
  readonly parties: readonly string[];
}

export interface ContractHistory {
  readonly events: readonly ContractEvent[];
  /** True if the search ended at its page limit. */
  readonly isCut: boolean;
}

const [pageSize, maxPages] = [50, 10];

/** Maximum number of updates that are searched. */
export const maxSearchedUpdates = pageSize * maxPages;

/** Returns the events of a contract between two offsets, found in the updates. */
export const readContractHistory = async (
  contractId: string,
  { as, begin, end }: { readonly as: ViewingParties; readonly begin: number; readonly end: number },
  signal: AbortSignal,
): Promise<ContractHistory> => {
  const events: ContractEvent[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const asked = { as, begin: begin - 1, end, ascending: true, size: pageSize };
    const { rows, next } = await fetchUpdatesPage(asked, token, signal);
    for (const update of rows) events.push(...listContractEvents(update, contractId));
    if (next === undefined) return { events, isCut: false };
    token = next;
  }
  return { events, isCut: true };
};

const listContractEvents = (
  update: ExplorerUpdate,
  contractId: string,
): readonly ContractEvent[] => {
  const { offset, updateId, recordTime } = update;
  const at = { offset, updateId, recordTime };
  const steps = update.events
    .map(convertEventToTransactionStep)
    .flatMap((step): readonly ContractEvent[] => {
      const { event } = step;
      if (event.contractId !== contractId) return [];
      const { nodeId } = event;
      switch (step.kind) {
        case "create":
          return [
            { ...at, kind: "created", what: "created", nodeId, parties: step.event.signatories },
          ];
        case "archive":
          return [{ ...at, kind: "archived", what: "archived", nodeId, parties: [] }];
        case "exercise": {
          const { consuming, choice, actingParties } = step.event;
          const kind = consuming ? "archived" : "exercised";
          return [{ ...at, kind, what: choice, nodeId, parties: actingParties }];
        }
      }
    });
  const moves = update.moves.flatMap((move): readonly ContractEvent[] => {
    if ("JsAssignmentEvent" in move) {
      const { createdEvent, target, submitter } = move.JsAssignmentEvent;
      if (createdEvent.contractId !== contractId) return [];
      return [
        {
          ...at,
          kind: "assigned",
          what: `to ${getSynchronizerAlias(target)}`,
          parties: toPartyList(submitter),
        },
      ];
    }
    const { contractId: id, source, submitter } = move.JsUnassignedEvent.value;
    if (id !== contractId) return [];
    return [
      {
        ...at,
        kind: "unassigned",
        what: `from ${getSynchronizerAlias(source)}`,
        parties: toPartyList(submitter),
      },
    ];
  });
  return [...steps, ...moves];
};

const toPartyList = (party: string): readonly string[] => (party === "" ? [] : [party]);
