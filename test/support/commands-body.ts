import type { CommandsInput } from "../../lib/api.ts";
import type { Command, Ledger } from "../../lib/index.ts";
import type { Completion } from "../../lib/store.ts";

let last = 0;

/** Returns a JsCommands record of the user `ann`, with a new command id. */
export const commandsBody = (
  actAs: string | readonly string[],
  commands: Command | readonly Command[],
  more: Readonly<Record<string, unknown>> = {},
): CommandsInput & Record<string, unknown> => ({
  commands: [commands].flat(),
  commandId: `command-${++last}`,
  actAs: [actAs].flat(),
  userId: "ann",
  ...more,
});

/** Returns all completions on the ledger, oldest first. */
export const completionsOn = (ledger: Ledger): readonly Completion[] =>
  Array.from(ledger.state.log.values()).flatMap(({ completion }) => completion ?? []);
