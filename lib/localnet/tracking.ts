import { type Party, splitTypeId } from "../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../base/model/node.ts";
import type { TransactionUpdate } from "../base/model/update.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { findEffectiveNodes } from "../views/visibility/find-effective-nodes.ts";
import { readLocalnetStateView } from "./localnet-state-view.ts";
import type { SpliceContract } from "./splice-state.ts";
import type { ValidatorNode } from "./validator-node.ts";

/** A tracking id, which a client chose, and the party whose wallet made the request. */
interface TrackedRequest {
  readonly party: Party;
  readonly trackingId: string;
}

interface RequestFields {
  readonly trackingId?: unknown;
  /** The requesting party in a transfer offer. */
  readonly sender?: unknown;
  /** The requesting party in a request to buy traffic. */
  readonly endUserParty?: unknown;
}

const isOfRequest = (fields: RequestFields, { party, trackingId }: TrackedRequest): boolean =>
  fields.trackingId === trackingId && (fields.sender ?? fields.endUserParty) === party;

/** Returns the active contract of a request. */
const findActiveRequest = <Payload extends RequestFields>(
  contracts: readonly SpliceContract<Payload>[],
  request: TrackedRequest,
) => contracts.find(({ payload }) => isOfRequest(payload, request));

const findCreatingUpdateId = (
  { ledger: { state } }: ValidatorNode,
  { contractId }: SpliceContract<unknown>,
): string => {
  const offset = state.contracts.get(contractId)?.created.offset;
  return (offset === undefined ? undefined : state.log.get(offset)?.update?.updateId) ?? "";
};

interface TransferEnding {
  readonly choice: string;
  readonly argument: JsonObject;
  readonly result: JsonObject;
  readonly update: TransactionUpdate;
}

/**
 * Returns the exercise that ended a request; its result contains the tracking id and the party. Searches the ledger's
 * updates from the newest back, in time linear in their number.
 */
const findEndingExercise = (
  { ledger: { state } }: ValidatorNode,
  entities: readonly string[],
  request: TrackedRequest,
): TransferEnding | undefined => {
  const jsonOf = (node: ExerciseNode, side: "argument" | "result"): JsonObject => {
    const value = node[side];
    const type = state.packages.template(node.templateId)?.choices.get(node.choice)?.[side];
    if (type === undefined || value === undefined) return {};
    const json: unknown = state.packages.codec(type).encode(value);
    return isJsonObject(json) ? json : {};
  };
  for (const [, { update }] of state.log.entriesReversed()) {
    if (update?.kind !== "transaction") continue;
    for (const node of findEffectiveNodes(update.transaction)) {
      if (node.kind !== "exercise") continue;
      if (!entities.includes(splitTypeId(node.templateId).qualifiedName)) continue;
      const result = jsonOf(node, "result");
      const { trackingInfo } = result;
      if (!isJsonObject(trackingInfo) || !isOfRequest(trackingInfo, request)) continue;
      return { choice: node.choice, argument: jsonOf(node, "argument"), result, update };
    }
  }
  return undefined;
};

const toTextOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the status of a wallet's transfer offer; undefined if none of its offers has the tracking id. */
export const findTrackedOfferStatus = (
  node: ValidatorNode,
  request: TrackedRequest,
): object | undefined => {
  const { splice } = readLocalnetStateView(node);
  const offer = findActiveRequest(splice.activeContracts("transferOffer"), request);
  if (offer !== undefined) {
    const { contractId } = offer;
    return {
      status: "created",
      transaction_id: findCreatingUpdateId(node, offer),
      contract_id: contractId,
    };
  }
  const accepted = findActiveRequest(splice.activeContracts("acceptedTransferOffer"), request);
  if (accepted !== undefined) {
    return {
      status: "accepted",
      transaction_id: findCreatingUpdateId(node, accepted),
      contract_id: accepted.contractId,
    };
  }
  const entities = [
    "Splice.Wallet.TransferOffer:AcceptedTransferOffer",
    "Splice.Wallet.TransferOffer:TransferOffer",
  ];
  const ending = findEndingExercise(node, entities, request);
  if (ending === undefined) return undefined;
  const { choice, argument, result, update } = ending;
  if (choice === "AcceptedTransferOffer_Complete") {
    return {
      status: "completed",
      transaction_id: update.updateId,
      contract_id: getReceivedAmuletId(result),
    };
  }
  if (choice.endsWith("_Expire")) return { status: "failed", failure_kind: "expired" };
  const isBySender = choice === "TransferOffer_Withdraw" || choice.endsWith("_Abort");
  return isBySender
    ? {
        status: "failed",
        failure_kind: "withdrawn",
        withdrawn_reason: toTextOrEmpty(argument["reason"]),
      }
    : { status: "failed", failure_kind: "rejected" };
};

const getReceivedAmuletId = ({ transferResult }: JsonObject): string => {
  const created = isJsonObject(transferResult) ? transferResult["createdAmulets"] : [];
  const [first] = Array.isArray(created) ? (created as readonly unknown[]) : [];
  return isJsonObject(first) ? toTextOrEmpty(first["value"]) : "";
};

/** Returns the status of a wallet's request to buy traffic; undefined if none has the tracking id. */
export const findTrackedTrafficPurchaseStatus = (
  node: ValidatorNode,
  request: TrackedRequest,
): object | undefined => {
  const { splice } = readLocalnetStateView(node);
  if (findActiveRequest(splice.activeContracts("buyTrafficRequest"), request) !== undefined) {
    return { status: "created" };
  }
  const entities = ["Splice.Wallet.BuyTrafficRequest:BuyTrafficRequest"];
  const ending = findEndingExercise(node, entities, request);
  if (ending === undefined) return undefined;
  const { choice, argument, update } = ending;
  if (choice === "BuyTrafficRequest_Complete") {
    return { status: "completed", transaction_id: update.updateId };
  }
  if (choice === "BuyTrafficRequest_Expire") {
    return { status: "failed", failure_reason: "expired" };
  }
  return {
    status: "failed",
    failure_reason: "rejected",
    rejection_reason: toTextOrEmpty(argument["reason"]),
  };
};
