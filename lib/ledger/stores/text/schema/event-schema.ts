import type { LedgerEvent } from "../../../state/ledger-event.ts";
import {
  coinHistoryRecordSchema,
  completionSchema,
  contractSchema,
  identityProviderSchema,
  partyDetailsSchema,
  permissionSchema,
  reassignmentUpdateSchema,
  signingKeysSchema,
  submissionSchema,
  synchronizerParametersSchema,
  topologyUpdateSchema,
  transactionUpdateSchema,
  unassignedEventSchema,
  updateSchema,
  userSchema,
  vettingSchema,
} from "./model-schema.ts";
import {
  bytes,
  compileChecks,
  type DataCheck,
  type DataSchema,
  each,
  entriesOf,
  mapOf,
  optional,
  text,
  wholeNumber,
} from "./schema.ts";
import { timestampMicrosSchema } from "./value-schema.ts";

const eventPositionSchema = { ...each(wholeNumber, "offset", "nodeId"), synchronizerId: text };
const activationSchema = {
  ...eventPositionSchema,
  ...each(wholeNumber, "sequence", "reassignmentCounter"),
  workflowId: text,
};

const contractRecordSchema = {
  contract: contractSchema,
  created: eventPositionSchema,
  activation: optional(activationSchema),
  archived: optional(eventPositionSchema),
  ended: optional([{ ...activationSchema, end: eventPositionSchema }]),
};

/** The state of a compacted journal. */
const condensedStateSchema = {
  participantId: text,
  ...each(wholeNumber, "ledgerEnd", "prunedUpTo", "nextSequence"),
  synchronizers: [
    {
      alias: text,
      id: text,
      recordTime: timestampMicrosSchema,
      parameters: synchronizerParametersSchema,
    },
  ],
  contracts: [contractRecordSchema],
  consumedStrangers: optional(entriesOf(wholeNumber)),
  log: [
    { offset: wholeNumber, update: optional(updateSchema), completion: optional(completionSchema) },
  ],
  ...each(entriesOf(wholeNumber), "updateOffsets", "signedTransactions", "proposals"),
  signedRejections: entriesOf([wholeNumber]),
  acceptedChanges: entriesOf(completionSchema),
  inFlight: entriesOf({
    offset: wholeNumber,
    submission: submissionSchema,
    events: [unassignedEventSchema],
  }),
  assignmentsDue: entriesOf({ at: timestampMicrosSchema, reassignmentId: text }),
  parties: [partyDetailsSchema],
  users: [userSchema],
  identityProviders: [identityProviderSchema],
  vetting: entriesOf(vettingSchema),
  hosting: entriesOf(mapOf(permissionSchema)),
  signingKeys: entriesOf(mapOf(signingKeysSchema)),
  history: [coinHistoryRecordSchema],
};

type LedgerEventKind = LedgerEvent["kind"];

const schemaByEventKind = {
  participantInitialized: { participantId: text },
  transactionCommitted: { update: transactionUpdateSchema, completion: optional(completionSchema) },
  reassignmentCommitted: {
    update: reassignmentUpdateSchema,
    completion: optional(completionSchema),
  },
  topologyChanged: { update: topologyUpdateSchema },
  commandRejected: { completion: completionSchema },
  synchronizerConnected: {
    ...each(text, "alias", "synchronizerId"),
    connectedAt: optional(timestampMicrosSchema),
    parameters: optional(synchronizerParametersSchema),
  },
  partyDetailsChanged: { details: partyDetailsSchema },
  userChanged: { user: userSchema },
  userDeleted: { userId: text },
  identityProviderChanged: { config: identityProviderSchema },
  identityProviderDeleted: { identityProviderId: text },
  vettingChanged: { synchronizerId: text, vetting: vettingSchema },
  signingKeysRegistered: { party: text, synchronizerId: text, signingKeys: signingKeysSchema },
  partyProposed: { party: text },
  packagesAdded: {
    packageIds: [text],
    archives: optional([{ packageId: text, archive: bytes }]),
  },
  historyRecorded: { records: [coinHistoryRecordSchema] },
  pruned: { upTo: wholeNumber },
  journalCondensed: { state: condensedStateSchema },
  contractsCondensed: { contracts: [contractRecordSchema] },
} satisfies {
  readonly [K in LedgerEventKind]: DataSchema<Extract<LedgerEvent, { readonly kind: K }>>;
};

/**
 * The check for each kind of event. A state can be folded from any events that pass, and folding
 * them terminates.
 */
export const eventChecks: ReadonlyMap<unknown, DataCheck> = new Map(
  compileChecks(schemaByEventKind),
);
