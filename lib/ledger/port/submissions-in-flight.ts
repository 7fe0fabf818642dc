import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { SynchronizerId, UserId } from "../../base/identifiers/identifiers.ts";
import { toPhysicalSynchronizerId } from "../../base/identifiers/protocol-version.ts";
import type { Submission } from "../../base/model/update.ts";
import { createChangeIdKey, formatChangeId } from "../state/accepted-completions.ts";
import type { LedgerConfig } from "./config.ts";
import type { Ledger } from "./ledger.ts";
import { SharedContractLocks } from "./shared-contract-locks.ts";

/**
 * A user that has less than 1/8 of the slots still gets one when other users have taken all of
 * them.
 */
const slotFraction = 8;

/** If more users than this have counts, a count that becomes 0 is deleted from memory. */
const maxIdleUserCounts = 1_000;

/** Counts submissions, in total and for each user. */
class CountsByUser {
  readonly #byUser = new Map<UserId, { count: number }>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  getUserCount(userId: UserId): number {
    return this.#byUser.get(userId)?.count ?? 0;
  }

  /** Adds one submission. The returned function removes it. */
  add(userId: UserId): () => void {
    let ofUser = this.#byUser.get(userId);
    if (ofUser === undefined) {
      ofUser = { count: 0 };
      this.#byUser.set(userId, ofUser);
    }
    const counted = ofUser;
    counted.count += 1;
    this.#total += 1;
    return () => {
      counted.count -= 1;
      this.#total -= 1;
      // Most users submit again soon, and creating the entry again each time would take longer than
      // counting.
      if (counted.count === 0 && this.#byUser.size > maxIdleUserCounts) this.#byUser.delete(userId);
    };
  }
}

/** The submissions of one ledger that are not decided yet. */
export class InFlightSubmissions {
  /** Locks on the contracts that submissions with a commit delay will consume. */
  readonly locks: SharedContractLocks = new SharedContractLocks();
  readonly #changes = new Map<string, InFlightSubmissionDetails | undefined>();
  readonly #deciding = new CountsByUser();
  readonly #heldBack = new CountsByUser();

  /**
   * Takes a slot; the returned function frees it. If all slots are taken, a user with few
   * submissions still gets a slot, until twice the maximum is reached, so that one user cannot
   * block the others. Raises PARTICIPANT_BACKPRESSURE.
   */
  takeSlot({ userId }: Submission, maximum: number): () => void {
    const { total } = this.#deciding;
    if (total >= maximum) {
      const ofUser = this.#deciding.getUserCount(userId);
      const hasFew = ofUser < Math.ceil(maximum / slotFraction);
      if (!hasFew || total >= maximum * 2) throw backpressureError(maximum);
    }
    return this.#deciding.add(userId);
  }

  /**
   * Counts a submission that waits for its ledger time; the returned function removes it. The wait
   * may take years, so these submissions have separate limits, in total and for each user. Raises
   * PARTICIPANT_BACKPRESSURE.
   */
  holdBack({ userId }: Submission, config: HoldBackLimits): () => void {
    const { maxCommandsHeldBack, maxCommandsHeldBackPerUser } = config;
    if (this.#heldBack.getUserCount(userId) >= maxCommandsHeldBackPerUser) {
      throw tooManyHeldBackError(maxCommandsHeldBackPerUser, ` of the user ${userId}`);
    }
    if (this.#heldBack.total >= maxCommandsHeldBack) {
      throw tooManyHeldBackError(maxCommandsHeldBack, "");
    }
    return this.#heldBack.add(userId);
  }

  /**
   * Reserves the change id: other submissions with the same one are refused until the returned
   * function is called. Calling it a second time has no effect. A submission without a command id
   * has no change id. Raises SUBMISSION_ALREADY_IN_FLIGHT.
   */
  reserveChange(submission: Submission, flight?: InFlightSubmissionDetails): () => void {
    if (submission.commandId === "") return doNothing;
    const change = createChangeIdKey(submission);
    if (this.#changes.has(change)) {
      throw alreadyInFlightError(submission, this.#changes.get(change));
    }
    this.#changes.set(change, flight);
    let isClaimed = true;
    return () => {
      if (isClaimed) this.#changes.delete(change);
      isClaimed = false;
    };
  }
}

type HoldBackLimits = Pick<LedgerConfig, "maxCommandsHeldBack" | "maxCommandsHeldBackPerUser">;

/** The data about a submission in flight that the error of a later one contains. */
export interface InFlightSubmissionDetails {
  /** The submission id; `""` if the ledger creates it. */
  readonly submissionId: string;
  readonly synchronizerId: SynchronizerId;
  readonly physicalSynchronizerId: string;
}

/** Returns the data of a submission that is in flight on a synchronizer. */
export const toInFlightSubmissionDetails = (
  { submissionId }: Submission,
  synchronizerId: SynchronizerId,
  { protocolVersion }: LedgerConfig,
): InFlightSubmissionDetails => ({
  submissionId,
  synchronizerId,
  physicalSynchronizerId: toPhysicalSynchronizerId(synchronizerId, protocolVersion),
});

const doNothing = (): void => undefined;

/** The submissions of one epoch. A revert discards them. */
interface SubmissionRegistry {
  readonly reverts: number;
  readonly submissions: InFlightSubmissions;
}

const submissionRegistryByLedger = new WeakMap<Ledger, SubmissionRegistry>();

/** Returns the submissions in flight in the ledger's current epoch. */
export const getInFlightSubmissions = (ledger: Ledger): InFlightSubmissions => {
  const { reverts } = ledger;
  let registry = submissionRegistryByLedger.get(ledger);
  if (registry?.reverts !== reverts) {
    registry = { reverts, submissions: new InFlightSubmissions() };
    submissionRegistryByLedger.set(ledger, registry);
  }
  return registry.submissions;
};

/**
 * Registers a submission as in flight until the returned function is called. Raises
 * PARTICIPANT_BACKPRESSURE if there are too many, and SUBMISSION_ALREADY_IN_FLIGHT if one with the
 * same change id is in flight (ledger-api.md 2.7).
 */
export const registerInFlightSubmission = (
  ledger: Ledger,
  submission: Submission,
): (() => void) => {
  const submissions = getInFlightSubmissions(ledger);
  const freeSlot = submissions.takeSlot(submission, ledger.config.maxCommandsInFlight);
  return reserveChangeOrRelease(submissions, submission, freeSlot);
};

/** Like {@link registerInFlightSubmission}, but for a submission that waits for its ledger time. */
export const registerSubmissionAwaitingLedgerTime = (
  ledger: Ledger,
  submission: Submission,
): (() => void) => {
  const submissions = getInFlightSubmissions(ledger);
  return reserveChangeOrRelease(
    submissions,
    submission,
    submissions.holdBack(submission, ledger.config),
  );
};

const reserveChangeOrRelease = (
  submissions: InFlightSubmissions,
  submission: Submission,
  leave: () => void,
): (() => void) => {
  let release: () => void;
  try {
    release = submissions.reserveChange(submission);
  } catch (error) {
    leave();
    throw error;
  }
  return () => {
    leave();
    release();
  };
};

const backpressureError = (maximum: number) =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: `${maximum} commands are in flight, which is the maximum. Wait until some of them are completed.`,
    context: { reason: `maximum of ${maximum} commands in flight reached` },
  });

const tooManyHeldBackError = (maximum: number, whose: string) =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: `${maximum} commands${whose} wait for their ledger time, which is the maximum.`,
    context: { reason: `maximum of ${maximum} commands that wait for their ledger time reached` },
  });

/** Returns the error of a submission with the change id of another one that is in flight. */
export const alreadyInFlightError = (
  submission: Submission,
  flight: InFlightSubmissionDetails | undefined,
): LedgerError =>
  ledgerError("SUBMISSION_ALREADY_IN_FLIGHT", {
    cause: `A submission with the same user, acting parties and command id ${submission.commandId} is in flight.`,
    context: {
      changeId: formatChangeId(submission),
      ...(flight !== undefined && {
        ...(flight.submissionId !== "" && {
          existingSubmissionId: `Some(${flight.submissionId})`,
        }),
        existingSubmissionSynchronizerId: flight.synchronizerId,
        physicalSynchronizerId: flight.physicalSynchronizerId,
      }),
    },
  });
