import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import { badRequestError, conflictError, createNotFoundServiceError } from "../service-error.ts";
import { findTrackedTrafficPurchaseStatus } from "../tracking.ts";
import { convertMicrosToTimestamp } from "../validator-node.ts";
import { exerciseOnWalletInstall, type UserWallet } from "./wallet.ts";

export interface TrafficPurchaseRequest {
  readonly receiving_validator_party_id: Party;
  readonly domain_id: string;
  readonly traffic_amount: number;
  readonly tracking_id: string;
  readonly expires_at: number;
}

export const createBuyTrafficRequest = async (
  wallet: UserWallet,
  request: TrafficPurchaseRequest,
) => {
  const { tracking_id: trackingId, receiving_validator_party_id: receiver } = request;
  const { state } = wallet.ledger;
  if (!state.parties.has(receiver)) {
    throw badRequestError(
      `Could not find participant hosting ${receiver} on domain ${request.domain_id}`,
    );
  }
  if (findTrackedTrafficPurchaseStatus(wallet, { party: wallet.party, trackingId }) !== undefined) {
    throw conflictError(`A traffic request with the tracking id ${trackingId} was created before.`);
  }
  const { buyTrafficRequest } = await exerciseOnWalletInstall<{
    readonly buyTrafficRequest: ContractId;
  }>(wallet, "CreateBuyTrafficRequest", {
    memberId: `PAR::${state.participantId}`,
    synchronizerId: request.domain_id,
    migrationId: "0",
    trafficAmount: String(request.traffic_amount),
    expiresAt: convertMicrosToTimestamp(request.expires_at),
    trackingId,
  });
  return { request_contract_id: buyTrafficRequest };
};

export const getTrafficPurchaseStatus = (wallet: UserWallet, trackingId: string) => {
  const status = findTrackedTrafficPurchaseStatus(wallet, { party: wallet.party, trackingId });
  if (status === undefined) {
    throw createNotFoundServiceError(`Buy traffic request ${trackingId} not found.`);
  }
  return status;
};
