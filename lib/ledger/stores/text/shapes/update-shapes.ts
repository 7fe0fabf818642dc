import { catalogue } from "../../../../base/errors/catalogue.ts";
import { categories } from "../../../../base/errors/categories.ts";
import type {
  ErrorDetails,
  MissingRight,
  NeededAuthority,
  RefusedVersion,
} from "../../../../base/errors/ledger-error.ts";
import type {
  Completion,
  CompletionOutcome,
  DeduplicationPeriod,
} from "../../../../base/model/completion.ts";
import type {
  AssignedEvent,
  ReassignmentEvent,
  ReassignmentUpdate,
  Submission,
  TopologyEvent,
  TopologyUpdate,
  TraceContext,
  TransactionUpdate,
  UnassignedEvent,
  Update,
} from "../../../../base/model/update.ts";
import {
  dictionaryOf,
  flag,
  keyOf,
  type Kinds,
  listOf,
  oneOf,
  optional,
  pairOf,
  recordOf,
  text,
  unionOf,
  whole,
} from "./shape.ts";
import { contract, parties, transaction } from "./transaction-shape.ts";
import { durationMicros, micros } from "./value-shape.ts";

export const permission = oneOf("submission", "confirmation", "observation");

const traceContext = optional(
  recordOf<TraceContext>({ traceparent: optional(text), tracestate: optional(text) }),
);

const common = {
  updateId: text,
  offset: whole,
  synchronizerId: text,
  recordTime: micros,
  traceContext,
};

export const submission = recordOf<Submission>({
  userId: text,
  commandId: text,
  workflowId: text,
  submissionId: text,
  actAs: parties,
});

export const transactionUpdate = recordOf<TransactionUpdate>({
  ...common,
  kind: oneOf("transaction"),
  submission,
  effectiveAt: micros,
  transaction,
  externalTransactionHash: optional(text),
});

const moving = {
  nodeId: whole,
  source: text,
  target: text,
  reassignmentId: text,
  submitter: text,
  reassignmentCounter: whole,
  stakeholders: parties,
  assignmentExclusivity: optional(micros),
};

export const unassignedEvent = recordOf<UnassignedEvent>({
  ...moving,
  kind: oneOf("unassigned"),
  contractId: text,
  templateId: text,
  packageName: text,
});

export const reassignmentUpdate = recordOf<ReassignmentUpdate>({
  ...common,
  kind: oneOf("reassignment"),
  submission,
  events: listOf(
    unionOf({
      unassigned: unassignedEvent,
      assigned: recordOf<AssignedEvent>({
        ...moving,
        kind: oneOf("assigned"),
        unassignedAt: whole,
        contract,
      }),
    } satisfies Kinds<ReassignmentEvent>),
  ),
});

export const topologyUpdate = recordOf<TopologyUpdate>({
  ...common,
  kind: oneOf("topology"),
  events: listOf(
    recordOf<TopologyEvent>({
      kind: oneOf("added", "changed", "revoked", "onboarding"),
      party: text,
      participantId: text,
      permission: optional(permission),
      before: optional(permission),
    }),
  ),
});

export const update = unionOf({
  transaction: transactionUpdate,
  reassignment: reassignmentUpdate,
  topology: topologyUpdate,
} satisfies Kinds<Update>);

const error = recordOf<ErrorDetails>({
  code: keyOf(catalogue),
  cause: text,
  context: dictionaryOf(text),
  resources: listOf(pairOf(text, text)),
  category: keyOf(categories),
  definiteAnswer: optional(flag),
  path: optional(text),
  layer: optional(oneOf("json")),
  form: optional(oneOf("status")),
  expected: optional(text),
  lacking: optional(recordOf<MissingRight>({ anyOf: listOf(text), party: optional(text) })),
  authority: optional(
    recordOf<NeededAuthority>({
      step: oneOf("create", "exercise", "fetch", "lookup"),
      needed: listOf(text),
    }),
  ),
  version: optional(recordOf<RefusedVersion>({ contractId: text, createdAs: text, readAs: text })),
});

export const completion = recordOf<Completion>({
  offset: whole,
  submission,
  synchronizerId: text,
  recordTime: micros,
  deduplicationPeriod: optional(
    unionOf({
      duration: recordOf<Extract<DeduplicationPeriod, { kind: "duration" }>>({
        kind: oneOf("duration"),
        micros: durationMicros,
      }),
      offset: recordOf<Extract<DeduplicationPeriod, { kind: "offset" }>>({
        kind: oneOf("offset"),
        offset: whole,
      }),
    } satisfies Kinds<DeduplicationPeriod>),
  ),
  traceContext,
  externalTransactionHash: optional(text),
  outcome: unionOf({
    accepted: recordOf<Extract<CompletionOutcome, { kind: "accepted" }>>({
      kind: oneOf("accepted"),
      updateId: text,
    }),
    rejected: recordOf<Extract<CompletionOutcome, { kind: "rejected" }>>({
      kind: oneOf("rejected"),
      error,
    }),
  } satisfies Kinds<CompletionOutcome>),
});
