import type { ContractId } from "../../base/identifiers/identifiers.ts";
import { formatAmount } from "../amount.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import { conflictError, createNotFoundServiceError } from "../service-error.ts";
import { createSpliceContractJson } from "../splice-contract-json.ts";
import type { SpliceContract } from "../splice-state.ts";
import { findTrackedOfferStatus } from "../tracking.ts";
import { convertMicrosToTimestamp } from "../validator-node.ts";
import type { TokenTransferRequest } from "./token-standard.ts";
import { exerciseOnWalletInstall, readPositiveAmount, type UserWallet } from "./wallet.ts";

export const createTransferOffer = async (wallet: UserWallet, request: TokenTransferRequest) => {
  const { tracking_id: trackingId } = request;
  if (findTrackedOfferStatus(wallet, { party: wallet.party, trackingId }) !== undefined) {
    throw conflictError(`A transfer offer with the tracking id ${trackingId} was created before.`);
  }
  const { transferOffer } = await exerciseOnWalletInstall<{ readonly transferOffer: ContractId }>(
    wallet,
    "CreateTransferOffer",
    {
      receiver: request.receiver_party_id,
      amount: { amount: formatAmount(readPositiveAmount(request.amount)), unit: "AmuletUnit" },
      description: request.description,
      expiresAt: convertMicrosToTimestamp(request.expires_at),
      trackingId,
    },
  );
  return { offer_contract_id: transferOffer };
};

const listOffersOfWallet = (
  wallet: UserWallet,
  key: "transferOffer" | "acceptedTransferOffer",
): readonly object[] => {
  const { splice } = readLocalnetStateView(wallet);
  return splice
    .activeContracts(key)
    .filter(({ payload }) => [payload.sender, payload.receiver].includes(wallet.party))
    .map((offer) => createSpliceContractJson(splice, offer));
};

export const listTransferOffers = (wallet: UserWallet) => ({
  offers: listOffersOfWallet(wallet, "transferOffer"),
});

export const listAcceptedTransferOffers = (wallet: UserWallet) => ({
  accepted_offers: listOffersOfWallet(wallet, "acceptedTransferOffer"),
});

export const getTransferOfferStatus = (wallet: UserWallet, trackingId: string) => {
  const status = findTrackedOfferStatus(wallet, { party: wallet.party, trackingId });
  if (status === undefined) {
    throw createNotFoundServiceError(`Transfer offer ${trackingId} not found.`);
  }
  return status;
};

const requireOffer = (wallet: UserWallet, contractId: ContractId): SpliceContract<unknown> => {
  const offer = readLocalnetStateView(wallet).splice.findActiveContract(
    "transferOffer",
    contractId,
  );
  if (offer === undefined) {
    throw createNotFoundServiceError(`Transfer offer ${contractId} not found.`);
  }
  return offer;
};

export const acceptTransferOffer = async (wallet: UserWallet, cid: ContractId) => {
  requireOffer(wallet, cid);
  const result = await exerciseOnWalletInstall<{ readonly acceptedTransferOffer: ContractId }>(
    wallet,
    "TransferOffer_Accept",
    { cid },
  );
  return { accepted_offer_contract_id: result.acceptedTransferOffer };
};

export const rejectTransferOffer = async (
  wallet: UserWallet,
  cid: ContractId,
): Promise<undefined> => {
  requireOffer(wallet, cid);
  await exerciseOnWalletInstall(wallet, "TransferOffer_Reject", { cid });
  return undefined;
};

export const withdrawTransferOffer = async (
  wallet: UserWallet,
  cid: ContractId,
): Promise<undefined> => {
  requireOffer(wallet, cid);
  await exerciseOnWalletInstall(wallet, "TransferOffer_Withdraw", {
    cid,
    reason: "withdrawn by the sender",
  });
  return undefined;
};
