import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import type { VisibleUpdate } from "../../views/visibility/project-update.ts";

/**
 * Receives the facts that determined the result of one call, while it runs. Present only if a
 * request journal is enabled.
 */
export interface CallFactRecorder {
  /** Records that the call required a right, and whether the caller has it. */
  recordRequiredRight(demand: RequiredRight): void;
  /**
   * Records that the call read or created an update for its response. `visible` is the part that
   * the response shows; undefined if it shows nothing of the update.
   */
  recordUpdate(update: Update, visible: VisibleUpdate | undefined, format: UpdateFormat): void;
}

/** A required right. */
export interface RequiredRight {
  /** Kinds of rights, of which one is enough; empty if every user may make the call. */
  readonly anyOf: readonly string[];
  /** The party that the right is for; absent for rights that do not concern a party. */
  readonly party?: Party;
  /**
   * The kind of the right that the caller has, or `token` if every user may make the call; absent
   * if the caller lacks the right.
   */
  readonly heldBy?: string;
}
