import { categoryByErrorCode } from "../../../../base/errors/catalogue.ts";
import { errorCategories } from "../../../../base/errors/categories.ts";
import type { Node, Transaction } from "../../../../base/model/node.ts";
import {
  bytes,
  compileCheck,
  type DataCheck,
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
import {
  coinAmountSchema,
  durationMicrosSchema,
  ledgerValueSchema,
  timestampMicrosSchema,
} from "./value-schema.ts";

/* The parts of ledger events: contracts, updates, completions, administration, coin history. */

const partyListSchema = [text];
const contractKeySchema = { value: ledgerValueSchema, maintainers: partyListSchema, hash: text };

export const contractSchema = {
  ...each(text, "contractId", "templateId", "packageName"),
  ...each(partyListSchema, "signatories", "observers"),
  argument: ledgerValueSchema,
  key: optional(contractKeySchema),
  createdAt: timestampMicrosSchema,
  salt: bytes,
};

const nodeBaseSchema = { nodeId: wholeNumber, witnesses: partyListSchema };
const contractUseSchema = {
  ...nodeBaseSchema,
  ...each(text, "contractId", "packageName", "templateId"),
  ...each(partyListSchema, "actingParties", "signatories", "stakeholders"),
  interfaceId: optional(text),
  key: optional(contractKeySchema),
  byKey: flag,
};

const nodeSchema = unionOf({
  create: { ...nodeBaseSchema, contract: contractSchema },
  exercise: {
    ...contractUseSchema,
    choice: text,
    consuming: flag,
    argument: ledgerValueSchema,
    choiceObservers: partyListSchema,
    children: [wholeNumber],
    result: optional(ledgerValueSchema),
    lastDescendantNodeId: wholeNumber,
  },
  fetch: contractUseSchema,
  lookupByKey: {
    ...nodeBaseSchema,
    ...each(text, "packageName", "templateId", "qualifiedName"),
    key: contractKeySchema,
    contractIds: [text],
    exhaustive: flag,
  },
  rollback: { ...nodeBaseSchema, children: [wholeNumber], lastDescendantNodeId: wholeNumber },
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

const hasValidNodes = compileCheck<Transaction>({ roots: [wholeNumber], nodes: [nodeSchema] });
const isValidTransaction: DataCheck = (data) => hasValidNodes(data) && isTree(data as Transaction);

export const permissionSchema = oneOf("submission", "confirmation", "observation");

export const submissionSchema = {
  ...each(text, "userId", "commandId", "workflowId", "submissionId"),
  actAs: partyListSchema,
};

/** The members that updates and completions have in common. */
const recordedBaseSchema = {
  offset: wholeNumber,
  synchronizerId: text,
  recordTime: timestampMicrosSchema,
  traceContext: optional(each(optional(text), "traceparent", "tracestate")),
};
const updateBaseSchema = { ...recordedBaseSchema, updateId: text };

export const transactionUpdateSchema = {
  ...updateBaseSchema,
  kind: oneOf("transaction"),
  submission: submissionSchema,
  effectiveAt: timestampMicrosSchema,
  transaction: isValidTransaction,
  externalTransactionHash: optional(text),
};

const reassignmentBaseSchema = {
  ...each(wholeNumber, "nodeId", "reassignmentCounter"),
  ...each(text, "source", "target", "reassignmentId", "submitter"),
  stakeholders: partyListSchema,
  assignmentExclusivity: optional(timestampMicrosSchema),
};

export const unassignedEventSchema = {
  ...reassignmentBaseSchema,
  ...each(text, "contractId", "templateId", "packageName"),
  kind: oneOf("unassigned"),
};

export const reassignmentUpdateSchema = {
  ...updateBaseSchema,
  kind: oneOf("reassignment"),
  submission: submissionSchema,
  events: [
    unionOf({
      unassigned: unassignedEventSchema,
      assigned: { ...reassignmentBaseSchema, unassignedAt: wholeNumber, contract: contractSchema },
    }),
  ],
};

export const topologyUpdateSchema = {
  ...updateBaseSchema,
  kind: oneOf("topology"),
  events: [
    {
      kind: oneOf("added", "changed", "revoked", "onboarding"),
      ...each(text, "party", "participantId"),
      ...each(optional(permissionSchema), "permission", "before"),
    },
  ],
};

export const updateSchema = unionOf({
  transaction: transactionUpdateSchema,
  reassignment: reassignmentUpdateSchema,
  topology: topologyUpdateSchema,
});

const isContext: DataCheck = (data) =>
  typeof data === "object" && data !== null && Object.values(data).every(text);

const errorSchema = {
  code: keyOf(categoryByErrorCode),
  cause: text,
  context: isContext,
  resources: entriesOf(text),
  category: keyOf(errorCategories),
  definiteAnswer: optional(flag),
  ...each(optional(text), "path", "expected"),
  layer: optional(oneOf("json")),
  form: optional(oneOf("status")),
  lacking: optional({ anyOf: [text], party: optional(text) }),
  authority: optional({ step: oneOf("create", "exercise", "fetch", "lookup"), needed: [text] }),
  version: optional(each(text, "contractId", "createdAs", "readAs")),
};

export const completionSchema = {
  ...recordedBaseSchema,
  submission: submissionSchema,
  deduplicationPeriod: optional(
    unionOf({ duration: { micros: durationMicrosSchema }, offset: { offset: wholeNumber } }),
  ),
  externalTransactionHash: optional(text),
  outcome: unionOf({ accepted: { updateId: text }, rejected: { error: errorSchema } }),
};

const metadataSchema = { resourceVersion: wholeNumber, annotations: mapOf(text) };

export const partyDetailsSchema = {
  ...each(text, "party", "identityProviderId"),
  isLocal: flag,
  localMetadata: metadataSchema,
};

const userRightSchema = unionOf({
  ...each({}, "ParticipantAdmin", "IdentityProviderAdmin"),
  ...each({}, "CanReadAsAnyParty", "CanExecuteAsAnyParty", "CanActAsAnyParty"),
  ...each({ party: text }, "CanActAs", "CanReadAs", "CanExecuteAs"),
});

export const userSchema = {
  ...each(text, "id", "primaryParty", "identityProviderId"),
  ...each(flag, "isDeactivated", "primaryPartyAuthentication"),
  metadata: metadataSchema,
  rights: mapOf(userRightSchema),
};

export const identityProviderSchema = {
  ...each(text, "identityProviderId", "issuer", "jwksUrl", "audience"),
  isDeactivated: flag,
};

export const synchronizerParametersSchema = {
  priority: integer,
  assignmentExclusivityMicros: optional(durationMicrosSchema),
  automaticAssignment: flag,
};

export const vettingSchema = {
  serial: wholeNumber,
  packages: mapOf(each(optional(timestampMicrosSchema), "validFrom", "validUntil")),
};

export const signingKeysSchema = {
  keys: [{ fingerprint: text, spec: oneOf("ed25519", "p256", "p384", "secp256k1"), spki: bytes }],
  threshold: wholeNumber,
};

const coinGrantSchema = { owner: text, amount: coinAmountSchema };

const transferSchema = {
  sender: {
    party: text,
    ...each(coinAmountSchema, "senderChangeFee", "senderChangeAmount", "senderFee", "holdingFees"),
    ...each(
      coinAmountSchema,
      "inputCoinAmount",
      "inputAppRewardAmount",
      "inputValidatorRewardAmount",
    ),
    ...each(coinAmountSchema, "inputSvRewardAmount", "inputValidatorFaucetAmount"),
  },
  receivers: [{ party: text, ...each(coinAmountSchema, "amount", "receiverFee") }],
  balanceChanges: [
    {
      party: text,
      ...each(coinAmountSchema, "changeToInitialAmountAsOfRoundZero", "changeToHoldingFeesRate"),
    },
  ],
  ...each(optional(text), "description", "transferInstructionReceiver", "transferInstructionCid"),
  transferInstructionAmount: optional(coinAmountSchema),
  transferKind: optional(
    oneOf("create_transfer_instruction", "transfer_instruction_accept", "preapproval_send"),
  ),
};

export const coinHistoryRecordSchema = {
  ...each(text, "eventId", "synchronizerId"),
  updateId: optional(text),
  date: coinAmountSchema,
  offset: wholeNumber,
  round: optional(coinAmountSchema),
  body: unionOf({
    transfer: transferSchema,
    ...each(coinGrantSchema, "mint", "tap"),
    abortTransferInstruction: {
      transferInstructionCid: text,
      abortKind: optional(oneOf("withdraw", "reject")),
    },
  }),
};
