import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import { parseAmount } from "../amount.ts";
import { createSpliceExerciseCommand, findFeaturedAppRight } from "../commands.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import { badRequestError, conflictError, createNotFoundServiceError } from "../service-error.ts";
import { findWalletInstall, submitForChoiceResult, type ValidatorNode } from "../validator-node.ts";

/**
 * A user's wallet: the party that owns its amulets, and the contract with which the validator acts for the
 * party.
 */
export interface UserWallet extends ValidatorNode {
  readonly party: Party;
  readonly install: ContractId;
}

/** Returns the wallet of a user at a validator. Raises NOT_FOUND if the user was not onboarded. */
export const requireWallet = (validator: ValidatorNode, userId: string): UserWallet => {
  const install = findWalletInstall(validator, userId);
  if (install === undefined) {
    throw createNotFoundServiceError(`No wallet found for user: ${userId}`);
  }
  const { contractId, payload } = install;
  return { ...validator, party: payload.endUserParty, install: contractId };
};

/** Returns the status of a user, with or without a wallet (GET /v0/wallet/user-status). */
export const getWalletUserStatus = (validator: ValidatorNode, userId: string) => {
  const install = findWalletInstall(validator, userId)?.payload;
  return {
    party_id: install?.endUserParty ?? "",
    user_onboarded: install !== undefined,
    user_wallet_installed: install !== undefined,
    has_featured_app_right:
      install !== undefined &&
      findFeaturedAppRight(readLocalnetStateView(validator).splice, install.endUserParty) !==
        undefined,
  };
};

/** Reads an amount of a request. Raises INVALID_ARGUMENT unless it is positive. */
export const readPositiveAmount = (text: string): bigint => {
  const amount = parseAmount(text);
  if (amount !== undefined && amount > 0n) return amount;
  throw badRequestError(
    `The amount must be a positive decimal with at most 28 digits before and 10 after the point: ${text}`,
  );
};

/** Submits a command, and raises status 409 if it was accepted before. */
export const submitWithDuplicateAsConflict = async <Result>(
  id: string,
  submit: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await submit();
  } catch (error) {
    if (isLedgerError(error) && error.details.code === "DUPLICATE_COMMAND") {
      throw conflictError(`A request with the id ${id} was accepted before.`);
    }
    throw error;
  }
};

/** Exercises a choice of the wallet's installation contract, with which the validator acts for the user. */
export const exerciseOnWalletInstall = <Result>(
  wallet: UserWallet,
  choice: string,
  argument: unknown,
): Promise<Result> =>
  submitForChoiceResult<Result>(wallet, {
    actAs: [wallet.validatorParty],
    command: createSpliceExerciseCommand(
      "walletAppInstall",
      wallet.install,
      `WalletAppInstall_${choice}`,
      argument,
    ),
  });
