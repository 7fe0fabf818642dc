import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { Offset, Party, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../../base/model/contract.ts";
import type {
  AssignedEvent,
  ReassignmentEvent,
  ReassignmentUpdate,
  Submission,
  TopologyEvent,
  UnassignedEvent,
} from "../../../base/model/update.ts";
import { computeSha256Digest } from "../../../base/values/digest.ts";
import { deriveReassignmentId, deriveUpdateId } from "../../../contracts/transaction/seeds.ts";
import type { LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { JournalEvent } from "../../../ledger/state/journal-event.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import {
  computeNextRecordTime,
  findHostingPermission,
} from "../../../ledger/state/synchronizers.ts";
import { createHostingEvent } from "../parties/host-party.ts";
import type { ImportedContract } from "./plan-import.ts";
import type { ImportedUnassignment } from "./read-item.ts";

/** The contracts and parties to import. */
export interface ContractImport {
  readonly contracts: readonly ImportedContract[];
  /** Parties that are hosted on every synchronizer, even without contracts. */
  readonly parties: readonly Party[];
  /**
   * The offset at which the contracts were read, 1 or more. The contracts then keep their offsets,
   * and the ledger ends at this offset and is pruned up to it. If undefined, the contracts get new
   * offsets.
   */
  readonly atOffset: Offset | undefined;
}

type ImportState = Pick<
  LedgerState,
  "hosting" | "ledgerEnd" | "participantId" | "parties" | "synchronizers"
>;

/**
 * Returns the events of an import. Contracts become active by artificial assignments whose source
 * and target are the same synchronizer, because only assignments have reassignment counters; a
 * participant does the same. Unknown stakeholders are added as parties that are hosted here. Pure;
 * linear.
 */
export const createImportEvents = (
  state: ImportState,
  context: LedgerDecisionInputs,
  takeover: ContractImport,
): readonly JournalEvent[] => new ImportWriter(state, context, takeover).write();

class ImportWriter {
  readonly #state: ImportState;
  readonly #context: LedgerDecisionInputs;
  readonly #takeover: ContractImport;
  readonly #events: JournalEvent[] = [];
  #end: Offset;
  #updates = 0;

  constructor(state: ImportState, context: LedgerDecisionInputs, takeover: ContractImport) {
    this.#state = state;
    this.#context = context;
    this.#takeover = takeover;
    this.#end = state.ledgerEnd;
  }

  write(): readonly JournalEvent[] {
    const { contracts, atOffset } = this.#takeover;
    this.#addHostings();
    for (const group of groupAdjacent(contracts, isSameUpdate)) this.#addAssignments(group);
    // Unassign contracts in flight only after the pruning, which would remove their unassignments.
    if (atOffset !== undefined) this.#moveLedgerEnd(atOffset);
    const leaving = contracts.flatMap(({ contract, item }) =>
      item.left === undefined ? [] : [{ contract, item, left: item.left }],
    );
    leaving.sort(compareByUnassignment);
    for (const group of groupAdjacent(leaving, isSameUnassignment)) this.#addUnassignments(group);
    return this.#events;
  }

  #addHostings(): void {
    const { parties, synchronizers } = this.#state;
    const places = this.#findMissingHostings();
    for (const party of places.keys()) {
      const known = parties.get(party);
      if (known?.isLocal === true) continue;
      const details = known ?? { party, localMetadata: emptyObjectMeta, identityProviderId: "" };
      this.#events.push({ kind: "partyDetailsChanged", details: { ...details, isLocal: true } });
    }
    for (const { id } of synchronizers) {
      const events: TopologyEvent[] = [];
      for (const [party, synchronizerIds] of places) {
        if (synchronizerIds.has(id)) events.push(this.#createPartyAddedEvent(party));
      }
      if (events.length > 0) this.#addTopologyUpdate(id, events);
    }
  }

  #createPartyAddedEvent(party: Party): TopologyEvent {
    const { participantId } = this.#state;
    const change = { party, before: undefined, after: "submission" } as const;
    return createHostingEvent(change, { participantId });
  }

  /**
   * Returns, for each party, the synchronizers on which it must be hosted and is not yet. Omits
   * parties that another participant hosts.
   */
  #findMissingHostings(): ReadonlyMap<Party, ReadonlySet<SynchronizerId>> {
    const places = new Map<Party, Set<SynchronizerId>>();
    const place = (party: Party, id: SynchronizerId): void => {
      if (this.#state.parties.get(party)?.isLocal === false) return;
      if (findHostingPermission(this.#state, party, id) !== undefined) return;
      const known = places.get(party);
      if (known === undefined) places.set(party, new Set([id]));
      else known.add(id);
    };
    for (const party of this.#takeover.parties) {
      for (const { id } of this.#state.synchronizers) place(party, id);
    }
    for (const { contract, item } of this.#takeover.contracts) {
      for (const party of getStakeholders(contract)) {
        place(party, item.synchronizerId);
        if (item.left !== undefined) place(party, item.left.target);
      }
    }
    return places;
  }

  #addTopologyUpdate(synchronizerId: SynchronizerId, events: readonly TopologyEvent[]): void {
    const { updateId, recordTime } = this.#next(synchronizerId);
    const offset = this.#takeover.atOffset ?? this.#append();
    const update = {
      kind: "topology",
      updateId,
      offset,
      synchronizerId,
      recordTime,
      events,
    } as const;
    this.#events.push({ kind: "topologyChanged", update });
  }

  #addAssignments(group: readonly ImportedContract[]): void {
    const [first] = group;
    if (first === undefined) return;
    const { synchronizerId, workflowId, offset: there } = first.item;
    const { updateId, recordTime, seed } = this.#next(synchronizerId);
    const offset = this.#takeover.atOffset === undefined ? this.#append() : there;
    const reassignmentId = deriveReassignmentId(seed);
    // The submitter is the participant: its id is also a party id. `string` is the common type.
    const submitter: string = this.#state.participantId;
    const events = group.map(
      ({ contract, item: { nodeId, reassignmentCounter } }): AssignedEvent => ({
        kind: "assigned",
        nodeId,
        source: synchronizerId,
        target: synchronizerId,
        reassignmentId,
        submitter,
        reassignmentCounter,
        stakeholders: getStakeholders(contract),
        unassignedAt: offset,
        contract,
      }),
    );
    const submission = createAnonymousSubmission(workflowId);
    this.#addReassignmentUpdate({
      updateId,
      offset,
      synchronizerId,
      recordTime,
      submission,
      events,
    });
  }

  #moveLedgerEnd(atOffset: Offset): void {
    const [synchronizer] = this.#state.synchronizers;
    if (synchronizer === undefined) return;
    // Moves the ledger end to this offset, even if the last contract is before it.
    this.#addTopologyUpdate(synchronizer.id, []);
    this.#events.push({ kind: "pruned", upTo: atOffset });
    this.#updates++;
  }

  #addUnassignments(group: readonly UnassignedContract[]): void {
    const [first] = group;
    if (first === undefined) return;
    const { synchronizerId } = first.item;
    const { updateId, recordTime } = this.#next(synchronizerId);
    const offset = this.#takeover.atOffset === undefined ? this.#append() : first.left.offset;
    this.#updates++;
    const events = group.map((each) => createUnassignedEvent(each, synchronizerId));
    const submission = createAnonymousSubmission("");
    this.#addReassignmentUpdate({
      updateId,
      offset,
      synchronizerId,
      recordTime,
      submission,
      events,
    });
  }

  #addReassignmentUpdate(update: Omit<ReassignmentUpdate, "kind">): void {
    this.#events.push({
      kind: "reassignmentCommitted",
      update: { kind: "reassignment", ...update },
    });
  }

  #append(): Offset {
    this.#end++;
    this.#updates++;
    return this.#end;
  }

  /**
   * Returns the seed, update id and record time of the next update. All updates that the import
   * prunes share one id. Several of them may have the same offset, and pruning removes only the id
   * of the last update at an offset from the index; other ids would stay in it. Every other update
   * has a separate id.
   */
  #next(synchronizerId: SynchronizerId) {
    const seed = computeSha256Digest(this.#context.seed, utf8ToBytes(`import ${this.#updates}`));
    const synchronizer = this.#state.synchronizers.find(({ id }) => id === synchronizerId);
    const { now } = this.#context;
    const recordTime = synchronizer === undefined ? now : computeNextRecordTime(synchronizer, now);
    return { seed, updateId: deriveUpdateId(seed, "reassignment update"), recordTime };
  }
}

const emptyObjectMeta = { resourceVersion: 0, annotations: new Map<string, string>() };

/**
 * Returns a submission without user, command and parties: no client of this ledger submitted the
 * update.
 */
const createAnonymousSubmission = (workflowId: string): Submission => ({
  userId: "",
  commandId: "",
  workflowId,
  submissionId: "",
  actAs: [],
});

interface UnassignedContract extends ImportedContract {
  readonly left: ImportedUnassignment;
}

const createUnassignedEvent = (
  { contract, item, left }: UnassignedContract,
  source: SynchronizerId,
): UnassignedEvent => {
  const { contractId, templateId, packageName } = contract;
  const { target, reassignmentId, submitter, nodeId, assignmentExclusivity } = left;
  return {
    kind: "unassigned",
    nodeId,
    source,
    target,
    reassignmentId,
    submitter,
    reassignmentCounter: item.reassignmentCounter + 1,
    stakeholders: getStakeholders(contract),
    contractId,
    templateId,
    packageName,
    ...(assignmentExclusivity !== undefined && { assignmentExclusivity }),
  } satisfies ReassignmentEvent;
};

const isSameUpdate = ({ item: left }: ImportedContract, { item: right }: ImportedContract) =>
  left.offset === right.offset &&
  left.synchronizerId === right.synchronizerId &&
  left.workflowId === right.workflowId;

const isSameUnassignment = (one: UnassignedContract, other: UnassignedContract) =>
  one.left.offset === other.left.offset && one.item.synchronizerId === other.item.synchronizerId;

const compareByUnassignment = (one: UnassignedContract, other: UnassignedContract): number =>
  one.left.offset - other.left.offset || one.left.nodeId - other.left.nodeId;

/**
 * Splits a list into groups of adjacent items. An item joins a group if `belong` is true for it and
 * the first item of the group.
 */
const groupAdjacent = <T>(
  items: readonly T[],
  belong: (one: T, other: T) => boolean,
): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group !== undefined && first !== undefined && belong(first, item)) group.push(item);
    else groups.push([item]);
  }
  return groups;
};
