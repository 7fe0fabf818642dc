import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import type { VisibleUpdate } from "../../views/visibility/project-update.ts";

/** What one call turned on, told while it runs. Callers carry it where a request journal is kept, and nowhere else. */
export interface CallNotes {
  /** Something was demanded of the caller. */
  demanded(demand: Demand): void;
  /** An update was read or made for the answer, which has what is visible of it: nothing when undefined. */
  read(update: Update, visible: VisibleUpdate | undefined, format: UpdateFormat): void;
}

/** A right that was asked for. */
export interface Demand {
  /** The kinds of rights any of which would do; none where any user may. */
  readonly anyOf: readonly string[];
  /** Over whom; absent for rights over nobody in particular. */
  readonly party?: Party;
  /** The kind of right by which the caller has it, or `token` where any user may; absent when it has not. */
  readonly heldBy?: string;
}
