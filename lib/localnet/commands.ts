import type { ContractId, Micros, Party } from "../base/identifiers/identifiers.ts";
import { toMicros } from "../base/values/time-input.ts";
import type { Command } from "../operations/commands/submit.ts";
import { parseLedgerAmount } from "./amount.ts";
import type { AmuletPayload, SpliceContract, SpliceState } from "./splice-state.ts";
import { type SpliceTemplateName, spliceTemplates } from "./splice-templates.ts";

/** Returns the command that exercises a choice of a template of Splice. */
export const createSpliceExerciseCommand = (
  key: SpliceTemplateName,
  contractId: ContractId,
  choice: string,
  choiceArgument: unknown,
): Command => ({
  ExerciseCommand: { templateId: spliceTemplates[key], contractId, choice, choiceArgument },
});

export const createSpliceCreateCommand = (
  key: SpliceTemplateName,
  createArguments: unknown,
): Command => ({
  CreateCommand: { templateId: spliceTemplates[key], createArguments },
});

/** Converts a time in a payload to microseconds since 1970. */
export const parsePayloadTime = (text: string): Micros => toMicros(text);

/** Returns the round number in the payload of a contract. */
export const getRoundNumber = ({
  payload,
}: {
  readonly payload: { readonly round: { readonly number: string } };
}): number => Number(payload.round.number);

/** Returns the rounds of a template in ascending order. */
export const listSortedRounds = (
  splice: SpliceState,
  key: "openMiningRound" | "issuingMiningRound" | "summarizingMiningRound" | "closedMiningRound",
) =>
  [...splice.activeContracts(key)].sort(
    (left, right) => getRoundNumber(left) - getRoundNumber(right),
  );

/** Returns the newest open round whose `opensAt` has passed; undefined if there is none. */
export const findUsableRound = (splice: SpliceState, now: Micros) =>
  listSortedRounds(splice, "openMiningRound").findLast(
    ({ payload }) => parsePayloadTime(payload.opensAt) <= now,
  );

/** Returns a right of a provider as a featured app; undefined if it has none. */
export const findFeaturedAppRight = (splice: SpliceState, provider: Party) =>
  splice.activeContracts("featuredAppRight").find(({ payload }) => payload.provider === provider);

/**
 * Returns the contracts that a payment needs: the AmuletRules and the newest usable round. Undefined before
 * the bootstrap.
 */
export const findPaymentContext = (splice: SpliceState, provider: Party, now: Micros) => {
  const rules = splice.firstContract("amuletRules");
  const round = findUsableRound(splice, now);
  if (rules === undefined || round === undefined) return undefined;
  return {
    amuletRules: rules.contractId,
    context: {
      openMiningRound: round.contractId,
      issuingMiningRounds: [],
      validatorRights: [],
      featuredAppRight: findFeaturedAppRight(splice, provider)?.contractId ?? null,
    },
  };
};

/** Returns the amulets of a party, the largest first, at most as many as one transfer accepts. */
export const selectLargestAmulets = (
  splice: SpliceState,
  owner: Party,
): readonly SpliceContract<AmuletPayload>[] => {
  const most = Number(
    splice.firstContract("amuletRules")?.payload.configSchedule.initialValue.transferConfig
      .maxNumInputs ?? "100",
  );
  const initial = ({ payload }: SpliceContract<AmuletPayload>): bigint =>
    parseLedgerAmount(payload.amount.initialAmount);
  return splice
    .activeContracts("amulet")
    .filter(({ payload }) => payload.owner === owner)
    .sort((left, right) => (initial(left) > initial(right) ? -1 : 1))
    .slice(0, most);
};

/** Returns the amulets of {@link selectLargestAmulets} as inputs of a transfer. */
export const createTransferInputs = (splice: SpliceState, owner: Party) =>
  selectLargestAmulets(splice, owner).map(({ contractId }) => ({
    tag: "InputAmulet",
    value: contractId,
  }));
