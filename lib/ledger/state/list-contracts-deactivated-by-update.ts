import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";

/** Returns the contracts that the update may have deactivated. */
export const listContractsDeactivatedByUpdate = (update: Update): readonly ContractId[] => {
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
