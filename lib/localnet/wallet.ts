import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { ContractId, Party } from "../base/identifiers/identifiers.ts";
import type { JsonObject } from "../base/values/json-object.ts";
import { amountOf, divideUp, formatAmount, parseAmount } from "./amount.ts";
import { preapprovalMicros } from "./automation/wallets.ts";
import { exercise, paymentContext, roundNumber, transferInputs, usableRound } from "./commands.ts";
import { contractJson, contractWithState } from "./contract-json.ts";
import { positionsOf, totalsOf } from "./holdings.ts";
import {
  allocationContext,
  allocationFactory,
  amuletRulesOf,
  featuredAppRightOf,
  preapprovalOf,
  type RegistryView,
  transferFactory,
  type TransferInstructionChoice,
  transferInstructionContext,
} from "./registry.ts";
import { badRequest, conflict, notFound, ServiceError } from "./service-error.ts";
import type { SpliceContract } from "./splice-state.ts";
import { interfaces } from "./templates.ts";
import { trackedOffer, trackedTraffic } from "./tracking.ts";
import {
  after,
  resultFor,
  submitFor,
  timeText,
  type ValidatorNode,
  viewOf,
} from "./validator-node.ts";

/** A user's wallet: the party whose amulets it holds, and the contract by which the validator acts for it. */
export interface Wallet extends ValidatorNode {
  readonly userId: string;
  readonly party: Party;
  readonly install: ContractId;
}

/** The wallet of a user at a validator. Raises NOT_FOUND if the user was not onboarded. */
export const walletOf = (validator: ValidatorNode, userId: string): Wallet => {
  const { splice } = viewOf(validator);
  const install = splice
    .all("walletAppInstall")
    .find(
      ({ payload }) =>
        payload.endUserName === userId && payload.validatorParty === validator.validatorParty,
    );
  if (install === undefined) throw notFound(`No wallet found for user: ${userId}`);
  const { contractId, payload } = install;
  return { ...validator, userId, party: payload.endUserParty, install: contractId };
};

const newestRound = ({ splice, now }: RegistryView) => {
  const round = usableRound(splice, now);
  if (round === undefined) throw new ServiceError(503, "No OpenMiningRound is open.");
  return round;
};

const positive = (text: string): bigint => {
  const amount = parseAmount(text);
  if (amount !== undefined && amount > 0n) return amount;
  throw badRequest(
    `The amount must be a positive decimal number with at most 10 decimals: ${text}`,
  );
};

export const balance = (wallet: Wallet) => {
  const view = viewOf(wallet);
  const round = roundNumber(newestRound(view));
  const totals = totalsOf(positionsOf(view.splice, wallet.party, round));
  return {
    round,
    effective_unlocked_qty: formatAmount(totals.unlocked - totals.unlockedFees),
    effective_locked_qty: formatAmount(totals.locked - totals.lockedFees),
    total_holding_fees: formatAmount(totals.unlockedFees + totals.lockedFees),
  };
};

export const amulets = (wallet: Wallet) => {
  const view = viewOf(wallet);
  const round = roundNumber(newestRound(view));
  const positions = positionsOf(view.splice, wallet.party, round).map((position) => ({
    isLocked: position.isLocked,
    json: {
      contract: contractWithState(view.splice, position.contract),
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

/** Mints what a sum of dollars is worth, rounded up. */
export const tap = async (
  wallet: Wallet,
  { amount, command_id: commandId }: { readonly amount: string; readonly command_id?: string },
) => {
  const view = viewOf(wallet);
  const round = newestRound(view);
  const coin = divideUp(positive(amount), amountOf(round.payload.amuletPrice));
  const result = await resultFor<{ readonly amuletSum: { readonly amulet: ContractId } }>(wallet, {
    actAs: [wallet.party],
    command: exercise(
      "amuletRules",
      amuletRulesOf(view.splice).contractId,
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

export const selfGrantFeaturedAppRight = async (wallet: Wallet) => {
  const { splice } = viewOf(wallet);
  const known = featuredAppRightOf(splice, wallet.party);
  if (known !== undefined) return { contract_id: known.contractId };
  const result = await resultFor<{ readonly featuredAppRightCid: ContractId }>(wallet, {
    actAs: [wallet.party],
    command: exercise(
      "amuletRules",
      amuletRulesOf(splice).contractId,
      "AmuletRules_DevNet_FeatureApp",
      { provider: wallet.party },
    ),
  });
  return { contract_id: result.featuredAppRightCid };
};

export const cancelFeaturedAppRights = async (wallet: Wallet): Promise<undefined> => {
  for (;;) {
    const right = featuredAppRightOf(viewOf(wallet).splice, wallet.party);
    if (right === undefined) return undefined;
    const command = exercise("featuredAppRight", right.contractId, "FeaturedAppRight_Cancel", {});
    await submitFor(wallet, { actAs: [wallet.party], command });
  }
};

/** Raises ABORTED while no round is open. */
const contextFor = (view: RegistryView, provider: Party) => {
  const context = paymentContext(view.splice, provider, view.now);
  if (context === undefined) throw new ServiceError(503, "No OpenMiningRound is open.");
  return context;
};

/** The validator pays for a preapproval of 90 days. Answers 409 if there is one already. */
export const createTransferPreapproval = async (wallet: Wallet) => {
  const view = viewOf(wallet);
  const { validatorParty, party } = wallet;
  const known = preapprovalOf(view.splice, party);
  if (known !== undefined) {
    return { status: 409, body: { transfer_preapproval_contract_id: known.contractId } };
  }
  const rules = amuletRulesOf(view.splice);
  const result = await resultFor<{ readonly transferPreapprovalCid: ContractId }>(wallet, {
    actAs: [validatorParty, party],
    command: exercise("amuletRules", rules.contractId, "AmuletRules_CreateTransferPreapproval", {
      context: contextFor(view, validatorParty),
      inputs: transferInputs(view.splice, validatorParty),
      receiver: party,
      provider: validatorParty,
      expiresAt: after(view.now, preapprovalMicros),
      expectedDso: rules.payload.dso,
    }),
  });
  return { status: 200, body: { transfer_preapproval_contract_id: result.transferPreapprovalCid } };
};

export interface PreapprovedTransfer {
  readonly receiver_party_id: Party;
  readonly amount: string;
  readonly deduplication_id: string;
  readonly description?: string;
}

export const sendByPreapproval = async (
  wallet: Wallet,
  request: PreapprovedTransfer,
): Promise<undefined> => {
  const view = viewOf(wallet);
  const { receiver_party_id: receiver, description = null } = request;
  const preapproval = preapprovalOf(view.splice, receiver);
  if (preapproval === undefined) {
    throw badRequest(`Receiver ${receiver} does not have a TransferPreapproval`);
  }
  await once(request.deduplication_id, () =>
    submitFor(wallet, {
      actAs: [wallet.party],
      command: exercise("transferPreapproval", preapproval.contractId, "TransferPreapproval_Send", {
        context: contextFor(view, preapproval.payload.provider),
        inputs: transferInputs(view.splice, wallet.party),
        amount: formatAmount(positive(request.amount)),
        sender: wallet.party,
        description,
      }),
      commandId: `transfer-preapproval-send-${request.deduplication_id}`,
    }),
  );
  return undefined;
};

/** A command that was accepted before answers 409. */
const once = async <Result>(id: string, submit: () => Promise<Result>): Promise<Result> => {
  try {
    return await submit();
  } catch (error) {
    if (isLedgerError(error) && error.details.code === "DUPLICATE_COMMAND") {
      throw conflict(`A request with the id ${id} was accepted before.`);
    }
    throw error;
  }
};

const emptyMeta = { values: {} };

/** Dust-free selection is the ledger's job: all holdings of the sender go in, and change comes back. */
const holdingsOf = ({ splice }: RegistryView, owner: Party): readonly ContractId[] =>
  transferInputs(splice, owner).map(({ value }) => value);

interface TokenResult {
  readonly output: { readonly tag: string; readonly value: JsonObject };
  readonly senderChangeCids: readonly ContractId[];
  readonly meta: { readonly values: JsonObject };
}

/** The result of a choice of the token standard, in the wallet's words. */
const tokenResult = ({ output, senderChangeCids, meta }: TokenResult) => ({
  output: outputOf(output),
  sender_change_cids: senderChangeCids,
  meta: meta.values,
});

const outputOf = ({ tag, value }: TokenResult["output"]): object => {
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

const exerciseInterface = (
  templateId: string,
  contractId: ContractId,
  choice: string,
  choiceArgument: unknown,
) => ({ ExerciseCommand: { templateId, contractId, choice, choiceArgument } });

export interface TokenTransfer {
  readonly receiver_party_id: Party;
  readonly amount: string;
  readonly description: string;
  readonly expires_at: number;
  readonly tracking_id: string;
}

export const createTokenTransfer = async (wallet: Wallet, request: TokenTransfer) => {
  const view = viewOf(wallet);
  const { dso } = amuletRulesOf(view.splice).payload;
  const transfer = {
    sender: wallet.party,
    receiver: request.receiver_party_id,
    amount: formatAmount(positive(request.amount)),
    instrumentId: { admin: dso, id: "Amulet" },
    requestedAt: timeText(view.now),
    executeBefore: timeText(request.expires_at),
    inputHoldingCids: holdingsOf(view, wallet.party),
    meta: { values: { "splice.lfdecentralizedtrust.org/reason": request.description } },
  };
  const factory = transferFactory(view, { expectedAdmin: dso, transfer }, {});
  const result = await once(request.tracking_id, () =>
    resultFor<TokenResult>(wallet, {
      actAs: [wallet.party],
      command: exerciseInterface(
        interfaces.transferFactory,
        factory.factoryId,
        "TransferFactory_Transfer",
        {
          expectedAdmin: dso,
          transfer,
          extraArgs: { context: factory.choiceContext.choiceContextData, meta: emptyMeta },
        },
      ),
      commandId: `token-standard-transfer-${request.tracking_id}`,
    }),
  );
  return tokenResult(result);
};

export const listTokenTransfers = (wallet: Wallet) => {
  const { splice } = viewOf(wallet);
  return {
    transfers: splice
      .all("amuletTransferInstruction")
      .filter(({ payload: { transfer } }) =>
        [transfer.sender, transfer.receiver].includes(wallet.party),
      )
      .map((instruction) => contractJson(splice, instruction)),
  };
};

const choiceNames = { accept: "Accept", reject: "Reject", withdraw: "Withdraw" } as const;

export const onTokenTransfer = async (
  wallet: Wallet,
  contractId: ContractId,
  choice: TransferInstructionChoice,
) => {
  const { choiceContextData } = transferInstructionContext(viewOf(wallet), contractId, { choice });
  const result = await resultFor<TokenResult>(wallet, {
    actAs: [wallet.party],
    command: exerciseInterface(
      interfaces.transferInstruction,
      contractId,
      `TransferInstruction_${choiceNames[choice]}`,
      { extraArgs: { context: choiceContextData, meta: emptyMeta } },
    ),
  });
  return tokenResult(result);
};

/** A choice by which the validator acts for the user of the wallet. */
const byInstall = <Result>(
  wallet: Wallet,
  choice: string,
  argument: unknown,
  commandId?: string,
): Promise<Result> =>
  resultFor<Result>(wallet, {
    actAs: [wallet.validatorParty],
    command: exercise("walletAppInstall", wallet.install, `WalletAppInstall_${choice}`, argument),
    ...(commandId !== undefined && { commandId }),
  });

export const createTransferOffer = async (wallet: Wallet, request: TokenTransfer) => {
  const { tracking_id: trackingId } = request;
  if (trackedOffer(wallet, trackingId) !== undefined) {
    throw conflict(`A transfer offer with the tracking id ${trackingId} was created before.`);
  }
  const { transferOffer } = await byInstall<{ readonly transferOffer: ContractId }>(
    wallet,
    "CreateTransferOffer",
    {
      receiver: request.receiver_party_id,
      amount: { amount: formatAmount(positive(request.amount)), unit: "AmuletUnit" },
      description: request.description,
      expiresAt: timeText(request.expires_at),
      trackingId,
    },
    `transfer-offer-${trackingId}`,
  );
  return { offer_contract_id: transferOffer };
};

const involving = (
  wallet: Wallet,
  key: "transferOffer" | "acceptedTransferOffer",
): readonly object[] => {
  const { splice } = viewOf(wallet);
  return splice
    .all(key)
    .filter(({ payload }) => [payload.sender, payload.receiver].includes(wallet.party))
    .map((offer) => contractJson(splice, offer));
};

export const listTransferOffers = (wallet: Wallet) => ({
  offers: involving(wallet, "transferOffer"),
});

export const listAcceptedTransferOffers = (wallet: Wallet) => ({
  accepted_offers: involving(wallet, "acceptedTransferOffer"),
});

export const transferOfferStatus = (wallet: Wallet, trackingId: string) => {
  const status = trackedOffer(wallet, trackingId);
  if (status === undefined) throw notFound(`Transfer offer ${trackingId} not found.`);
  return status;
};

const offerOf = (wallet: Wallet, contractId: ContractId): SpliceContract<unknown> => {
  const offer = viewOf(wallet).splice.active("transferOffer", contractId);
  if (offer === undefined) throw notFound(`Transfer offer ${contractId} not found.`);
  return offer;
};

export const acceptTransferOffer = async (wallet: Wallet, cid: ContractId) => {
  offerOf(wallet, cid);
  const result = await byInstall<{ readonly acceptedTransferOffer: ContractId }>(
    wallet,
    "TransferOffer_Accept",
    { cid },
  );
  return { accepted_offer_contract_id: result.acceptedTransferOffer };
};

export const rejectTransferOffer = async (wallet: Wallet, cid: ContractId): Promise<undefined> => {
  offerOf(wallet, cid);
  await byInstall(wallet, "TransferOffer_Reject", { cid });
  return undefined;
};

export const withdrawTransferOffer = async (
  wallet: Wallet,
  cid: ContractId,
): Promise<undefined> => {
  offerOf(wallet, cid);
  await byInstall(wallet, "TransferOffer_Withdraw", { cid, reason: "withdrawn by the sender" });
  return undefined;
};

export interface TrafficRequest {
  readonly receiving_validator_party_id: Party;
  readonly domain_id: string;
  readonly traffic_amount: number;
  readonly tracking_id: string;
  readonly expires_at: number;
}

export const createBuyTrafficRequest = async (wallet: Wallet, request: TrafficRequest) => {
  const { tracking_id: trackingId, receiving_validator_party_id: receiver } = request;
  const { state } = wallet.ledger;
  if (!state.parties.has(receiver)) {
    throw badRequest(
      `Could not find participant hosting ${receiver} on domain ${request.domain_id}`,
    );
  }
  if (trackedTraffic(wallet, trackingId) !== undefined) {
    throw conflict(`A traffic request with the tracking id ${trackingId} was created before.`);
  }
  const { buyTrafficRequest } = await byInstall<{ readonly buyTrafficRequest: ContractId }>(
    wallet,
    "CreateBuyTrafficRequest",
    {
      memberId: `PAR::${state.participantId}`,
      synchronizerId: request.domain_id,
      migrationId: "0",
      trafficAmount: String(request.traffic_amount),
      expiresAt: timeText(request.expires_at),
      trackingId,
    },
    `buy-traffic-${trackingId}`,
  );
  return { request_contract_id: buyTrafficRequest };
};

export const buyTrafficStatus = (wallet: Wallet, trackingId: string) => {
  const status = trackedTraffic(wallet, trackingId);
  if (status === undefined) throw notFound(`Buy traffic request ${trackingId} not found.`);
  return status;
};

export interface AllocationRequest {
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

export const allocate = async (wallet: Wallet, request: AllocationRequest) => {
  const view = viewOf(wallet);
  const { dso } = amuletRulesOf(view.splice).payload;
  const { settlement, transfer_leg: leg } = request;
  const allocation = {
    settlement: {
      executor: settlement.executor,
      settlementRef: {
        id: settlement.settlement_ref.id,
        cid: settlement.settlement_ref.cid ?? null,
      },
      requestedAt: timeText(settlement.requested_at),
      allocateBefore: timeText(settlement.allocate_before),
      settleBefore: timeText(settlement.settle_before),
      meta: { values: settlement.meta ?? {} },
    },
    transferLegId: request.transfer_leg_id,
    transferLeg: {
      sender: wallet.party,
      receiver: leg.receiver,
      amount: formatAmount(positive(leg.amount)),
      instrumentId: { admin: dso, id: "Amulet" },
      meta: { values: leg.meta ?? {} },
    },
  };
  const factory = allocationFactory(view, { allocation }, {});
  const result = await resultFor<TokenResult>(wallet, {
    actAs: [wallet.party],
    command: exerciseInterface(
      interfaces.allocationFactory,
      factory.factoryId,
      "AllocationFactory_Allocate",
      {
        expectedAdmin: dso,
        allocation,
        requestedAt: timeText(view.now),
        inputHoldingCids: holdingsOf(view, wallet.party),
        extraArgs: { context: factory.choiceContext.choiceContextData, meta: emptyMeta },
      },
    ),
  });
  return tokenResult(result);
};

export const listAllocations = (wallet: Wallet) => {
  const { splice } = viewOf(wallet);
  return {
    allocations: splice
      .all("amuletAllocation")
      .filter(({ payload }) => payload.allocation.transferLeg.sender === wallet.party)
      .map((allocation) => ({ contract: contractJson(splice, allocation) })),
  };
};

export const withdrawAllocation = async (wallet: Wallet, contractId: ContractId) => {
  const context = allocationContext(viewOf(wallet), contractId, { choice: "withdraw" });
  const result = await resultFor<{
    readonly senderHoldingCids: readonly ContractId[];
    readonly meta: { readonly values: JsonObject };
  }>(wallet, {
    actAs: [wallet.party],
    command: exerciseInterface(interfaces.allocation, contractId, "Allocation_Withdraw", {
      extraArgs: { context: context.choiceContextData, meta: emptyMeta },
    }),
  });
  return { sender_holding_cids: result.senderHoldingCids, meta: result.meta.values };
};

/** GET /v0/wallet/user-status: of any user, with a wallet or without. */
export const userStatus = (validator: ValidatorNode, userId: string) => {
  const { splice } = viewOf(validator);
  const install = splice
    .all("walletAppInstall")
    .find(
      ({ payload }) =>
        payload.endUserName === userId && payload.validatorParty === validator.validatorParty,
    )?.payload;
  return {
    party_id: install?.endUserParty ?? "",
    user_onboarded: install !== undefined,
    user_wallet_installed: install !== undefined,
    has_featured_app_right:
      install !== undefined && featuredAppRightOf(splice, install.endUserParty) !== undefined,
  };
};
