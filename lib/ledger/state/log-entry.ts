import type { Offset } from "../../ground/identifiers/identifiers.ts";
import type { Completion } from "../../ground/model/completion.ts";
import type { Update } from "../../ground/model/update.ts";

/** What happened at one offset: an update, the completion of a command, or both. */
export interface LogEntry {
  readonly offset: Offset;
  readonly update?: Update;
  readonly completion?: Completion;
}
