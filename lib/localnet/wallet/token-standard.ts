import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { JsonObject } from "../../base/values/json-object.ts";
import { formatAmount } from "../amount.ts";
import { createTransferInputs } from "../commands.ts";
import { type LocalnetStateView, readLocalnetStateView } from "../localnet-state-view.ts";
import {
  createAllocationChoiceContext,
  getAllocationFactory,
  getTransferFactory,
  getTransferInstructionChoiceContext,
  requireAmuletRules,
  type TransferInstructionChoice,
} from "../registry.ts";
import { createNotFoundServiceError } from "../service-error.ts";
import { createSpliceContractJson } from "../splice-contract-json.ts";
import { tokenStandardInterfacesV1 } from "../splice-templates.ts";
import { convertMicrosToTimestamp, submitForChoiceResult } from "../validator-node.ts";
import { readPositiveAmount, submitWithDuplicateAsConflict, type UserWallet } from "./wallet.ts";

export const emptyTokenMetadata = { values: {} };

/** Returns the metadata that contains the reason of a transfer. */
export const createTransferReasonMetadata = (description: string) => ({
  values: { "splice.lfdecentralizedtrust.org/reason": description },
});

/** Returns the owner's largest amulets, at most as many as one transfer accepts. */
export const selectLargestAmuletIds = (
  { splice }: LocalnetStateView,
  owner: Party,
): readonly ContractId[] => createTransferInputs(splice, owner).map(({ value }) => value);

export interface TokenStandardResult {
  readonly output: { readonly tag: string; readonly value: JsonObject };
  readonly senderChangeCids: readonly ContractId[];
  readonly meta: { readonly values: JsonObject };
}

/** Converts the result of a choice of the token standard to the wallet API's JSON. */
export const toTokenStandardResultJson = ({
  output,
  senderChangeCids,
  meta,
}: TokenStandardResult) => ({
  output: toOutputJson(output),
  sender_change_cids: senderChangeCids,
  meta: meta.values,
});

const toOutputJson = ({ tag, value }: TokenStandardResult["output"]): object => {
  if (tag.endsWith("_Pending")) {
    return "allocationInstructionCid" in value
      ? { allocation_instruction_cid: value["allocationInstructionCid"] }
      : { transfer_instruction_cid: value["transferInstructionCid"] };
  }
  if (!tag.endsWith("_Completed")) return {};
  return "allocationCid" in value
    ? { allocation_cid: value["allocationCid"] }
    : { receiver_holding_cids: value["receiverHoldingCids"] };
};

export const createInterfaceExerciseCommand = (
  templateId: string,
  contractId: ContractId,
  choice: string,
  choiceArgument: unknown,
) => ({ ExerciseCommand: { templateId, contractId, choice, choiceArgument } });

export interface TokenTransferRequest {
  readonly receiver_party_id: Party;
  readonly amount: string;
  readonly description: string;
  readonly expires_at: number;
  readonly tracking_id: string;
}

export const createTokenTransfer = async (wallet: UserWallet, request: TokenTransferRequest) => {
  const view = readLocalnetStateView(wallet);
  const { dso } = requireAmuletRules(view.splice).payload;
  const transfer = {
    sender: wallet.party,
    receiver: request.receiver_party_id,
    amount: formatAmount(readPositiveAmount(request.amount)),
    instrumentId: { admin: dso, id: "Amulet" },
    requestedAt: convertMicrosToTimestamp(view.now),
    executeBefore: convertMicrosToTimestamp(request.expires_at),
    inputHoldingCids: selectLargestAmuletIds(view, wallet.party),
    meta: createTransferReasonMetadata(request.description),
  };
  const factory = getTransferFactory(view, { expectedAdmin: dso, transfer }, {});
  const result = await submitWithDuplicateAsConflict(request.tracking_id, () =>
    submitForChoiceResult<TokenStandardResult>(wallet, {
      actAs: [wallet.party],
      command: createInterfaceExerciseCommand(
        tokenStandardInterfacesV1.transferFactory,
        factory.factoryId,
        "TransferFactory_Transfer",
        {
          expectedAdmin: dso,
          transfer,
          extraArgs: { context: factory.choiceContext.choiceContextData, meta: emptyTokenMetadata },
        },
      ),
      commandId: `token-standard-transfer-${request.tracking_id}`,
    }),
  );
  return toTokenStandardResultJson(result);
};

export const listTransferInstructions = (wallet: UserWallet) => {
  const { splice } = readLocalnetStateView(wallet);
  return {
    transfers: splice
      .activeContracts("amuletTransferInstruction")
      .filter(({ payload: { transfer } }) =>
        [transfer.sender, transfer.receiver].includes(wallet.party),
      )
      .map((instruction) => createSpliceContractJson(splice, instruction)),
  };
};

export const transferInstructionChoices = {
  accept: "Accept",
  reject: "Reject",
  withdraw: "Withdraw",
} as const;

/** Raises NOT_FOUND unless the party is the sender or the receiver of the transfer. */
export const requireOwnTransfer = (
  { splice }: LocalnetStateView,
  contractId: ContractId,
  party: Party,
): void => {
  const instruction = splice.findActiveContract("amuletTransferInstruction", contractId);
  const transfer = instruction?.payload.transfer;
  if (transfer?.sender === party || transfer?.receiver === party) return;
  throw createNotFoundServiceError(`AmuletTransferInstruction '${contractId}' not found.`);
};

export const exerciseTransferInstruction = async (
  wallet: UserWallet,
  contractId: ContractId,
  choice: TransferInstructionChoice,
) => {
  const view = readLocalnetStateView(wallet);
  requireOwnTransfer(view, contractId, wallet.party);
  const { choiceContextData } = getTransferInstructionChoiceContext(view, contractId, { choice });
  const result = await submitForChoiceResult<TokenStandardResult>(wallet, {
    actAs: [wallet.party],
    command: createInterfaceExerciseCommand(
      tokenStandardInterfacesV1.transferInstruction,
      contractId,
      `TransferInstruction_${transferInstructionChoices[choice]}`,
      { extraArgs: { context: choiceContextData, meta: emptyTokenMetadata } },
    ),
  });
  return toTokenStandardResultJson(result);
};

export interface CreateTokenAllocationRequest {
  readonly settlement: {
    readonly executor: Party;
    readonly settlement_ref: { readonly id: string; readonly cid?: ContractId };
    readonly requested_at: number;
    readonly allocate_before: number;
    readonly settle_before: number;
    readonly meta?: JsonObject;
  };
  readonly transfer_leg_id: string;
  readonly transfer_leg: {
    readonly receiver: Party;
    readonly amount: string;
    readonly meta?: JsonObject;
  };
}

export const createTokenAllocation = async (
  wallet: UserWallet,
  request: CreateTokenAllocationRequest,
) => {
  const view = readLocalnetStateView(wallet);
  const { dso } = requireAmuletRules(view.splice).payload;
  const { settlement, transfer_leg: leg } = request;
  const allocation = {
    settlement: {
      executor: settlement.executor,
      settlementRef: {
        id: settlement.settlement_ref.id,
        cid: settlement.settlement_ref.cid ?? null,
      },
      requestedAt: convertMicrosToTimestamp(settlement.requested_at),
      allocateBefore: convertMicrosToTimestamp(settlement.allocate_before),
      settleBefore: convertMicrosToTimestamp(settlement.settle_before),
      meta: { values: settlement.meta ?? {} },
    },
    transferLegId: request.transfer_leg_id,
    transferLeg: {
      sender: wallet.party,
      receiver: leg.receiver,
      amount: formatAmount(readPositiveAmount(leg.amount)),
      instrumentId: { admin: dso, id: "Amulet" },
      meta: { values: leg.meta ?? {} },
    },
  };
  const factory = getAllocationFactory(view, { allocation }, {});
  const result = await submitForChoiceResult<TokenStandardResult>(wallet, {
    actAs: [wallet.party],
    command: createInterfaceExerciseCommand(
      tokenStandardInterfacesV1.allocationFactory,
      factory.factoryId,
      "AllocationFactory_Allocate",
      {
        expectedAdmin: dso,
        allocation,
        requestedAt: convertMicrosToTimestamp(view.now),
        inputHoldingCids: selectLargestAmuletIds(view, wallet.party),
        extraArgs: { context: factory.choiceContext.choiceContextData, meta: emptyTokenMetadata },
      },
    ),
  });
  return toTokenStandardResultJson(result);
};

/** Returns the allocations of both versions, in the order of their creation. */
export const listTokenAllocations = (wallet: UserWallet) => {
  const { splice } = readLocalnetStateView(wallet);
  const allocations = [
    ...splice
      .activeContracts("amuletAllocation")
      .filter(({ payload }) => payload.allocation.transferLeg.sender === wallet.party),
    ...splice
      .activeContracts("amuletAllocationV2")
      .filter(({ payload }) => payload.allocation.authorizer.owner === wallet.party),
  ].sort((left, right) => Number(left.contract.createdAt - right.contract.createdAt));
  return {
    allocations: allocations.map((allocation) => ({
      contract: createSpliceContractJson(splice, allocation),
    })),
  };
};

export const withdrawTokenAllocation = async (wallet: UserWallet, contractId: ContractId) => {
  const context = createAllocationChoiceContext(readLocalnetStateView(wallet), contractId, {
    choice: "withdraw",
  });
  const result = await submitForChoiceResult<{
    readonly senderHoldingCids: readonly ContractId[];
    readonly meta: { readonly values: JsonObject };
  }>(wallet, {
    actAs: [wallet.party],
    command: createInterfaceExerciseCommand(
      tokenStandardInterfacesV1.allocation,
      contractId,
      "Allocation_Withdraw",
      {
        extraArgs: { context: context.choiceContextData, meta: emptyTokenMetadata },
      },
    ),
  });
  return { sender_holding_cids: result.senderHoldingCids, meta: result.meta.values };
};
