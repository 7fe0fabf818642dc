import type { LedgerEvent, PackageArchive } from "../../../state/ledger-event.ts";
import {
  identityProvider,
  parameters,
  partyDetails,
  signingKeys,
  user,
  vetting,
} from "./administration-shapes.ts";
import { condensedState, contractRecord } from "./condensed-shape.ts";
import { historyRecord } from "./history-shape.ts";
import { bytes, listOf, optional, recordOf, type Shape, text, whole } from "./shape.ts";
import {
  completion,
  reassignmentUpdate,
  topologyUpdate,
  transactionUpdate,
} from "./update-shapes.ts";
import { micros } from "./value-shape.ts";

type Kind = LedgerEvent["kind"];
type Of<K extends Kind> = Extract<LedgerEvent, { readonly kind: K }>;

const kind = text;

/**
 * The check for each kind of event. A state can be folded from any events that pass, and folding
 * them terminates.
 */
export const eventShapes: Readonly<Record<Kind, Shape>> = {
  participantInitialized: recordOf<Of<"participantInitialized">>({ kind, participantId: text }),
  transactionCommitted: recordOf<Of<"transactionCommitted">>({
    kind,
    update: transactionUpdate,
    completion: optional(completion),
  }),
  reassignmentCommitted: recordOf<Of<"reassignmentCommitted">>({
    kind,
    update: reassignmentUpdate,
    completion: optional(completion),
  }),
  topologyChanged: recordOf<Of<"topologyChanged">>({ kind, update: topologyUpdate }),
  commandRejected: recordOf<Of<"commandRejected">>({ kind, completion }),
  synchronizerConnected: recordOf<Of<"synchronizerConnected">>({
    kind,
    alias: text,
    synchronizerId: text,
    connectedAt: optional(micros),
    parameters: optional(parameters),
  }),
  partyDetailsChanged: recordOf<Of<"partyDetailsChanged">>({ kind, details: partyDetails }),
  userChanged: recordOf<Of<"userChanged">>({ kind, user }),
  userDeleted: recordOf<Of<"userDeleted">>({ kind, userId: text }),
  identityProviderChanged: recordOf<Of<"identityProviderChanged">>({
    kind,
    config: identityProvider,
  }),
  identityProviderDeleted: recordOf<Of<"identityProviderDeleted">>({
    kind,
    identityProviderId: text,
  }),
  vettingChanged: recordOf<Of<"vettingChanged">>({ kind, synchronizerId: text, vetting }),
  signingKeysRegistered: recordOf<Of<"signingKeysRegistered">>({
    kind,
    party: text,
    synchronizerId: text,
    signingKeys,
  }),
  partyProposed: recordOf<Of<"partyProposed">>({ kind, party: text }),
  packagesAdded: recordOf<Of<"packagesAdded">>({
    kind,
    packageIds: listOf(text),
    archives: optional(listOf(recordOf<PackageArchive>({ packageId: text, archive: bytes }))),
  }),
  historyRecorded: recordOf<Of<"historyRecorded">>({ kind, records: listOf(historyRecord) }),
  pruned: recordOf<Of<"pruned">>({ kind, upTo: whole }),
  journalCondensed: recordOf<Of<"journalCondensed">>({ kind, state: condensedState }),
  contractsCondensed: recordOf<Of<"contractsCondensed">>({
    kind,
    contracts: listOf(contractRecord),
  }),
};
