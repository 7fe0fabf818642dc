import { utf8ToBytes } from "@noble/hashes/utils.js";

import { deepFreeze } from "../../base/collections/immer.ts";
import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  anyValueCheck,
  booleanOptionCheck,
  type OptionChecks,
  textOptionCheck,
} from "../../base/errors/options.ts";
import {
  describeIdentifierGrammar,
  identifierPrefixGrammar,
  matchesGrammar,
  uniqueIdentifierGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { Micros, ParticipantId, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import {
  computeRightKey,
  type PartyDetails,
  type Right,
  type User,
} from "../../base/model/administration.ts";
import {
  defaultSynchronizerParameters,
  type SynchronizerParameters,
} from "../../base/model/synchronizer-parameters.ts";
import { addVettedPackages } from "../../base/model/vetting.ts";
import { computeSha256HexDigest } from "../../base/values/digest.ts";
import { type LedgerTimeInput, toMicros } from "../../base/values/time-input.ts";
import type { Package } from "../../contracts/engine/package.ts";
import {
  assertDistinctPackageVersions,
  sortUpgradeLineage,
} from "../../contracts/packages/lineage.ts";
import type { LedgerDecisionFunction } from "../port/ledger-decision.ts";
import type { JournalEvent } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";

/** A synchronizer to connect to. If `id` is absent, it is derived from the alias. */
export interface SynchronizerOption extends Partial<SynchronizerParameters> {
  readonly alias: string;
  readonly id?: SynchronizerId;
  /** The first record time. Default: the time when the ledger is created. */
  readonly connectedAt?: LedgerTimeInput;
}

export const synchronizerOptionChecks: OptionChecks<SynchronizerOption> = {
  alias: textOptionCheck,
  id: textOptionCheck,
  connectedAt: anyValueCheck,
  priority: anyValueCheck,
  assignmentExclusivityMicros: anyValueCheck,
  automaticAssignment: booleanOptionCheck,
};

export interface ResolvedSynchronizerOptions {
  readonly alias: string;
  readonly id: SynchronizerId;
  /** The first record time; undefined for the current time. */
  readonly connectedAt?: Micros;
  readonly parameters: SynchronizerParameters;
}

interface ParticipantOptions {
  readonly participantId?: ParticipantId;
  readonly participantName?: string;
}

/**
 * Returns the participant id of the options, or one that is derived from the name. Throws
 * INVALID_ARGUMENT.
 */
export const determineParticipantId = (options: ParticipantOptions): ParticipantId =>
  options.participantId === undefined
    ? deriveIdentifier("participant", options.participantName ?? "participant")
    : requireUniqueIdentifier(options.participantId);

/**
 * Reads the options of synchronizers, and returns them in the same order. Throws INVALID_ARGUMENT
 * for an empty list, for duplicate aliases or ids, and for an invalid priority, exclusivity timeout
 * or time.
 */
export const readSynchronizerOptions = (
  options: readonly SynchronizerOption[],
): readonly ResolvedSynchronizerOptions[] => {
  const identities = options.map((option) => ({
    alias: option.alias,
    id:
      option.id === undefined
        ? deriveIdentifier("synchronizer", option.alias)
        : requireUniqueIdentifier(option.id),
    ...(option.connectedAt !== undefined && { connectedAt: toMicros(option.connectedAt) }),
    parameters: readSynchronizerParameters(option),
  }));
  if (identities.length === 0 || hasRepeats(identities)) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        "A ledger needs at least one synchronizer, and each must have a different alias and id.",
    });
  }
  return identities;
};

const readSynchronizerParameters = (option: SynchronizerOption): SynchronizerParameters => {
  const { priority, automaticAssignment } = { ...defaultSynchronizerParameters, ...option };
  const { alias, assignmentExclusivityMicros: exclusivity } = option;
  if (!Number.isSafeInteger(priority)) {
    throw createInvalidArgumentError({
      expected: `a whole number as the priority of the synchronizer ${alias}`,
      found: priority,
    });
  }
  if (exclusivity !== undefined && exclusivity < 0n) {
    throw createInvalidArgumentError({
      expected: `0 or more as the assignmentExclusivityMicros of the synchronizer ${alias}`,
      found: exclusivity,
    });
  }
  return {
    priority,
    automaticAssignment,
    ...(exclusivity !== undefined && { assignmentExclusivityMicros: exclusivity }),
  };
};

const hasRepeats = (identities: readonly ResolvedSynchronizerOptions[]): boolean =>
  new Set(identities.map(({ alias }) => alias)).size < identities.length ||
  new Set(identities.map(({ id }) => id)).size < identities.length;

/**
 * Derives an id from a name. Its fingerprint is not that of a key; it only has the right form and
 * is always the same for the name.
 */
const deriveIdentifier = (kind: string, name: string): string => {
  if (!matchesGrammar(identifierPrefixGrammar, name)) {
    throw createInvalidArgumentError({
      expected: describeIdentifierGrammar(identifierPrefixGrammar),
      found: name,
    });
  }
  return `${name}::1220${computeSha256HexDigest(utf8ToBytes(`ledger-in-a-box ${kind} ${name}`))}`;
};

const requireUniqueIdentifier = (id: string): string => {
  if (matchesGrammar(uniqueIdentifierGrammar, id)) return id;
  throw createInvalidArgumentError({
    expected: describeIdentifierGrammar(uniqueIdentifierGrammar),
    found: id,
  });
};

/** The participant, synchronizers and packages that a ledger has from its start. */
export interface LedgerBootstrapContent {
  readonly participantId: ParticipantId;
  readonly synchronizers: readonly ResolvedSynchronizerOptions[];
  readonly packages: readonly Package[];
}

/**
 * Returns the first decision of a ledger: it adds what is not in the journal yet, such as new
 * synchronizers and packages, and changed parameters.
 */
export const createLedgerBootstrapDecision =
  ({
    participantId,
    synchronizers,
    packages,
  }: LedgerBootstrapContent): LedgerDecisionFunction<void> =>
  (state, { now }) => {
    const participant = state.position === 0 ? createParticipantEvents(participantId) : [];
    const events = [
      ...participant,
      ...createConnectionEvents(state, synchronizers, now),
      ...createPackageEvents(state, packages),
      ...createVettingEvents(state, { participantId, synchronizers, packages }),
    ];
    return { events, outcome: undefined };
  };

/**
 * Returns the events that create a participant. A participant has a party with the participant's
 * id, and one administrator without rights to act or read (ledger-api.md 5.3).
 */
const createParticipantEvents = (participantId: ParticipantId): readonly JournalEvent[] => [
  { kind: "participantInitialized", participantId },
  { kind: "partyDetailsChanged", details: createLocalParty(participantId) },
  { kind: "userChanged", user: administratorUser },
];

/**
 * Returns the events that connect new synchronizers, and those that change the parameters of
 * connected ones.
 */
const createConnectionEvents = (
  { synchronizers: connected }: LedgerState,
  synchronizers: readonly ResolvedSynchronizerOptions[],
  now: Micros,
): readonly JournalEvent[] =>
  synchronizers.flatMap(({ alias, id, connectedAt = now, parameters }): readonly JournalEvent[] => {
    const known = connected.find((synchronizer) => synchronizer.id === id);
    if (known !== undefined && haveSameParameters(known.parameters, parameters)) return [];
    const event = { kind: "synchronizerConnected", alias, synchronizerId: id, parameters } as const;
    return [known === undefined ? { ...event, connectedAt } : event];
  });

const haveSameParameters = (left: SynchronizerParameters, right: SynchronizerParameters): boolean =>
  left.priority === right.priority &&
  left.automaticAssignment === right.automaticAssignment &&
  left.assignmentExclusivityMicros === right.assignmentExclusivityMicros;

/**
 * Returns the event that adds new packages. Throws KNOWN_PACKAGE_VERSION if two packages have the
 * same name and version, because all packages are vetted.
 */
const createPackageEvents = (
  { packages: known }: LedgerState,
  packages: readonly Package[],
): readonly JournalEvent[] => {
  for (const name of new Set(packages.map((each) => each.name))) {
    assertDistinctPackageVersions(
      sortUpgradeLineage(packages.filter((each) => each.name === name)),
    );
  }
  const packageIds = packages
    .map(({ packageId }) => packageId)
    .filter((packageId) => known.get(packageId) === undefined);
  return packageIds.length === 0 ? [] : [{ kind: "packagesAdded", packageIds }];
};

/**
 * Returns the events that vet new packages on all synchronizers, and all packages on new
 * synchronizers (ledger-api.md 3.16).
 */
const createVettingEvents = (
  { vetting: known, packages: registry }: LedgerState,
  { synchronizers, packages }: LedgerBootstrapContent,
): readonly JournalEvent[] => {
  const isNew = ({ packageId }: Package): boolean => registry.get(packageId) === undefined;
  const added = packages.filter(isNew).map(({ packageId }) => packageId);
  const all = [...Array.from(registry.packages(), ({ packageId }) => packageId), ...added];
  return synchronizers.flatMap(({ id: synchronizerId }): readonly JournalEvent[] => {
    const before = known.get(synchronizerId);
    const vetting = addVettedPackages(before, before === undefined ? all : added);
    if (vetting === undefined || vetting === before) return [];
    return [{ kind: "vettingChanged", synchronizerId, vetting }];
  });
};

/** Returns the party whose id is the participant id. */
const createLocalParty = (party: string): PartyDetails => ({
  party,
  isLocal: true,
  localMetadata: emptyObjectMeta,
  identityProviderId: "",
});

/** Shared by all ledgers of the process, so that it is frozen only once. */
const emptyObjectMeta = deepFreeze({ resourceVersion: 0, annotations: new Map<string, string>() });

const administratorRight: Right = { kind: "ParticipantAdmin" };

const administratorUser: User = {
  id: "participant_admin",
  primaryParty: "",
  isDeactivated: false,
  metadata: emptyObjectMeta,
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: new Map([[computeRightKey(administratorRight), administratorRight]]),
};
