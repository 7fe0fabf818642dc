import type { CommandLineIo } from "./settings.ts";

/** The context that the action of a command needs. */
export interface CliCommandContext {
  readonly io: CommandLineIo;
  /** Aborts when the user stops the command. */
  readonly stop: AbortSignal;
  /** Sets the exit code if it is not 0. */
  readonly setExitCode: (code: number) => void;
}
