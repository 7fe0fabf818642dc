import { createChangedCopy } from "../../base/collections/immer.ts";
import type { Micros, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import {
  defaultSynchronizerParameters,
  type SynchronizerParameters,
} from "../../base/model/synchronizer-parameters.ts";
import type { ParticipantPermission } from "../../base/model/update.ts";
import { isPackageVetted } from "../../base/model/vetting.ts";
import { minTimestampMicros } from "../../base/values/time.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState, Synchronizer } from "./ledger-state.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

export interface SynchronizerConnection {
  readonly alias: string;
  readonly synchronizerId: SynchronizerId;
  readonly connectedAt?: Micros;
  readonly parameters?: SynchronizerParameters;
}

/** Appends a new synchronizer to the list, or changes the alias and parameters of a known one. */
export const applySynchronizerConnection = (
  draft: LedgerStateDraft,
  connection: SynchronizerConnection,
): void => {
  const { alias, synchronizerId: id, connectedAt: recordTime = minTimestampMicros } = connection;
  const { parameters = defaultSynchronizerParameters } = connection;
  const index = draft.synchronizers.findIndex((synchronizer) => synchronizer.id === id);
  const known = draft.synchronizers[index];
  // Do not use an Immer draft here: it would freeze the list, and searching a frozen list, as every
  // submission does, takes ten times as long.
  draft.synchronizers =
    known === undefined
      ? [...draft.synchronizers, { alias, id, recordTime, parameters }]
      : draft.synchronizers.with(index, updateConnection(known, connection));
};

const updateConnection = (
  known: Synchronizer,
  { alias, parameters }: SynchronizerConnection,
): Synchronizer =>
  createChangedCopy(known, (synchronizer) => {
    synchronizer.alias = alias;
    if (parameters !== undefined) synchronizer.parameters = parameters;
  });

/**
 * Increases the synchronizer's record time; never decreases it. Does nothing for an unknown
 * synchronizer. Does not use an Immer draft, which would take two more microseconds per
 * transaction.
 */
export const advanceRecordTime = (
  draft: LedgerStateDraft,
  id: SynchronizerId,
  recordTime: Micros,
): void => {
  const index = draft.synchronizers.findIndex((synchronizer) => synchronizer.id === id);
  const synchronizer = draft.synchronizers[index];
  if (synchronizer === undefined || recordTime <= synchronizer.recordTime) return;
  draft.synchronizers = draft.synchronizers.with(index, { ...synchronizer, recordTime });
};

/**
 * Returns the record time of the synchronizer's next event: `now`, or the record time of its newest
 * event if that is later.
 */
export const computeNextRecordTime = ({ recordTime }: Synchronizer, now: Micros): Micros =>
  recordTime > now ? recordTime : now;

/** Returns the newest record time of all synchronizers. */
export const getNewestRecordTime = ({
  synchronizers,
}: Pick<LedgerState, "synchronizers">): Micros =>
  synchronizers.reduce(
    (newest, { recordTime }) => (recordTime > newest ? recordTime : newest),
    minTimestampMicros,
  );

/**
 * Returns a function that returns true if a package is vetted on any connected synchronizer, at the
 * newest record time of that synchronizer.
 */
export const createVettedPackagePredicate =
  ({ synchronizers, vetting }: Pick<LedgerState, "synchronizers" | "vetting">) =>
  ({ packageId }: Package): boolean =>
    synchronizers.some(({ id, recordTime }) =>
      isPackageVetted(vetting.get(id), packageId, recordTime),
    );

/**
 * Returns this participant's permission for the party on the synchronizer; undefined if it does not
 * host the party there. The participant's own party has all permissions on all synchronizers. O(log
 * parties).
 */
export const findHostingPermission = (
  { hosting, participantId }: Pick<LedgerState, "hosting" | "participantId">,
  party: Party,
  synchronizerId: SynchronizerId,
): ParticipantPermission | undefined => {
  // Typed as string: this party id is also a participant id.
  const own: string = participantId;
  return party === own ? "submission" : hosting.get(party)?.get(synchronizerId);
};
