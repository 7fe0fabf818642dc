import type { LedgerEvent } from "../../../state/ledger-event.ts";
import {
  completion,
  contract,
  historyRecord,
  identityProvider,
  parameters,
  partyDetails,
  permission,
  reassignmentUpdate,
  signingKeys,
  submission,
  topologyUpdate,
  transactionUpdate,
  unassignedEvent,
  update,
  user,
  vetting,
} from "./model-schema.ts";
import {
  bytes,
  type Check,
  compileChecks,
  each,
  entriesOf,
  mapOf,
  optional,
  type Schema,
  text,
  wholeNumber,
} from "./schema.ts";
import { micros } from "./value-schema.ts";

const eventPosition = { ...each(wholeNumber, "offset", "nodeId"), synchronizerId: text };
const activation = {
  ...eventPosition,
  ...each(wholeNumber, "sequence", "reassignmentCounter"),
  workflowId: text,
};

const contractRecord = {
  contract,
  created: eventPosition,
  activation: optional(activation),
  archived: optional(eventPosition),
  ended: optional([{ ...activation, end: eventPosition }]),
};

/** The state of a compacted journal. */
const condensedState = {
  participantId: text,
  ...each(wholeNumber, "ledgerEnd", "prunedUpTo", "nextSequence"),
  synchronizers: [{ alias: text, id: text, recordTime: micros, parameters }],
  contracts: [contractRecord],
  consumedStrangers: optional(entriesOf(wholeNumber)),
  log: [{ offset: wholeNumber, update: optional(update), completion: optional(completion) }],
  ...each(entriesOf(wholeNumber), "updateOffsets", "signedTransactions", "proposals"),
  signedRejections: entriesOf([wholeNumber]),
  acceptedChanges: entriesOf(completion),
  inFlight: entriesOf({ offset: wholeNumber, submission, events: [unassignedEvent] }),
  assignmentsDue: entriesOf({ at: micros, reassignmentId: text }),
  parties: [partyDetails],
  users: [user],
  identityProviders: [identityProvider],
  vetting: entriesOf(vetting),
  hosting: entriesOf(mapOf(permission)),
  signingKeys: entriesOf(mapOf(signingKeys)),
  history: [historyRecord],
};

type Kind = LedgerEvent["kind"];

const schemas = {
  participantInitialized: { participantId: text },
  transactionCommitted: { update: transactionUpdate, completion: optional(completion) },
  reassignmentCommitted: { update: reassignmentUpdate, completion: optional(completion) },
  topologyChanged: { update: topologyUpdate },
  commandRejected: { completion },
  synchronizerConnected: {
    ...each(text, "alias", "synchronizerId"),
    connectedAt: optional(micros),
    parameters: optional(parameters),
  },
  partyDetailsChanged: { details: partyDetails },
  userChanged: { user },
  userDeleted: { userId: text },
  identityProviderChanged: { config: identityProvider },
  identityProviderDeleted: { identityProviderId: text },
  vettingChanged: { synchronizerId: text, vetting },
  signingKeysRegistered: { party: text, synchronizerId: text, signingKeys },
  partyProposed: { party: text },
  packagesAdded: {
    packageIds: [text],
    archives: optional([{ packageId: text, archive: bytes }]),
  },
  historyRecorded: { records: [historyRecord] },
  pruned: { upTo: wholeNumber },
  journalCondensed: { state: condensedState },
  contractsCondensed: { contracts: [contractRecord] },
} satisfies { readonly [K in Kind]: Schema<Extract<LedgerEvent, { readonly kind: K }>> };

/**
 * The check for each kind of event. A state can be folded from any events that pass, and folding
 * them terminates.
 */
export const eventChecks: ReadonlyMap<unknown, Check> = new Map(compileChecks(schemas));
