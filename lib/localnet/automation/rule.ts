import type { Micros, Party } from "../../base/identifiers/identifiers.ts";
import type { Command } from "../../operations/commands/submit.ts";
import type { AmuletRulesPayload, SpliceContract, SpliceState } from "../splice-state.ts";
import type { SpliceTemplateName } from "../splice-templates.ts";

/** An action that automation performs for the DSO, a validator or a wallet. */
export interface AutomationAction {
  /** Earliest ledger time of the action, in microseconds since 1970. */
  readonly at: Micros;
  readonly actAs: readonly Party[];
  readonly command: Command;
}

/** The inputs of rules besides the active contracts. */
export interface AutomationSharedInputs {
  /**
   * Returns true for the party of a validator. Automation accepts and renews preapprovals for such parties.
   */
  readonly isValidator: (party: Party) => boolean;
}

/** The inputs of a rule besides the other active contracts. */
export interface AutomationRuleInputs extends AutomationSharedInputs {
  /** The contract of the DSO's rules. No rule acts before the bootstrap has created it. */
  readonly amuletRules: SpliceContract<AmuletRulesPayload>;
}

/** One kind of automation, which can be switched off by its name. */
export interface AutomationRule {
  /** In lower case with hyphens: `advance-open-mining-rounds`. Part of the command ids of its submissions. */
  readonly name: string;
  /** The label in the explorer and the log, such as "round advanced". */
  readonly effect: string;
  /** The templates that its actions depend on in addition to AmuletRules. */
  readonly reads: readonly SpliceTemplateName[];
  /** Returns all actions that the active contracts require, due now or later. */
  readonly actions: (
    splice: SpliceState,
    inputs: AutomationRuleInputs,
  ) => readonly AutomationAction[];
}
