import type { Offset } from "../../lib/api.ts";
import { getStakeholders } from "../../lib/base/model/contract.ts";
import { unit } from "../../lib/base/values/constructors.ts";
import type { PartyId } from "../../lib/index.ts";
import { applyEventToLedgerState } from "../../lib/ledger/state/evolve.ts";
import { createInitialLedgerState } from "../../lib/ledger/state/initial-state.ts";
import type {
  Completion,
  CompletionOutcome,
  Contract,
  EventApplicationContext,
  JournalEvent,
  LedgerState,
  ReassignmentEvent,
  Submission,
} from "../../lib/store.ts";
import { type Step, submissionBy, transactionOf } from "./transactions.ts";

export const east = "east::1220";
export const west = "west::1220";

/** A context without packages. */
export const noContext: EventApplicationContext = { package: () => undefined };

/** Returns the state after these events, on a participant connected to the synchronizers east and west. */
export const stateAfter = (...events: readonly JournalEvent[]): LedgerState =>
  [...connections, ...events].reduce(
    (state, event) => applyEventToLedgerState(state, event, noContext),
    createInitialLedgerState("participant::1220"),
  );

export const connections: readonly JournalEvent[] = [
  { kind: "synchronizerConnected", alias: "east", synchronizerId: east },
  { kind: "synchronizerConnected", alias: "west", synchronizerId: west },
];

export interface ContractOptions {
  readonly signatories?: readonly PartyId[];
  readonly observers?: readonly PartyId[];
  /** The hash of its key; no key when absent. */
  readonly keyHash?: string;
  readonly template?: string;
}

export const contractOf = (
  contractId: string,
  { signatories = ["alice"], observers = [], keyHash, template = "Main:Iou" }: ContractOptions = {},
): Contract => ({
  contractId,
  templateId: `${"ab".repeat(32)}:${template}`,
  packageName: "coin",
  argument: unit,
  signatories,
  observers,
  createdAt: 0n,
  salt: new Uint8Array(32),
  ...(keyHash === undefined
    ? {}
    : { key: { value: unit, maintainers: signatories, hash: keyHash } }),
});

/** Returns a transaction on east, with the completion of its command. */
export const committedEvent = (offset: Offset, ...steps: readonly Step[]): JournalEvent => ({
  kind: "transactionCommitted",
  update: {
    kind: "transaction",
    ...common(offset, east),
    submission: submissionAt(offset),
    effectiveAt: 0n,
    transaction: transactionOf(...steps),
  },
  completion: completionAt(offset),
});

export const rejectedEvent = (offset: Offset, submission = submissionAt(offset)): JournalEvent => ({
  kind: "commandRejected",
  completion: completionAt(offset, submission, { kind: "rejected", error }),
});

export const unassignedEvent = (
  offset: Offset,
  reassignmentId: string,
  ...contracts: readonly Contract[]
): JournalEvent =>
  reassigned(offset, east, (common) =>
    contracts.map((contract, nodeId) => ({
      kind: "unassigned",
      ...common(contract, nodeId),
      reassignmentId,
      contractId: contract.contractId,
      templateId: contract.templateId,
      packageName: contract.packageName,
    })),
  );

export const assignedEvent = (
  offset: Offset,
  reassignmentId: string,
  ...contracts: readonly Contract[]
): JournalEvent =>
  reassigned(offset, west, (common) =>
    contracts.map((contract, nodeId) => ({
      kind: "assigned",
      ...common(contract, nodeId),
      reassignmentId,
      contract,
      unassignedAt: offset - 1,
    })),
  );

type ReassignmentCommon = Pick<
  ReassignmentEvent,
  "nodeId" | "source" | "target" | "submitter" | "reassignmentCounter" | "stakeholders"
>;

const reassigned = (
  offset: Offset,
  synchronizerId: string,
  events: (
    common: (contract: Contract, nodeId: number) => ReassignmentCommon,
  ) => readonly ReassignmentEvent[],
): JournalEvent => ({
  kind: "reassignmentCommitted",
  update: {
    kind: "reassignment",
    ...common(offset, synchronizerId),
    submission: submissionAt(offset),
    events: events((contract, nodeId) => ({
      nodeId,
      source: east,
      target: west,
      submitter: "alice",
      reassignmentCounter: 1,
      stakeholders: getStakeholders(contract),
    })),
  },
});

const common = (offset: Offset, synchronizerId: string) => ({
  updateId: `1220${offset.toString(16).padStart(64, "0")}`,
  offset,
  synchronizerId,
  recordTime: BigInt(offset) * 1000n,
});

export const submissionAt = (offset: Offset): Submission => ({
  ...submissionBy("alice"),
  commandId: `command-${offset}`,
});

export const completionAt = (
  offset: Offset,
  submission = submissionAt(offset),
  outcome: CompletionOutcome = { kind: "accepted", updateId: common(offset, east).updateId },
): Completion => {
  const { synchronizerId, recordTime } = common(offset, east);
  return { offset, synchronizerId, recordTime, submission, outcome };
};

const error = {
  code: "DUPLICATE_COMMAND",
  cause: "It was accepted before.",
  context: {},
  resources: [],
  category: "resourceExists",
} as const;
