import type { ContractId } from "../../base/identifiers/identifiers.ts";
import { formatAmount } from "../amount.ts";
import { contractJson } from "../contract-json.ts";
import { conflict, notFound } from "../service-error.ts";
import type { SpliceContract } from "../splice-state.ts";
import { trackedOffer } from "../tracking.ts";
import { timeText, viewOf } from "../validator-node.ts";
import type { TokenTransfer } from "./token-standard.ts";
import { byInstall, positive, type Wallet } from "./wallet.ts";

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
