import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { exercise, timeOf } from "../commands.ts";
import type { AutomationRule } from "./rule.ts";

/** The stakeholders of a contract without the DSO, who see its expiry. */
const othersThan = (dso: Party, { signatories, observers }: Contract): readonly Party[] =>
  [...signatories, ...observers].filter((party) => party !== dso);

const expirePreapprovals: AutomationRule = {
  name: "expire-transfer-preapprovals",
  effect: "preapproval expired",
  reads: ["amuletRules", "transferPreapproval"],
  actions: (splice) =>
    splice.all("transferPreapproval").flatMap(({ contractId, payload }) => {
      const dso = splice.first("amuletRules")?.payload.dso;
      if (dso === undefined) return [];
      const command = exercise("transferPreapproval", contractId, "TransferPreapproval_Expire", {});
      return [{ at: timeOf(payload.expiresAt) + 1n, actAs: [dso], command }];
    }),
};

const expireTransfers: AutomationRule = {
  name: "expire-transfer-instructions",
  effect: "transfer instruction expired",
  reads: ["amuletRules", "amuletTransferInstruction", "lockedAmulet"],
  actions: (splice) =>
    splice.all("amuletTransferInstruction").flatMap(({ contractId, contract, payload }) => {
      const rules = splice.first("amuletRules");
      if (rules === undefined) return [];
      const { dso } = rules.payload;
      const expireLock = splice.active("lockedAmulet", payload.lockedAmulet) !== undefined;
      const command = exercise(
        "amuletRules",
        rules.contractId,
        "AmuletRules_Amulet_ExpireTransferInstructions",
        {
          expectedDso: dso,
          inputs: [{ transferInstructionCid: contractId, expireLock }],
          observers: othersThan(dso, contract),
        },
      );
      return [{ at: timeOf(payload.transfer.executeBefore) + 1n, actAs: [dso], command }];
    }),
};

const expireAllocations: AutomationRule = {
  name: "expire-allocations",
  effect: "allocation expired",
  reads: ["externalPartyAmuletRules", "amuletAllocation", "lockedAmulet"],
  actions: (splice) =>
    splice.all("amuletAllocation").flatMap(({ contractId, contract, payload }) => {
      const rules = splice.first("externalPartyAmuletRules");
      if (rules === undefined) return [];
      const { dso } = rules.payload;
      const expireLock = splice.active("lockedAmulet", payload.lockedAmulet) !== undefined;
      const command = exercise(
        "externalPartyAmuletRules",
        rules.contractId,
        "ExternalPartyAmuletRules_ExpireAmuletAllocations",
        {
          expectedDso: dso,
          inputs: [{ allocationCid: contractId, expireLock }],
          observers: othersThan(dso, contract),
        },
      );
      const at = timeOf(payload.allocation.settlement.settleBefore) + 1n;
      return [{ at, actAs: [dso], command }];
    }),
};

/** Expiry that LocalNet pauses: only on request. */
export const expiryRules: readonly AutomationRule[] = [
  expirePreapprovals,
  expireTransfers,
  expireAllocations,
];
