import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { JsonObject } from "../../base/values/json-object.ts";
import { formatAmount } from "../amount.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import {
  getTransferInstructionChoiceContext,
  requireAmuletRules,
  type TransferInstructionChoice,
} from "../registry.ts";
import {
  createAllocationChoiceContextV2,
  getAllocationFactoryV2,
  getTransferFactoryV2,
  requireTokenStandardV2,
} from "../registry-v2.ts";
import { tokenInterfacesV2 } from "../splice-templates.ts";
import { convertMicrosToTimestamp, submitForChoiceResult } from "../validator-node.ts";
import {
  createInterfaceExerciseCommand,
  createTransferReasonMetadata,
  emptyTokenMetadata,
  requireOwnTransfer,
  selectLargestAmuletIds,
  type TokenStandardResult,
  type TokenTransferRequest,
  toTokenStandardResultJson,
  transferInstructionChoices,
} from "./token-standard.ts";
import { readPositiveAmount, submitWithDuplicateAsConflict, type UserWallet } from "./wallet.ts";

/** Returns the party's account without a provider. Every party has one. */
const createBasicAccount = (owner: Party) => ({ owner, provider: null, id: "" });

/**
 * Returns a view of the wallet's ledger at this time. Raises status 501 if Amulet implements
 * version 1 only.
 */
const viewV2 = (wallet: UserWallet) => {
  const view = readLocalnetStateView(wallet);
  requireTokenStandardV2(view);
  return view;
};

export const createTokenTransferV2 = async (wallet: UserWallet, request: TokenTransferRequest) => {
  const view = viewV2(wallet);
  const { dso } = requireAmuletRules(view.splice).payload;
  const transfer = {
    sender: createBasicAccount(wallet.party),
    receiver: createBasicAccount(request.receiver_party_id),
    amount: formatAmount(readPositiveAmount(request.amount)),
    instrumentId: { admin: dso, id: "Amulet" },
    requestedAt: convertMicrosToTimestamp(view.now),
    executeBefore: convertMicrosToTimestamp(request.expires_at),
    inputHoldingCids: selectLargestAmuletIds(view, wallet.party),
    meta: createTransferReasonMetadata(request.description),
  };
  const { factoryId, choiceContext } = getTransferFactoryV2(view, { transfer }, {});
  const extraArgs = { context: choiceContext.choiceContextData, meta: emptyTokenMetadata };
  const result = await submitWithDuplicateAsConflict(request.tracking_id, () =>
    submitForChoiceResult<TokenStandardResult>(wallet, {
      actAs: [wallet.party],
      command: createInterfaceExerciseCommand(
        tokenInterfacesV2.transferFactory,
        factoryId,
        "TransferFactory_Transfer",
        { transfer, actors: [wallet.party], extraArgs },
      ),
      commandId: `token-standard-transfer-v2-${request.tracking_id}`,
    }),
  );
  return toTokenStandardResultJson(result);
};

export const exerciseTransferInstructionV2 = async (
  wallet: UserWallet,
  contractId: ContractId,
  choice: TransferInstructionChoice,
) => {
  const view = viewV2(wallet);
  requireOwnTransfer(view, contractId, wallet.party);
  const context = getTransferInstructionChoiceContext(view, contractId, { choice });
  const result = await submitForChoiceResult<TokenStandardResult>(wallet, {
    actAs: [wallet.party],
    command: createInterfaceExerciseCommand(
      tokenInterfacesV2.transferInstruction,
      contractId,
      `TransferInstruction_${transferInstructionChoices[choice]}`,
      {
        actors: [wallet.party],
        extraArgs: { context: context.choiceContextData, meta: emptyTokenMetadata },
      },
    ),
  });
  return toTokenStandardResultJson(result);
};

export interface CreateTokenAllocationRequestV2 {
  readonly settlement: {
    readonly executors: readonly Party[];
    readonly settlement_ref: { readonly id: string; readonly cid?: ContractId };
    readonly settlement_deadline?: number;
    readonly meta?: JsonObject;
  };
  readonly transfer_leg_sides: readonly {
    readonly transfer_leg_id: string;
    readonly side: "SENDERSIDE" | "RECEIVERSIDE";
    readonly otherside: Party;
    readonly amount: string;
    readonly meta?: JsonObject;
  }[];
  readonly next_iteration_funding?: Readonly<Record<string, string>>;
  readonly committed: boolean;
  readonly meta?: JsonObject;
}

export const createTokenAllocationV2 = async (
  wallet: UserWallet,
  request: CreateTokenAllocationRequestV2,
) => {
  const view = viewV2(wallet);
  const { settlement, transfer_leg_sides: sides, next_iteration_funding: funding } = request;
  const { settlement_ref: reference, settlement_deadline: deadline } = settlement;
  const allocation = {
    admin: requireAmuletRules(view.splice).payload.dso,
    authorizer: createBasicAccount(wallet.party),
    transferLegSides: sides.map((side) => ({
      transferLegId: side.transfer_leg_id,
      side: side.side === "SENDERSIDE" ? "SenderSide" : "ReceiverSide",
      otherside: createBasicAccount(side.otherside),
      amount: formatAmount(readPositiveAmount(side.amount)),
      instrumentId: "Amulet",
      meta: { values: side.meta ?? {} },
    })),
    settlementDeadline: deadline === undefined ? null : convertMicrosToTimestamp(deadline),
    nextIterationFunding: funding ?? null,
    committed: request.committed,
    meta: { values: request.meta ?? {} },
  };
  const { factoryId, choiceContext } = getAllocationFactoryV2(view, { allocation }, {});
  const { authorizerChangeCids, ...result } = await submitForChoiceResult<
    Omit<TokenStandardResult, "senderChangeCids"> & {
      readonly authorizerChangeCids: Readonly<Record<string, readonly ContractId[]>>;
    }
  >(wallet, {
    actAs: [wallet.party],
    command: createInterfaceExerciseCommand(
      tokenInterfacesV2.allocationFactory,
      factoryId,
      "AllocationFactory_Allocate",
      {
        settlement: {
          executors: settlement.executors,
          id: reference.id,
          cid: reference.cid ?? null,
          meta: { values: settlement.meta ?? {} },
        },
        allocation,
        requestedAt: convertMicrosToTimestamp(view.now),
        inputHoldingCids: selectLargestAmuletIds(view, wallet.party),
        actors: [wallet.party],
        extraArgs: { context: choiceContext.choiceContextData, meta: emptyTokenMetadata },
      },
    ),
  });
  return toTokenStandardResultJson({
    ...result,
    senderChangeCids: authorizerChangeCids["Amulet"] ?? [],
  });
};

/** Withdraws an allocation of either version. */
export const withdrawTokenAllocationV2 = async (wallet: UserWallet, contractId: ContractId) => {
  const context = createAllocationChoiceContextV2(viewV2(wallet), contractId, {});
  const result = await submitForChoiceResult<{
    readonly authorizerHoldingCids: Readonly<Record<string, readonly ContractId[]>>;
    readonly meta: { readonly values: JsonObject };
  }>(wallet, {
    actAs: [wallet.party],
    command: createInterfaceExerciseCommand(
      tokenInterfacesV2.allocation,
      contractId,
      "Allocation_Withdraw",
      {
        actors: [wallet.party],
        extraArgs: { context: context.choiceContextData, meta: emptyTokenMetadata },
      },
    ),
  });
  return { authorizer_holding_cids: result.authorizerHoldingCids, meta: result.meta.values };
};
