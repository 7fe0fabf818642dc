import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { Update } from "../../base/model/update.ts";

/** The content of one offset: an update, the completion of a command, or both. */
export interface LogEntry {
  readonly offset: Offset;
  readonly update?: Update;
  readonly completion?: Completion;
}
