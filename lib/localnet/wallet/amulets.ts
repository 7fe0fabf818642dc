import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import { divideAmountsRoundedUp, formatAmount, parseLedgerAmount } from "../amount.ts";
import { preapprovalMicros } from "../automation/wallets.ts";
import {
  createSpliceExerciseCommand,
  createTransferInputs,
  findFeaturedAppRight,
  getRoundNumber,
} from "../commands.ts";
import { findAmuletValuesOfOwner, sumHoldings } from "../holdings.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import { findTransferPreapproval, requireAmuletRules } from "../registry.ts";
import { badRequestError } from "../service-error.ts";
import { toContractJsonWithSynchronizer } from "../splice-contract-json.ts";
import {
  formatTimestampAfterDuration,
  requirePaymentContext,
  requireUsableMiningRound,
  submitForChoiceResult,
  submitForValidatorParties,
} from "../validator-node.ts";
import { readPositiveAmount, submitWithDuplicateAsConflict, type UserWallet } from "./wallet.ts";

export const readWalletBalance = (wallet: UserWallet) => {
  const view = readLocalnetStateView(wallet);
  const round = getRoundNumber(requireUsableMiningRound(view));
  const totals = sumHoldings(findAmuletValuesOfOwner(view.splice, wallet.party, round));
  return {
    round,
    effective_unlocked_qty: formatAmount(totals.unlocked - totals.unlockedFees),
    effective_locked_qty: formatAmount(totals.locked - totals.lockedFees),
    total_holding_fees: formatAmount(totals.unlockedFees + totals.lockedFees),
  };
};

export const listAmulets = (wallet: UserWallet) => {
  const view = readLocalnetStateView(wallet);
  const round = getRoundNumber(requireUsableMiningRound(view));
  const positions = findAmuletValuesOfOwner(view.splice, wallet.party, round).map((position) => ({
    isLocked: position.isLocked,
    json: {
      contract: toContractJsonWithSynchronizer(view.splice, position.contract),
      round,
      accrued_holding_fee: formatAmount(position.fee),
      effective_amount: formatAmount(position.effective),
    },
  }));
  return {
    amulets: positions.filter(({ isLocked }) => !isLocked).map(({ json }) => json),
    locked_amulets: positions.filter(({ isLocked }) => isLocked).map(({ json }) => json),
  };
};

/** Mints amulets that are worth an amount of dollars, rounded up. */
export const tapAmulets = async (
  wallet: UserWallet,
  { amount, command_id: commandId }: { readonly amount: string; readonly command_id?: string },
) => {
  const view = readLocalnetStateView(wallet);
  const round = requireUsableMiningRound(view);
  const coin = divideAmountsRoundedUp(
    readPositiveAmount(amount),
    parseLedgerAmount(round.payload.amuletPrice),
  );
  const result = await submitForChoiceResult<{
    readonly amuletSum: { readonly amulet: ContractId };
  }>(wallet, {
    actAs: [wallet.party],
    command: createSpliceExerciseCommand(
      "amuletRules",
      requireAmuletRules(view.splice).contractId,
      "AmuletRules_DevNet_Tap",
      {
        receiver: wallet.party,
        amount: formatAmount(coin),
        openRound: round.contractId,
      },
    ),
    ...(commandId !== undefined && { commandId }),
  });
  return { contract_id: result.amuletSum.amulet };
};

export const selfGrantFeaturedAppRight = async (wallet: UserWallet) => {
  const { splice } = readLocalnetStateView(wallet);
  const known = findFeaturedAppRight(splice, wallet.party);
  if (known !== undefined) return { contract_id: known.contractId };
  const result = await submitForChoiceResult<{ readonly featuredAppRightCid: ContractId }>(wallet, {
    actAs: [wallet.party],
    command: createSpliceExerciseCommand(
      "amuletRules",
      requireAmuletRules(splice).contractId,
      "AmuletRules_DevNet_FeatureApp",
      { provider: wallet.party },
    ),
  });
  return { contract_id: result.featuredAppRightCid };
};

export const cancelFeaturedAppRights = async (wallet: UserWallet): Promise<undefined> => {
  for (;;) {
    const right = findFeaturedAppRight(readLocalnetStateView(wallet).splice, wallet.party);
    if (right === undefined) return undefined;
    const command = createSpliceExerciseCommand(
      "featuredAppRight",
      right.contractId,
      "FeaturedAppRight_Cancel",
      {},
    );
    await submitForValidatorParties(wallet, { actAs: [wallet.party], command });
  }
};

/**
 * Creates a preapproval for 90 days, which the validator pays for. Returns status 200, or 409 with the present
 * preapproval if there is one already.
 */
export const createTransferPreapproval = async (wallet: UserWallet) => {
  const view = readLocalnetStateView(wallet);
  const { validatorParty, party } = wallet;
  const known = findTransferPreapproval(view.splice, party);
  if (known !== undefined) {
    return { status: 409, body: { transfer_preapproval_contract_id: known.contractId } };
  }
  const rules = requireAmuletRules(view.splice);
  const result = await submitForChoiceResult<{ readonly transferPreapprovalCid: ContractId }>(
    wallet,
    {
      actAs: [validatorParty, party],
      command: createSpliceExerciseCommand(
        "amuletRules",
        rules.contractId,
        "AmuletRules_CreateTransferPreapproval",
        {
          context: requirePaymentContext(view, validatorParty),
          inputs: createTransferInputs(view.splice, validatorParty),
          receiver: party,
          provider: validatorParty,
          expiresAt: formatTimestampAfterDuration(view.now, preapprovalMicros),
          expectedDso: rules.payload.dso,
        },
      ),
    },
  );
  return { status: 200, body: { transfer_preapproval_contract_id: result.transferPreapprovalCid } };
};

export interface PreapprovedTransferRequest {
  readonly receiver_party_id: Party;
  readonly amount: string;
  readonly deduplication_id: string;
  readonly description?: string;
}

export const sendAmuletsByPreapproval = async (
  wallet: UserWallet,
  request: PreapprovedTransferRequest,
): Promise<undefined> => {
  const view = readLocalnetStateView(wallet);
  const { receiver_party_id: receiver, description = null } = request;
  const preapproval = findTransferPreapproval(view.splice, receiver);
  if (preapproval === undefined) {
    throw badRequestError(`Receiver ${receiver} does not have a TransferPreapproval`);
  }
  await submitWithDuplicateAsConflict(request.deduplication_id, () =>
    submitForValidatorParties(wallet, {
      actAs: [wallet.party],
      command: createSpliceExerciseCommand(
        "transferPreapproval",
        preapproval.contractId,
        "TransferPreapproval_Send",
        {
          context: requirePaymentContext(view, preapproval.payload.provider),
          inputs: createTransferInputs(view.splice, wallet.party),
          amount: formatAmount(readPositiveAmount(request.amount)),
          sender: wallet.party,
          description,
        },
      ),
      commandId: `transfer-preapproval-send-${request.deduplication_id}`,
    }),
  );
  return undefined;
};
