import type { Completion } from "../../lib/ground/model/completion.ts";
import type { CommandsInput, Ledger } from "../../lib/index.ts";
import type { Command } from "../../lib/operations/commands/submit.ts";

let last = 0;

/** A JsCommands record as a client sends it, of the user `ann`, with a command id of its own. */
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

/** All completions on the ledger, oldest first. */
export const completionsOn = (ledger: Ledger): readonly Completion[] =>
  Array.from(ledger.state.log.values()).flatMap(({ completion }) => completion ?? []);
