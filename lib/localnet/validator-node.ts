import type { Micros, Party } from "../base/identifiers/identifiers.ts";
import { formatTimestamp, maxTimestampMicros, minTimestampMicros } from "../base/values/time.ts";
import type { HostLedger } from "../host-ledger.ts";
import type { Command } from "../operations/commands/submit.ts";
import type { SubmitResult } from "../operations/commands/submit-result.ts";
import { findPaymentContext, findUsableRound } from "./commands.ts";
import { type LocalnetStateView, readLocalnetStateView } from "./localnet-state-view.ts";
import { requireAmuletRules } from "./registry.ts";
import { badRequestError, ServiceError } from "./service-error.ts";
import { SpliceState } from "./splice-state.ts";

/** A validator of a LocalNet, and the ledger that all nodes share. */
export interface ValidatorNode {
  readonly ledger: HostLedger;
  readonly validatorParty: Party;
}

/**
 * Returns the contract with which a validator acts for the wallet of a user; undefined if the user has no
 * wallet at this validator.
 */
export const findWalletInstall = (validator: ValidatorNode, userId: string) =>
  readLocalnetStateView(validator)
    .splice.activeContracts("walletAppInstall")
    .find(
      ({ payload }) =>
        payload.endUserName === userId && payload.validatorParty === validator.validatorParty,
    );

const noOpenRoundError = (): ServiceError => new ServiceError(503, "No OpenMiningRound is open.");

/** Returns the newest usable round. Raises UNAVAILABLE if no round is open. */
export const requireUsableMiningRound = ({ splice, now }: LocalnetStateView) => {
  const round = findUsableRound(splice, now);
  if (round === undefined) throw noOpenRoundError();
  return round;
};

/** Returns the contracts that a payment needs. Raises UNAVAILABLE if no round is open. */
export const requirePaymentContext = ({ splice, now }: LocalnetStateView, provider: Party) => {
  const context = findPaymentContext(splice, provider, now);
  if (context === undefined) throw noOpenRoundError();
  return context;
};

interface WalletSubmission {
  readonly actAs: readonly Party[];
  readonly command: Command;
  /** Of several submissions with the same command id within a day, only one succeeds. */
  readonly commandId?: string;
}

/**
 * Submits for parties of the validator. The submission can read the contracts of the DSO, as if they were
 * disclosed.
 */
export const submitForValidatorParties = (
  { ledger }: Pick<ValidatorNode, "ledger">,
  { actAs, command, commandId }: WalletSubmission,
): Promise<SubmitResult> =>
  ledger.submit({
    actAs: [...new Set(actAs)],
    readAs: [requireAmuletRules(new SpliceState(ledger.state)).payload.dso],
    commands: command,
    ...(commandId !== undefined && { commandId }),
  });

/** Submits like {@link submitForValidatorParties}, and resolves to the result of the exercised choice as JSON. */
export const submitForChoiceResult = async <Result>(
  node: Pick<ValidatorNode, "ledger">,
  submission: WalletSubmission,
): Promise<Result> => {
  const [result] = (await submitForValidatorParties(node, submission)).exerciseResults;
  // The declaration of the choice determines the form of the result.
  return result as Result;
};

/**
 * Converts a time in a request, in microseconds since 1970, to a time of the ledger. Raises status 400 outside
 * the years 0001 to 9999.
 */
export const convertMicrosToTimestamp = (micros: number | bigint): string => {
  if (micros >= minTimestampMicros && micros <= maxTimestampMicros) {
    return formatTimestamp(BigInt(micros));
  }
  throw badRequestError(
    `The time ${micros} is outside the years 0001 to 9999; it must be in microseconds since 1970.`,
  );
};

/** Returns the time that is later than now by this duration, in microseconds. */
export const formatTimestampAfterDuration = (now: Micros, micros: bigint): string =>
  formatTimestamp(now + micros);
