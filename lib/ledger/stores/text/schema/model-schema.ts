import { catalogue } from "../../../../base/errors/catalogue.ts";
import { categories } from "../../../../base/errors/categories.ts";
import type { Node, Transaction } from "../../../../base/model/node.ts";
import {
  bytes,
  type Check,
  checkOf,
  entriesOf,
  flag,
  integer,
  keyOf,
  mapOf,
  oneOf,
  optional,
  text,
  unionOf,
  whole,
} from "./schema.ts";
import { amount, durationMicros, micros, value } from "./value-schema.ts";

/* The parts of ledger events: contracts, updates, completions, administration, coin history. */

const parties = [text];
const key = { value, maintainers: parties, hash: text };

export const contract = {
  contractId: text,
  templateId: text,
  packageName: text,
  argument: value,
  signatories: parties,
  observers: parties,
  key: optional(key),
  createdAt: micros,
  salt: bytes,
};

const common = { nodeId: whole, witnesses: parties };
const use = {
  ...common,
  contractId: text,
  packageName: text,
  templateId: text,
  interfaceId: optional(text),
  actingParties: parties,
  signatories: parties,
  stakeholders: parties,
  key: optional(key),
  byKey: flag,
};

const node = unionOf({
  create: { ...common, contract },
  exercise: {
    ...use,
    choice: text,
    consuming: flag,
    argument: value,
    choiceObservers: parties,
    children: [whole],
    result: optional(value),
    lastDescendantNodeId: whole,
  },
  fetch: use,
  lookupByKey: {
    ...common,
    packageName: text,
    templateId: text,
    qualifiedName: text,
    key,
    contractIds: [text],
    exhaustive: flag,
  },
  rollback: { ...common, children: [whole], lastDescendantNodeId: whole },
});

/**
 * Accepts nodes that form a tree, each once and in pre-order. Then a walk over the tree terminates
 * and visits all nodes. Linear.
 */
const isTree = ({ roots, nodes }: Transaction): boolean => {
  let next = 0;
  /** The nodes left to visit at each level; the deepest level is last. */
  const pending: { readonly ids: readonly number[]; at: number; readonly owner?: number }[] = [
    { ids: roots, at: 0 },
  ];
  for (let level = pending.at(-1); level !== undefined; level = pending.at(-1)) {
    const id = level.ids[level.at++];
    if (id === undefined) {
      if (level.owner !== undefined && lastOf(nodes[level.owner]) !== next - 1) return false;
      pending.pop();
      continue;
    }
    const found = nodes[id];
    if (id !== next++ || found?.nodeId !== id) return false;
    if ("children" in found) pending.push({ ids: found.children, at: 0, owner: id });
  }
  return next === nodes.length;
};

const lastOf = (of: Node | undefined): number | undefined =>
  of !== undefined && "lastDescendantNodeId" in of ? of.lastDescendantNodeId : undefined;

const hasNodes = checkOf<Transaction>({ roots: [whole], nodes: [node] });
const transaction: Check = (data) => hasNodes(data) && isTree(data as Transaction);

export const permission = oneOf("submission", "confirmation", "observation");

const traceContext = optional({ traceparent: optional(text), tracestate: optional(text) });

export const submission = {
  userId: text,
  commandId: text,
  workflowId: text,
  submissionId: text,
  actAs: parties,
};

const updated = {
  updateId: text,
  offset: whole,
  synchronizerId: text,
  recordTime: micros,
  traceContext,
};

export const transactionUpdate = {
  ...updated,
  kind: oneOf("transaction"),
  submission,
  effectiveAt: micros,
  transaction,
  externalTransactionHash: optional(text),
};

const reassigned = {
  nodeId: whole,
  source: text,
  target: text,
  reassignmentId: text,
  submitter: text,
  reassignmentCounter: whole,
  stakeholders: parties,
  assignmentExclusivity: optional(micros),
};

export const unassignedEvent = {
  ...reassigned,
  kind: oneOf("unassigned"),
  contractId: text,
  templateId: text,
  packageName: text,
};

export const reassignmentUpdate = {
  ...updated,
  kind: oneOf("reassignment"),
  submission,
  events: [
    unionOf({
      unassigned: unassignedEvent,
      assigned: { ...reassigned, unassignedAt: whole, contract },
    }),
  ],
};

export const topologyUpdate = {
  ...updated,
  kind: oneOf("topology"),
  events: [
    {
      kind: oneOf("added", "changed", "revoked", "onboarding"),
      party: text,
      participantId: text,
      permission: optional(permission),
      before: optional(permission),
    },
  ],
};

export const update = unionOf({
  transaction: transactionUpdate,
  reassignment: reassignmentUpdate,
  topology: topologyUpdate,
});

const isContext: Check = (data) =>
  typeof data === "object" && data !== null && Object.values(data).every(text);

const error = {
  code: keyOf(catalogue),
  cause: text,
  context: isContext,
  resources: entriesOf(text),
  category: keyOf(categories),
  definiteAnswer: optional(flag),
  path: optional(text),
  layer: optional(oneOf("json")),
  form: optional(oneOf("status")),
  expected: optional(text),
  lacking: optional({ anyOf: [text], party: optional(text) }),
  authority: optional({ step: oneOf("create", "exercise", "fetch", "lookup"), needed: [text] }),
  version: optional({ contractId: text, createdAs: text, readAs: text }),
};

export const completion = {
  offset: whole,
  submission,
  synchronizerId: text,
  recordTime: micros,
  deduplicationPeriod: optional(
    unionOf({ duration: { micros: durationMicros }, offset: { offset: whole } }),
  ),
  traceContext,
  externalTransactionHash: optional(text),
  outcome: unionOf({ accepted: { updateId: text }, rejected: { error } }),
};

const metadata = { resourceVersion: whole, annotations: mapOf(text) };

export const partyDetails = {
  party: text,
  isLocal: flag,
  localMetadata: metadata,
  identityProviderId: text,
};

const right = unionOf({
  ParticipantAdmin: {},
  IdentityProviderAdmin: {},
  CanReadAsAnyParty: {},
  CanExecuteAsAnyParty: {},
  CanActAsAnyParty: {},
  CanActAs: { party: text },
  CanReadAs: { party: text },
  CanExecuteAs: { party: text },
});

export const user = {
  id: text,
  primaryParty: text,
  isDeactivated: flag,
  metadata,
  identityProviderId: text,
  primaryPartyAuthentication: flag,
  rights: mapOf(right),
};

export const identityProvider = {
  identityProviderId: text,
  isDeactivated: flag,
  issuer: text,
  jwksUrl: text,
  audience: text,
};

export const parameters = {
  priority: integer,
  assignmentExclusivityMicros: optional(durationMicros),
  automaticAssignment: flag,
};

export const vetting = {
  serial: whole,
  packages: mapOf({ validFrom: optional(micros), validUntil: optional(micros) }),
};

export const signingKeys = {
  keys: [{ fingerprint: text, spec: oneOf("ed25519", "p256", "p384", "secp256k1"), spki: bytes }],
  threshold: whole,
};

const given = { owner: text, amount };

export const historyRecord = {
  eventId: text,
  updateId: optional(text),
  date: amount,
  synchronizerId: text,
  offset: whole,
  round: optional(amount),
  body: unionOf({
    transfer: {
      sender: {
        party: text,
        senderChangeFee: amount,
        senderChangeAmount: amount,
        senderFee: amount,
        holdingFees: amount,
        inputCoinAmount: amount,
        inputAppRewardAmount: amount,
        inputValidatorRewardAmount: amount,
        inputSvRewardAmount: amount,
        inputValidatorFaucetAmount: amount,
      },
      receivers: [{ party: text, amount, receiverFee: amount }],
      balanceChanges: [
        {
          party: text,
          changeToInitialAmountAsOfRoundZero: amount,
          changeToHoldingFeesRate: amount,
        },
      ],
      description: optional(text),
      transferInstructionReceiver: optional(text),
      transferInstructionAmount: optional(amount),
      transferInstructionCid: optional(text),
      transferKind: optional(
        oneOf("create_transfer_instruction", "transfer_instruction_accept", "preapproval_send"),
      ),
    },
    mint: given,
    tap: given,
    abortTransferInstruction: {
      transferInstructionCid: text,
      abortKind: optional(oneOf("withdraw", "reject")),
    },
  }),
};
