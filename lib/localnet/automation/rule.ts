import type { Micros, Party } from "../../base/identifiers/identifiers.ts";
import type { Command } from "../../operations/commands/submit.ts";
import type { SpliceState } from "../splice-state.ts";
import type { TemplateKey } from "../templates.ts";

/** An action of automation on behalf of the DSO, a validator or a wallet, due at a given time. */
export interface Action {
  /** The ledger time from which on it can be done, in microseconds since 1970. */
  readonly at: Micros;
  readonly actAs: readonly Party[];
  readonly command: Command;
}

/** The inputs of a LocalNet's rules besides the active contracts. */
export interface AutomationTerms {
  /** Parties of the validators, for which preapprovals are accepted and renewed. */
  readonly isValidator: (party: Party) => boolean;
}

/** One kind of automation, which can be switched off by its name. */
export interface AutomationRule {
  /** In lower case with hyphens: `advance-open-mining-rounds`. Part of the command ids of its submissions. */
  readonly name: string;
  /** The label in the explorer and the log, such as "round advanced". */
  readonly effect: string;
  /** The templates that its actions depend on. */
  readonly reads: readonly TemplateKey[];
  /** All actions that the active contracts call for, due now or later. */
  readonly actions: (splice: SpliceState, terms: AutomationTerms) => readonly Action[];
}
