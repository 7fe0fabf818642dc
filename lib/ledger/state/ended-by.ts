import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";

/** Contracts of which the update may have ended an activation. */
export const endedBy = (update: Update): readonly ContractId[] => {
  switch (update.kind) {
    case "transaction":
      return update.transaction.nodes.flatMap((node) =>
        node.kind === "exercise" && node.consuming ? [node.contractId] : [],
      );
    case "reassignment":
      return update.events.flatMap((event) =>
        event.kind === "unassigned" ? [event.contractId] : [],
      );
    case "topology":
      return [];
  }
};
