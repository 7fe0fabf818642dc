import type { TypeId } from "../../lib/api.ts";
import { getStakeholders } from "../../lib/base/model/contract.ts";
import { createPartySet } from "../../lib/base/model/party-set.ts";
import { unit } from "../../lib/base/values/constructors.ts";
import type { Ledger, PartyId } from "../../lib/index.ts";
import type {
  Completion,
  Contract,
  Node,
  Submission,
  Transaction,
  TransactionUpdate,
  Value,
} from "../../lib/store.ts";

/** A step of a transaction, without its position. */
export type Step =
  | { readonly kind: "create"; readonly contract: Contract }
  | { readonly kind: "fetch"; readonly contract: Contract; readonly by: readonly PartyId[] }
  | { readonly kind: "rollback"; readonly steps: readonly Step[] }
  | ExerciseDraft;

interface ExerciseDraft extends ExerciseOptions {
  readonly kind: "exercise";
  readonly contract: Contract;
  readonly controllers: readonly PartyId[];
  readonly steps: readonly Step[];
}

export interface ExerciseOptions {
  /** `Archive` when absent. */
  readonly choice?: string;
  /** True when absent. */
  readonly consuming?: boolean;
  readonly choiceObservers?: readonly PartyId[];
  readonly argument?: Value;
  readonly result?: Value;
  readonly interfaceId?: TypeId;
}

export const create = (contract: Contract): Step => ({ kind: "create", contract });

export const fetch = (contract: Contract, by: readonly PartyId[]): Step => ({
  kind: "fetch",
  contract,
  by,
});

export const rollback = (...steps: readonly Step[]): Step => ({ kind: "rollback", steps });

export const exercise = (
  contract: Contract,
  controllers: readonly PartyId[],
  options: ExerciseOptions = {},
  ...steps: readonly Step[]
): Step => ({ kind: "exercise", contract, controllers, steps, ...options });

/** Returns the transaction of these root steps, with the witnesses of daml-lf.md 14.2. */
export const transactionOf = (...steps: readonly Step[]): Transaction => {
  const nodes: Node[] = [];
  const roots = steps.map((step) => place(step, [], nodes));
  return { roots, nodes };
};

const place = (step: Step, ancestors: readonly PartyId[], nodes: Node[]): number => {
  const nodeId = nodes.length;
  const witnesses = createPartySet([...ancestors, ...informeesOf(step)]);
  nodes.push({ kind: "rollback", nodeId, witnesses: [], children: [], lastDescendantNodeId: 0 });
  const children = "steps" in step ? step.steps.map((child) => place(child, witnesses, nodes)) : [];
  const lastDescendantNodeId = nodes.length - 1;
  nodes[nodeId] = nodeOf(step, { nodeId, witnesses, children, lastDescendantNodeId });
  return nodeId;
};

const informeesOf = (step: Step): readonly PartyId[] => {
  switch (step.kind) {
    case "rollback":
      return [];
    case "create":
      return getStakeholders(step.contract);
    case "fetch":
      return [...step.contract.signatories, ...step.by];
    case "exercise": {
      const { contract, controllers, choiceObservers = [], consuming = true } = step;
      const parties = consuming ? getStakeholders(contract) : contract.signatories;
      return [...parties, ...controllers, ...choiceObservers];
    }
  }
};

interface Place {
  readonly nodeId: number;
  readonly witnesses: readonly PartyId[];
  readonly children: readonly number[];
  readonly lastDescendantNodeId: number;
}

const nodeOf = (step: Step, { children, lastDescendantNodeId, ...common }: Place): Node => {
  switch (step.kind) {
    case "rollback":
      return { kind: "rollback", ...common, witnesses: [], children, lastDescendantNodeId };
    case "create":
      return { kind: "create", ...common, contract: step.contract };
    case "fetch":
      return {
        kind: "fetch",
        ...common,
        ...factsOf(step.contract),
        actingParties: createPartySet(step.by),
        byKey: false,
      };
    case "exercise":
      return {
        kind: "exercise",
        ...common,
        ...factsOf(step.contract),
        ...(step.interfaceId === undefined ? {} : { interfaceId: step.interfaceId }),
        choice: step.choice ?? "Archive",
        consuming: step.consuming ?? true,
        argument: step.argument ?? unit,
        actingParties: createPartySet(step.controllers),
        choiceObservers: createPartySet(step.choiceObservers ?? []),
        byKey: false,
        children,
        result: step.result ?? unit,
        lastDescendantNodeId,
      };
  }
};

const factsOf = (contract: Contract) => ({
  contractId: contract.contractId,
  packageName: contract.packageName,
  templateId: contract.templateId,
  signatories: contract.signatories,
  stakeholders: createPartySet(getStakeholders(contract)),
});

export const submissionBy = (...actAs: readonly PartyId[]): Submission => ({
  userId: "user",
  commandId: "command",
  workflowId: "workflow",
  submissionId: "submission",
  actAs: createPartySet(actAs),
});

/** Commits the transaction unchanged, at the next offset, with its completion. */
export const commit = (
  ledger: Ledger,
  transaction: Transaction,
  submission: Submission = submissionBy(),
): Promise<TransactionUpdate> =>
  ledger.commit((state, { now }) => {
    const offset = state.ledgerEnd + 1;
    const synchronizerId = state.synchronizers[0]?.id ?? "";
    const updateId = `1220${offset.toString(16).padStart(64, "0")}`;
    const common = { offset, synchronizerId, recordTime: now };
    const update: TransactionUpdate = {
      kind: "transaction",
      ...common,
      updateId,
      submission,
      effectiveAt: now,
      transaction,
    };
    const completion: Completion = {
      ...common,
      submission,
      deduplicationPeriod: { kind: "offset", offset: 0 },
      outcome: { kind: "accepted", updateId },
    };
    return {
      events: [{ kind: "transactionCommitted", update, completion }],
      outcome: update,
    };
  });
