import { catalogue } from "../../../../base/errors/catalogue.ts";
import { categories } from "../../../../base/errors/categories.ts";
import type { Node, Transaction } from "../../../../base/model/node.ts";
import {
  bytes,
  type Check,
  compileCheck,
  each,
  entriesOf,
  flag,
  integer,
  keyOf,
  mapOf,
  oneOf,
  optional,
  text,
  unionOf,
  wholeNumber,
} from "./schema.ts";
import { amount, durationMicros, micros, value } from "./value-schema.ts";

/* The parts of ledger events: contracts, updates, completions, administration, coin history. */

const parties = [text];
const key = { value, maintainers: parties, hash: text };

export const contract = {
  ...each(text, "contractId", "templateId", "packageName"),
  ...each(parties, "signatories", "observers"),
  argument: value,
  key: optional(key),
  createdAt: micros,
  salt: bytes,
};

const common = { nodeId: wholeNumber, witnesses: parties };
const use = {
  ...common,
  ...each(text, "contractId", "packageName", "templateId"),
  ...each(parties, "actingParties", "signatories", "stakeholders"),
  interfaceId: optional(text),
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
    children: [wholeNumber],
    result: optional(value),
    lastDescendantNodeId: wholeNumber,
  },
  fetch: use,
  lookupByKey: {
    ...common,
    ...each(text, "packageName", "templateId", "qualifiedName"),
    key,
    contractIds: [text],
    exhaustive: flag,
  },
  rollback: { ...common, children: [wholeNumber], lastDescendantNodeId: wholeNumber },
});

/**
 * Accepts nodes that form a tree and are listed in pre-order, each once. A walk over such a tree
 * terminates and visits all nodes. Linear.
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
      if (level.owner !== undefined && getLastDescendant(nodes[level.owner]) !== next - 1) {
        return false;
      }
      pending.pop();
      continue;
    }
    const found = nodes[id];
    if (id !== next++ || found?.nodeId !== id) return false;
    if ("children" in found) pending.push({ ids: found.children, at: 0, owner: id });
  }
  return next === nodes.length;
};

const getLastDescendant = (of: Node | undefined): number | undefined =>
  of !== undefined && "lastDescendantNodeId" in of ? of.lastDescendantNodeId : undefined;

const hasNodes = compileCheck<Transaction>({ roots: [wholeNumber], nodes: [node] });
const transaction: Check = (data) => hasNodes(data) && isTree(data as Transaction);

export const permission = oneOf("submission", "confirmation", "observation");

export const submission = {
  ...each(text, "userId", "commandId", "workflowId", "submissionId"),
  actAs: parties,
};

/** The members that updates and completions have in common. */
const recorded = {
  offset: wholeNumber,
  synchronizerId: text,
  recordTime: micros,
  traceContext: optional(each(optional(text), "traceparent", "tracestate")),
};
const updated = { ...recorded, updateId: text };

export const transactionUpdate = {
  ...updated,
  kind: oneOf("transaction"),
  submission,
  effectiveAt: micros,
  transaction,
  externalTransactionHash: optional(text),
};

const reassigned = {
  ...each(wholeNumber, "nodeId", "reassignmentCounter"),
  ...each(text, "source", "target", "reassignmentId", "submitter"),
  stakeholders: parties,
  assignmentExclusivity: optional(micros),
};

export const unassignedEvent = {
  ...reassigned,
  ...each(text, "contractId", "templateId", "packageName"),
  kind: oneOf("unassigned"),
};

export const reassignmentUpdate = {
  ...updated,
  kind: oneOf("reassignment"),
  submission,
  events: [
    unionOf({
      unassigned: unassignedEvent,
      assigned: { ...reassigned, unassignedAt: wholeNumber, contract },
    }),
  ],
};

export const topologyUpdate = {
  ...updated,
  kind: oneOf("topology"),
  events: [
    {
      kind: oneOf("added", "changed", "revoked", "onboarding"),
      ...each(text, "party", "participantId"),
      ...each(optional(permission), "permission", "before"),
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
  ...each(optional(text), "path", "expected"),
  layer: optional(oneOf("json")),
  form: optional(oneOf("status")),
  lacking: optional({ anyOf: [text], party: optional(text) }),
  authority: optional({ step: oneOf("create", "exercise", "fetch", "lookup"), needed: [text] }),
  version: optional(each(text, "contractId", "createdAs", "readAs")),
};

export const completion = {
  ...recorded,
  submission,
  deduplicationPeriod: optional(
    unionOf({ duration: { micros: durationMicros }, offset: { offset: wholeNumber } }),
  ),
  externalTransactionHash: optional(text),
  outcome: unionOf({ accepted: { updateId: text }, rejected: { error } }),
};

const metadata = { resourceVersion: wholeNumber, annotations: mapOf(text) };

export const partyDetails = {
  ...each(text, "party", "identityProviderId"),
  isLocal: flag,
  localMetadata: metadata,
};

const right = unionOf({
  ...each({}, "ParticipantAdmin", "IdentityProviderAdmin"),
  ...each({}, "CanReadAsAnyParty", "CanExecuteAsAnyParty", "CanActAsAnyParty"),
  ...each({ party: text }, "CanActAs", "CanReadAs", "CanExecuteAs"),
});

export const user = {
  ...each(text, "id", "primaryParty", "identityProviderId"),
  ...each(flag, "isDeactivated", "primaryPartyAuthentication"),
  metadata,
  rights: mapOf(right),
};

export const identityProvider = {
  ...each(text, "identityProviderId", "issuer", "jwksUrl", "audience"),
  isDeactivated: flag,
};

export const parameters = {
  priority: integer,
  assignmentExclusivityMicros: optional(durationMicros),
  automaticAssignment: flag,
};

export const vetting = {
  serial: wholeNumber,
  packages: mapOf(each(optional(micros), "validFrom", "validUntil")),
};

export const signingKeys = {
  keys: [{ fingerprint: text, spec: oneOf("ed25519", "p256", "p384", "secp256k1"), spki: bytes }],
  threshold: wholeNumber,
};

const given = { owner: text, amount };

const transfer = {
  sender: {
    party: text,
    ...each(amount, "senderChangeFee", "senderChangeAmount", "senderFee", "holdingFees"),
    ...each(amount, "inputCoinAmount", "inputAppRewardAmount", "inputValidatorRewardAmount"),
    ...each(amount, "inputSvRewardAmount", "inputValidatorFaucetAmount"),
  },
  receivers: [{ party: text, ...each(amount, "amount", "receiverFee") }],
  balanceChanges: [
    {
      party: text,
      ...each(amount, "changeToInitialAmountAsOfRoundZero", "changeToHoldingFeesRate"),
    },
  ],
  ...each(optional(text), "description", "transferInstructionReceiver", "transferInstructionCid"),
  transferInstructionAmount: optional(amount),
  transferKind: optional(
    oneOf("create_transfer_instruction", "transfer_instruction_accept", "preapproval_send"),
  ),
};

export const historyRecord = {
  ...each(text, "eventId", "synchronizerId"),
  updateId: optional(text),
  date: amount,
  offset: wholeNumber,
  round: optional(amount),
  body: unionOf({
    transfer,
    ...each(given, "mint", "tap"),
    abortTransferInstruction: {
      transferInstructionCid: text,
      abortKind: optional(oneOf("withdraw", "reject")),
    },
  }),
};
