import { splitTypeId } from "../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../base/model/node.ts";
import type { TransactionUpdate } from "../base/model/update.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { findEffectiveNodes } from "../views/visibility/find-effective-nodes.ts";
import { readLocalnetView } from "./localnet-view.ts";
import type { SpliceContract } from "./splice-state.ts";
import { type ValidatorNode } from "./validator-node.ts";

/** Returns the active request with this tracking id, which its client chose. */
const findByTrackingId = <Payload extends { readonly trackingId: string }>(
  contracts: readonly SpliceContract<Payload>[],
  trackingId: string,
) => contracts.find(({ payload }) => payload.trackingId === trackingId);

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
 * Returns the exercise that ended a request; its result contains the tracking id. Searches the ledger's
 * updates from the newest back, in time linear in their number.
 */
const findEndingExercise = (
  { ledger: { state } }: ValidatorNode,
  entities: readonly string[],
  trackingId: string,
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
      if (!isJsonObject(trackingInfo) || trackingInfo["trackingId"] !== trackingId) continue;
      return { choice: node.choice, argument: jsonOf(node, "argument"), result, update };
    }
  }
  return undefined;
};

const toTextOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the status of a transfer offer; undefined if no offer has the tracking id. */
export const findTrackedOfferStatus = (
  node: ValidatorNode,
  trackingId: string,
): object | undefined => {
  const { splice } = readLocalnetView(node);
  const offer = findByTrackingId(splice.activeContracts("transferOffer"), trackingId);
  if (offer !== undefined) {
    const { contractId } = offer;
    return {
      status: "created",
      transaction_id: findCreatingUpdateId(node, offer),
      contract_id: contractId,
    };
  }
  const accepted = findByTrackingId(splice.activeContracts("acceptedTransferOffer"), trackingId);
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
  const ending = findEndingExercise(node, entities, trackingId);
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

/** Returns the status of a request to buy traffic; undefined if no request has the tracking id. */
export const findTrackedTrafficStatus = (
  node: ValidatorNode,
  trackingId: string,
): object | undefined => {
  const { splice } = readLocalnetView(node);
  if (findByTrackingId(splice.activeContracts("buyTrafficRequest"), trackingId) !== undefined) {
    return { status: "created" };
  }
  const entities = ["Splice.Wallet.BuyTrafficRequest:BuyTrafficRequest"];
  const ending = findEndingExercise(node, entities, trackingId);
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
