import type { ContractId } from "../../base/identifiers/identifiers.ts";
import { formatAmount } from "../amount.ts";
import { contractJson } from "../contract-json.ts";
import { conflict, notFound } from "../service-error.ts";
import type { SpliceContract } from "../splice-state.ts";
import { trackedOffer } from "../tracking.ts";
import { readRegistryView, timeText } from "../validator-node.ts";
import type { TokenTransfer } from "./token-standard.ts";
import { exerciseByInstall, readPositiveAmount, type Wallet } from "./wallet.ts";

export const createTransferOffer = async (wallet: Wallet, request: TokenTransfer) => {
  const { tracking_id: trackingId } = request;
  if (trackedOffer(wallet, trackingId) !== undefined) {
    throw conflict(`A transfer offer with the tracking id ${trackingId} was created before.`);
  }
  const { transferOffer } = await exerciseByInstall<{ readonly transferOffer: ContractId }>(
    wallet,
    "CreateTransferOffer",
    {
      receiver: request.receiver_party_id,
      amount: { amount: formatAmount(readPositiveAmount(request.amount)), unit: "AmuletUnit" },
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
  const { splice } = readRegistryView(wallet);
  return splice
    .activeContracts(key)
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
  const offer = readRegistryView(wallet).splice.active("transferOffer", contractId);
  if (offer === undefined) throw notFound(`Transfer offer ${contractId} not found.`);
  return offer;
};

export const acceptTransferOffer = async (wallet: Wallet, cid: ContractId) => {
  offerOf(wallet, cid);
  const result = await exerciseByInstall<{ readonly acceptedTransferOffer: ContractId }>(
    wallet,
    "TransferOffer_Accept",
    { cid },
  );
  return { accepted_offer_contract_id: result.acceptedTransferOffer };
};

export const rejectTransferOffer = async (wallet: Wallet, cid: ContractId): Promise<undefined> => {
  offerOf(wallet, cid);
  await exerciseByInstall(wallet, "TransferOffer_Reject", { cid });
  return undefined;
};

export const withdrawTransferOffer = async (
  wallet: Wallet,
  cid: ContractId,
): Promise<undefined> => {
  offerOf(wallet, cid);
  await exerciseByInstall(wallet, "TransferOffer_Withdraw", {
    cid,
    reason: "withdrawn by the sender",
  });
  return undefined;
};
