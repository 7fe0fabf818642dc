import type { Command, OptionValueSource } from "commander";

/** Returns true if the value of an option comes from one of these sources. */
export const isOptionFromSource = (
  command: Command,
  name: string,
  ...sources: readonly OptionValueSource[]
): boolean => sources.some((source) => source === command.getOptionValueSource(name));
