import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Party } from "../../base/identifiers/identifiers.ts";
import type {
  AutomaticDecision,
  LedgerDecision,
  LedgerDecisionInputs,
} from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { getNewestRecordTime } from "../../ledger/state/synchronizers.ts";
import { trustedCaller } from "../../operations/authorization/caller.ts";
import { admitSubmission } from "../../operations/commands/admit-submission.ts";
import { readCommandsRequest } from "../../operations/commands/commands-request.ts";
import { decideSubmission } from "../../operations/submission/decide-submission.ts";
import { SpliceState } from "../splice-state.ts";
import type { SpliceTemplateName } from "../splice-templates.ts";
import { pausedAutomationRules } from "./paused.ts";
import { rewardAutomationRules } from "./rewards.ts";
import { roundAutomationRules } from "./rounds.ts";
import type { AutomationAction, AutomationRule, AutomationSharedInputs } from "./rule.ts";
import { walletAutomationRules } from "./wallets.ts";

/** The user id of automation's submissions. The ledger need not have this user. */
export const automationUserId = "automation";

/**
 * Switches rules of automation on and off. By default, all rules act except those that Splice's LocalNet
 * pauses.
 */
export interface AutomationOptions {
  /** Names of rules that do not act, or `"all"`. Default: none. */
  readonly off?: "all" | readonly string[];
  /** Names of rules that act although Splice's LocalNet pauses them, or `"all"`. Default: none. */
  readonly on?: "all" | readonly string[];
}

/** The rules that act unless they are switched off. */
const defaultAutomationRules: readonly AutomationRule[] = [
  ...roundAutomationRules,
  ...rewardAutomationRules,
  ...walletAutomationRules,
];

/** Returns the rules that act. Raises INVALID_ARGUMENT for a name that no rule has. */
export const selectAutomationRules = ({
  off = [],
  on = [],
}: AutomationOptions): readonly AutomationRule[] => {
  const stopped = resolveRules(off, defaultAutomationRules, "automation.off");
  return [
    ...defaultAutomationRules.filter((rule) => !stopped.includes(rule)),
    ...resolveRules(on, pausedAutomationRules, "automation.on"),
  ];
};

/** Returns the label of a rule, such as "round advanced"; the name itself if there is no such rule. */
export const describeAutomationRuleEffect = (name: string): string =>
  [...defaultAutomationRules, ...pausedAutomationRules].find((rule) => rule.name === name)
    ?.effect ?? name;

/** Returns the rules of a list that an option names. Raises INVALID_ARGUMENT for an unknown name. */
const resolveRules = (
  names: "all" | readonly string[],
  among: readonly AutomationRule[],
  field: string,
): readonly AutomationRule[] => {
  if (names === "all") return among;
  const known = among.map(({ name }) => name);
  const stray = names.find((name) => !known.includes(name));
  if (stray === undefined) return among.filter(({ name }) => names.includes(name));
  throw createInvalidArgumentError({
    field,
    expected: `"all" or names among ${known.join(", ")}`,
    found: stray,
  });
};

interface PlannedAction extends AutomationAction {
  readonly dso: Party;
  readonly rule: AutomationRule;
}

/**
 * The actions that the active contracts require. Valid until one of the contracts that the rules read
 * changes.
 */
interface AutomationPlan {
  readonly read: readonly unknown[];
  readonly actions: readonly PlannedAction[];
  /**
   * Actions that the ledger refused. They are tried again when a contract that any rule reads has changed.
   */
  readonly refused: Set<PlannedAction>;
}

/** The automation of a ledger, which the ledger runs whenever an action is due. */
export interface LedgerAutomation extends AutomaticDecision {
  /** Returns the time of the next action, in microseconds since 1970; undefined if none is planned. */
  readonly nextDue: (state: LedgerState) => Micros | undefined;
}

/**
 * Creates the automation of a ledger. Before the ledger decides anything else, it performs all actions that
 * are due, the earliest first, each at the time when it became due. The actions follow from the active
 * contracts alone, so snapshots, reverts and forks need nothing besides the ledger's state.
 *
 * An action that the ledger refuses writes nothing. Planning reads the contracts that the rules depend on,
 * and is repeated only when one of them has changed.
 */
export const createAutomation = (
  rules: readonly AutomationRule[],
  terms: AutomationSharedInputs,
): LedgerAutomation => {
  const keys = [
    ...new Set<SpliceTemplateName>(["amuletRules", ...rules.flatMap(({ reads }) => reads)]),
  ];
  let plan: AutomationPlan | undefined;

  const planFor = (state: LedgerState): AutomationPlan => {
    const splice = new SpliceState(state);
    const read = keys.map((key) => splice.getTemplateIndex(key));
    if (plan?.read.every((index, at) => index === read[at]) === true) return plan;
    plan = { read, actions: planActions(splice), refused: new Set() };
    return plan;
  };

  const planActions = (splice: SpliceState): readonly PlannedAction[] => {
    const amuletRules = splice.firstContract("amuletRules");
    if (amuletRules === undefined) return [];
    const { dso } = amuletRules.payload;
    return rules
      .flatMap((rule) =>
        rule.actions(splice, { ...terms, amuletRules }).map((action) => ({ ...action, rule, dso })),
      )
      .sort((left, right) => (left.at < right.at ? -1 : Number(left.at > right.at)));
  };

  const nextAction = (state: LedgerState): PlannedAction | undefined => {
    const { actions, refused } = planFor(state);
    return actions.find((action) => !refused.has(action));
  };

  const nextDue = (state: LedgerState): Micros | undefined => nextAction(state)?.at;

  return {
    nextDue,
    isDue: (state, now) => {
      const at = nextDue(state);
      return at !== undefined && at <= now;
    },
    decide: (state, context) => {
      for (;;) {
        const action = nextAction(state);
        if (action === undefined || action.at > context.now) return emptyDecision;
        const decision = attemptAction(state, context, action);
        if (decision !== undefined) return decision;
        planFor(state).refused.add(action);
      }
    },
  };
};

const emptyDecision: LedgerDecision<void> = { events: [], outcome: undefined };

/** Returns the transaction of an action; undefined if the ledger refuses it. */
const attemptAction = (
  state: LedgerState,
  { seed, config }: LedgerDecisionInputs,
  { at, rule, actAs, command, dso }: PlannedAction,
): LedgerDecision<void> | undefined => {
  const newest = getNewestRecordTime(state);
  const now = at > newest ? at : newest;
  const request = readCommandsRequest({
    commands: [command],
    actAs,
    // The acting party must see the DSO's contracts, as if they were disclosed to it.
    readAs: [dso],
    userId: automationUserId,
    commandId: `${rule.name}-${state.ledgerEnd + 1}`,
    workflowId: rule.name,
  });
  try {
    const ledger = { state, config, clock: { now: () => now } };
    const admitted = admitSubmission(ledger, request, { caller: trustedCaller });
    const { events, outcome } = decideSubmission(state, { now, seed, config }, admitted);
    return outcome.kind === "accepted" ? { events, outcome: undefined } : undefined;
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    return undefined;
  }
};
