import type { Package } from "../../contracts/engine/package.ts";
import { checkVersions, lineageOf } from "../../contracts/packages/lineage.ts";
import { frozen } from "../../ground/collections/immer.ts";
import type { Micros, ParticipantId } from "../../ground/identifiers/identifiers.ts";
import {
  type PartyDetails,
  type Right,
  rightKey,
  type User,
} from "../../ground/model/administration.ts";
import type { SynchronizerParameters } from "../../ground/model/synchronizer-parameters.ts";
import { vettedAsWell } from "../../ground/model/vetting.ts";
import type { Decide } from "../port/decision.ts";
import type { LedgerEvent } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { SynchronizerIdentity } from "./identities.ts";

/** What is to be true of a ledger from its start. */
export interface Foundation {
  readonly participantId: ParticipantId;
  readonly synchronizers: readonly SynchronizerIdentity[];
  readonly packages: readonly Package[];
}

/**
 * Writes what of the foundation is not in the journal yet: all of it at first, later on only
 * synchronizers and packages that are new, and parameters that changed.
 */
export const found =
  ({ participantId, synchronizers, packages }: Foundation): Decide<void> =>
  (state, { now }) => {
    const participant = state.position === 0 ? participantEvents(participantId) : [];
    const events = [
      ...participant,
      ...connectionEvents(state, synchronizers, now),
      ...packageEvents(state, packages),
      ...vettingEvents(state, { participantId, synchronizers, packages }),
    ];
    return { events, outcome: undefined };
  };

/**
 * A participant begins with a party of its own, named like itself, and with one administrator
 * (ledger-api.md 5.3), who may neither act nor read.
 */
const participantEvents = (participantId: ParticipantId): readonly LedgerEvent[] => [
  { kind: "participantInitialized", participantId },
  { kind: "partyDetailsChanged", details: localParty(participantId) },
  { kind: "userChanged", user: administrator },
];

/** What is new, and what has other parameters than before. */
const connectionEvents = (
  { synchronizers: connected }: LedgerState,
  synchronizers: readonly SynchronizerIdentity[],
  now: Micros,
): readonly LedgerEvent[] =>
  synchronizers.flatMap(({ alias, id, connectedAt = now, parameters }): readonly LedgerEvent[] => {
    const known = connected.find((synchronizer) => synchronizer.id === id);
    if (known !== undefined && areSame(known.parameters, parameters)) return [];
    const event = { kind: "synchronizerConnected", alias, synchronizerId: id, parameters } as const;
    return [known === undefined ? { ...event, connectedAt } : event];
  });

const areSame = (left: SynchronizerParameters, right: SynchronizerParameters): boolean =>
  left.priority === right.priority &&
  left.automaticAssignment === right.automaticAssignment &&
  left.assignmentExclusivityMicros === right.assignmentExclusivityMicros;

/** Raises KNOWN_PACKAGE_VERSION, as all are vetted. */
const packageEvents = (
  { packages: known }: LedgerState,
  packages: readonly Package[],
): readonly LedgerEvent[] => {
  for (const name of new Set(packages.map((each) => each.name))) {
    checkVersions(lineageOf(packages.filter((each) => each.name === name)));
  }
  const packageIds = packages
    .map(({ packageId }) => packageId)
    .filter((packageId) => known.get(packageId) === undefined);
  return packageIds.length === 0 ? [] : [{ kind: "packagesAdded", packageIds }];
};

/** What is new here is vetted, on what is new all that is known (ledger-api.md 3.16). */
const vettingEvents = (
  { vetting: known, packages: registry }: LedgerState,
  { synchronizers, packages }: Foundation,
): readonly LedgerEvent[] => {
  const isNew = ({ packageId }: Package): boolean => registry.get(packageId) === undefined;
  const added = packages.filter(isNew).map(({ packageId }) => packageId);
  const all = [...Array.from(registry.packages(), ({ packageId }) => packageId), ...added];
  return synchronizers.flatMap(({ id: synchronizerId }): readonly LedgerEvent[] => {
    const before = known.get(synchronizerId);
    const vetting = vettedAsWell(before, before === undefined ? all : added);
    if (vetting === undefined || vetting === before) return [];
    return [{ kind: "vettingChanged", synchronizerId, vetting }];
  });
};

/** As a string: a party id that is a participant id too. */
const localParty = (party: string): PartyDetails => ({
  party,
  isLocal: true,
  localMetadata: unannotated,
  identityProviderId: "",
});

/** One for all ledgers of the process, as what is frozen once costs no further one a thing. */
const unannotated = frozen({ resourceVersion: 0, annotations: new Map<string, string>() });

const administration: Right = { kind: "ParticipantAdmin" };

const administrator: User = {
  id: "participant_admin",
  primaryParty: "",
  isDeactivated: false,
  metadata: unannotated,
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: new Map([[rightKey(administration), administration]]),
};
