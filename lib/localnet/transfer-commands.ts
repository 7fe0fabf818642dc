import type { ContractId, Party } from "../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../base/model/node.ts";
import { isJsonObject } from "../base/values/json-object.ts";
import { findEffectiveNodes } from "../views/visibility/find-effective-nodes.ts";
import type { LocalnetStateView } from "./localnet-state-view.ts";
import { createNotFoundServiceError } from "./service-error.ts";
import { createSpliceContractJson, type SpliceContractJson } from "./splice-contract-json.ts";

type TransferCommandStatus =
  | { readonly status: "created" | "sent" }
  | {
      readonly status: "failed";
      readonly failure_kind: "failed" | "expired" | "withdrawn";
      readonly reason: string;
    };

/**
 * Returns the transfer commands of a sender with a nonce, and the status of each (GET
 * /v0/transfer-command/status of Scan). Takes time linear in the number of the ledger's updates. Raises
 * NOT_FOUND if there is none.
 */
export const requireTransferCommandStatus = (
  { splice }: LocalnetStateView,
  { sender, nonce }: { readonly sender: Party; readonly nonce: number },
) => {
  const commands: Record<
    ContractId,
    { contract: SpliceContractJson; status: TransferCommandStatus }
  > = {};
  for (const { update } of splice.state.log.values()) {
    if (update?.kind !== "transaction") continue;
    for (const node of findEffectiveNodes(update.transaction)) {
      if (node.kind === "create") {
        const command = splice.findContract("transferCommand", node.contract);
        if (command?.payload.sender !== sender || Number(command.payload.nonce) !== nonce) continue;
        const contract = createSpliceContractJson(splice, command);
        commands[command.contractId] = { contract, status: { status: "created" } };
      } else if (node.kind === "exercise" && node.consuming) {
        const command = commands[node.contractId];
        if (command !== undefined) command.status = createEndStatus(splice, node);
      }
    }
  }
  if (Object.keys(commands).length === 0) {
    throw createNotFoundServiceError(
      `Couldn't find transfer command for sender ${sender} with nonce ${nonce} created in the last 24h`,
    );
  }
  return { transfer_commands_by_contract_id: commands };
};

const createEndStatus = (
  { state }: LocalnetStateView["splice"],
  node: ExerciseNode,
): TransferCommandStatus => {
  switch (node.choice) {
    case "TransferCommand_Withdraw":
      return createFailedStatus(
        "withdrawn",
        "The TransferCommand has been withdrawn by the sender",
      );
    case "TransferCommand_Expire":
      return createFailedStatus("expired", "The TransferCommand has expired");
    case "TransferCommand_Send": {
      const type = state.packages.template(node.templateId)?.choices.get(node.choice)?.result;
      const json: unknown =
        type === undefined || node.result === undefined
          ? undefined
          : state.packages.codec(type).encode(node.result);
      const result = isJsonObject(json) ? json["result"] : undefined;
      if (!isJsonObject(result) || result["tag"] === "TransferCommandResultSuccess") {
        return { status: "sent" };
      }
      return createFailedStatus("failed", readFailureReason(result["value"]));
    }
    default:
      return createFailedStatus("failed", `ended by ${node.choice}`);
  }
};

const createFailedStatus = (
  failure_kind: "failed" | "expired" | "withdrawn",
  reason: string,
): TransferCommandStatus => ({
  status: "failed",
  failure_kind,
  reason,
});

/** Returns the description in an InvalidTransferReason, if it has one. */
const readFailureReason = (failure: unknown): string => {
  const reason = isJsonObject(failure) ? failure["reason"] : undefined;
  const details = isJsonObject(reason) ? reason["value"] : undefined;
  const text = isJsonObject(details) ? details["description"] : undefined;
  return typeof text === "string" ? text : JSON.stringify(reason ?? null);
};
