import type { CondensedState } from "../../../state/condensed-state.ts";
import type {
  Activation,
  ContractRecord,
  DueAssignment,
  EventPosition,
  InFlightReassignment,
  LogEntry,
  Synchronizer,
} from "../../../state/ledger-state.ts";
import {
  identityProvider,
  parameters,
  partyDetails,
  signingKeys,
  user,
  vetting,
} from "./administration-shapes.ts";
import { historyRecord } from "./history-shape.ts";
import { listOf, mapOf, optional, pairOf, recordOf, type Shape, text, whole } from "./shape.ts";
import { contract } from "./transaction-shape.ts";
import { completion, permission, submission, unassignedEvent, update } from "./update-shapes.ts";
import { micros } from "./value-shape.ts";

const place = { offset: whole, nodeId: whole, synchronizerId: text };
const eventPosition = recordOf<EventPosition>(place);
const activation = { ...place, sequence: whole, reassignmentCounter: whole, workflowId: text };

export const contractRecord = recordOf<ContractRecord>({
  contract,
  created: eventPosition,
  activation: optional(recordOf<Activation>(activation)),
  archived: optional(eventPosition),
  ended: optional(
    listOf(
      recordOf<Activation & { readonly end: EventPosition }>({ ...activation, end: eventPosition }),
    ),
  ),
});

const byText = (value: Shape): Shape => listOf(pairOf(text, value));

/** Checks the state of a condensed journal. */
export const condensedState = recordOf<CondensedState>({
  participantId: text,
  ledgerEnd: whole,
  prunedUpTo: whole,
  synchronizers: listOf(
    recordOf<Synchronizer>({ alias: text, id: text, recordTime: micros, parameters }),
  ),
  contracts: listOf(contractRecord),
  consumedStrangers: optional(byText(whole)),
  nextSequence: whole,
  log: listOf(
    recordOf<LogEntry>({
      offset: whole,
      update: optional(update),
      completion: optional(completion),
    }),
  ),
  updateOffsets: byText(whole),
  signedTransactions: byText(whole),
  signedRejections: byText(listOf(whole)),
  acceptedChanges: byText(completion),
  inFlight: byText(
    recordOf<InFlightReassignment>({
      offset: whole,
      submission,
      events: listOf(unassignedEvent),
    }),
  ),
  assignmentsDue: byText(recordOf<DueAssignment>({ at: micros, reassignmentId: text })),
  parties: listOf(partyDetails),
  users: listOf(user),
  identityProviders: listOf(identityProvider),
  vetting: byText(vetting),
  hosting: byText(mapOf(text, permission)),
  signingKeys: byText(mapOf(text, signingKeys)),
  proposals: byText(whole),
  history: listOf(historyRecord),
});
