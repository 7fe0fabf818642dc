import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { SynchronizerId, UserId } from "../../base/identifiers/identifiers.ts";
import type { Submission } from "../../base/model/update.ts";
import { changeKey, changeText } from "../state/change-key.ts";
import type { LedgerConfig } from "./config.ts";
import { ContractLocks } from "./contract-locks.ts";
import type { Ledger } from "./ledger.ts";

/** Whoever has no more than one part in so many is not kept out by others. */
const shares = 8;

/** Of so many users it is remembered that there are none of them. */
const usersKept = 1_000;

/** How many there are, and of each user. */
class CountsByUser {
  readonly #byUser = new Map<UserId, { count: number }>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(userId: UserId): number {
    return this.#byUser.get(userId)?.count ?? 0;
  }

  /** Counts one in; the result counts it out again. */
  enter(userId: UserId): () => void {
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
      // Most come again: to forget and remember them each time would cost more than the count.
      if (counted.count === 0 && this.#byUser.size > usersKept) this.#byUser.delete(userId);
    };
  }
}

/** The submissions of one ledger that came and are not decided yet. */
export class InFlightSubmissions {
  /** What those with a commit delay are going to consume. */
  readonly locks: ContractLocks = new ContractLocks();
  readonly #changes = new Map<string, Flight | undefined>();
  readonly #deciding = new CountsByUser();
  readonly #heldBack = new CountsByUser();

  /**
   * Counts one in; the result counts it out again. When as many are in flight as may be, who has few of them is let
   * in all the same, so that one user keeps no other out. Raises PARTICIPANT_BACKPRESSURE.
   */
  takeSlot({ userId }: Submission, maximum: number): () => void {
    const { total } = this.#deciding;
    if (total >= maximum) {
      const ofUser = this.#deciding.of(userId);
      const hasFew = ofUser < Math.ceil(maximum / shares);
      if (!hasFew || total >= maximum * 2) throw backpressure(maximum);
    }
    return this.#deciding.enter(userId);
  }

  /**
   * Counts one in that waits for its ledger time: years ahead, it may be, so it is in nobody's way but its
   * user's. The result counts it out again. Raises PARTICIPANT_BACKPRESSURE.
   */
  holdBack({ userId }: Submission, config: HoldBackLimits): () => void {
    const { maxCommandsHeldBack, maxCommandsHeldBackPerUser } = config;
    if (this.#heldBack.of(userId) >= maxCommandsHeldBackPerUser) {
      throw tooManyHeldBack(maxCommandsHeldBackPerUser, ` of the user ${userId}`);
    }
    if (this.#heldBack.total >= maxCommandsHeldBack) throw tooManyHeldBack(maxCommandsHeldBack, "");
    return this.#heldBack.enter(userId);
  }

  /**
   * Keeps others of the same change out until the returned function is called; a second call has no
   * effect. One without a command id
   * is a change of its own. Raises SUBMISSION_ALREADY_IN_FLIGHT.
   */
  claimChange(submission: Submission, flight?: Flight): () => void {
    if (submission.commandId === "") return nothing;
    const change = changeKey(submission);
    if (this.#changes.has(change)) throw alreadyInFlight(submission, this.#changes.get(change));
    this.#changes.set(change, flight);
    let isClaimed = true;
    return () => {
      if (isClaimed) this.#changes.delete(change);
      isClaimed = false;
    };
  }
}

type HoldBackLimits = Pick<LedgerConfig, "maxCommandsHeldBack" | "maxCommandsHeldBackPerUser">;

/** What others may be told of a submission that is in flight. */
export interface Flight {
  /** Empty where the ledger is to choose one. */
  readonly submissionId: string;
  readonly synchronizerId: SynchronizerId;
  readonly physicalSynchronizerId: string;
}

const nothing = (): void => undefined;

/** What was in flight in a history that was left behind stands in nobody's way. */
interface Registry {
  readonly reverts: number;
  readonly submissions: InFlightSubmissions;
}

const registries = new WeakMap<Ledger, Registry>();

/** Those of the ledger in its present history. */
export const inFlightOn = (ledger: Ledger): InFlightSubmissions => {
  const { reverts } = ledger;
  let registry = registries.get(ledger);
  if (registry?.reverts !== reverts) {
    registry = { reverts, submissions: new InFlightSubmissions() };
    registries.set(ledger, registry);
  }
  return registry.submissions;
};

/**
 * Counts a submission in until the returned function is called. Raises PARTICIPANT_BACKPRESSURE when
 * there are too many, SUBMISSION_ALREADY_IN_FLIGHT when one of the same change is under way
 * (ledger-api.md 2.7).
 */
export const enterInFlight = (ledger: Ledger, submission: Submission): (() => void) => {
  const submissions = inFlightOn(ledger);
  const leave = submissions.takeSlot(submission, ledger.config.maxCommandsInFlight);
  return enter(submissions, submission, leave);
};

/** The same for one that waits for its ledger time; it stays counted until it is decided. */
export const enterHeldBack = (ledger: Ledger, submission: Submission): (() => void) => {
  const submissions = inFlightOn(ledger);
  return enter(submissions, submission, submissions.holdBack(submission, ledger.config));
};

const enter = (
  submissions: InFlightSubmissions,
  submission: Submission,
  leave: () => void,
): (() => void) => {
  let release: () => void;
  try {
    release = submissions.claimChange(submission);
  } catch (error) {
    leave();
    throw error;
  }
  return () => {
    leave();
    release();
  };
};

const backpressure = (maximum: number) =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: `${maximum} commands are in flight, more are not taken. Wait for some to complete.`,
    context: { reason: `maximum of ${maximum} commands in flight reached` },
  });

const tooManyHeldBack = (maximum: number, whose: string) =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: `${maximum} commands${whose} wait for their ledger time, more are not taken.`,
    context: { reason: `maximum of ${maximum} commands that wait for their ledger time reached` },
  });

const alreadyInFlight = (submission: Submission, flight: Flight | undefined) =>
  ledgerError("SUBMISSION_ALREADY_IN_FLIGHT", {
    cause: `A submission of the same user, acting parties and command id ${submission.commandId} is under way.`,
    context: {
      changeId: changeText(submission),
      ...(flight !== undefined && {
        ...(flight.submissionId !== "" && {
          existingSubmissionId: `Some(${flight.submissionId})`,
        }),
        existingSubmissionSynchronizerId: flight.synchronizerId,
        physicalSynchronizerId: flight.physicalSynchronizerId,
      }),
    },
  });
