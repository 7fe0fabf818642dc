import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import type { VisibleUpdate } from "../../views/visibility/project-update.ts";

/**
 * Receives the facts that determined the result of one call, while it runs. Present only if a
 * request journal is enabled.
 */
export interface CallFactRecorder {
  /** Called when a right was required of the caller. */
  demanded(demand: RequiredRight): void;
  /**
   * Called when an update was read or created for the response. `visible` is its visible part;
   * undefined if nothing is visible.
   */
  read(update: Update, visible: VisibleUpdate | undefined, format: UpdateFormat): void;
}

/** A required right. */
export interface RequiredRight {
  /** Kinds of rights, of which one is enough; empty if every user may make the call. */
  readonly anyOf: readonly string[];
  /** The party that the right is for; absent for rights that are for no party. */
  readonly party?: Party;
  /**
   * The kind of the right that the caller has, or `token` if every user may make the call; absent
   * if the caller lacks the right.
   */
  readonly heldBy?: string;
}
