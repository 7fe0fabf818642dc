import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Submission } from "../../ground/model/update.ts";
import { changeKey } from "../state/change-key.ts";
import type { Ledger } from "./ledger.ts";

/** The submissions of one ledger that came and are not decided yet. */
class InFlightSubmissions {
  readonly #changes = new Set<string>();
  #count = 0;

  /**
   * Counts a submission in; the result counts it out again. Raises PARTICIPANT_BACKPRESSURE,
   * SUBMISSION_ALREADY_IN_FLIGHT.
   */
  enter(submission: Submission, maximum: number): () => void {
    if (this.#count >= maximum) throw backpressure(maximum);
    // Without a command id it is a change of its own.
    const change = submission.commandId === "" ? undefined : changeKey(submission);
    if (change !== undefined) {
      if (this.#changes.has(change)) throw alreadyInFlight(submission);
      this.#changes.add(change);
    }
    this.#count++;
    return () => {
      this.#count--;
      if (change !== undefined) this.#changes.delete(change);
    };
  }
}

/** What was in flight in a history that was left behind stands in nobody's way. */
interface Registry {
  readonly reverts: number;
  readonly submissions: InFlightSubmissions;
}

const registries = new WeakMap<Ledger, Registry>();

/**
 * Counts a submission in until the returned function is called. Raises PARTICIPANT_BACKPRESSURE when
 * there are too many, SUBMISSION_ALREADY_IN_FLIGHT when one of the same change is under way
 * (ledger-api.md 2.7).
 */
export const enterInFlight = (ledger: Ledger, submission: Submission): (() => void) => {
  const { reverts } = ledger;
  let registry = registries.get(ledger);
  if (registry?.reverts !== reverts) {
    registry = { reverts, submissions: new InFlightSubmissions() };
    registries.set(ledger, registry);
  }
  return registry.submissions.enter(submission, ledger.config.maxCommandsInFlight);
};

const backpressure = (maximum: number) =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: `${maximum} commands are in flight, more are not taken. Wait for some to complete.`,
    context: { reason: `maximum of ${maximum} commands in flight reached` },
  });

const alreadyInFlight = ({ commandId }: Submission) =>
  ledgerError("SUBMISSION_ALREADY_IN_FLIGHT", {
    cause: `A submission of the same user, acting parties and command id ${commandId} is under way.`,
    resources: [["COMMAND_ID", commandId]],
  });
