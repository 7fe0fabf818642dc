import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { createSpliceExerciseCommand, parsePayloadTime } from "../commands.ts";
import type { AutomationAction, AutomationRule } from "./rule.ts";

/** Returns the stakeholders of a contract except the DSO. They see that the contract expires. */
const othersThan = (dso: Party, { signatories, observers }: Contract): readonly Party[] =>
  [...signatories, ...observers].filter((party) => party !== dso);

const expirePreapprovals: AutomationRule = {
  name: "expire-transfer-preapprovals",
  effect: "preapproval expired",
  reads: ["transferPreapproval"],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("transferPreapproval").map(({ contractId, payload }) => {
      const { dso } = amuletRules.payload;
      const command = createSpliceExerciseCommand(
        "transferPreapproval",
        contractId,
        "TransferPreapproval_Expire",
        {},
      );
      return { at: parsePayloadTime(payload.expiresAt) + 1n, actAs: [dso], command };
    }),
};

const expireTransfers: AutomationRule = {
  name: "expire-transfer-instructions",
  effect: "transfer instruction expired",
  reads: ["amuletTransferInstruction", "lockedAmulet"],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("amuletTransferInstruction").map(({ contractId, contract, payload }) => {
      const { dso } = amuletRules.payload;
      const expireLock =
        splice.findActiveContract("lockedAmulet", payload.lockedAmulet) !== undefined;
      const command = createSpliceExerciseCommand(
        "amuletRules",
        amuletRules.contractId,
        "AmuletRules_Amulet_ExpireTransferInstructions",
        {
          expectedDso: dso,
          inputs: [{ transferInstructionCid: contractId, expireLock }],
          observers: othersThan(dso, contract),
        },
      );
      const at = parsePayloadTime(payload.transfer.executeBefore) + 1n;
      return { at, actAs: [dso], command };
    }),
};

const expireAllocations: AutomationRule = {
  name: "expire-allocations",
  effect: "allocation expired",
  reads: ["externalPartyAmuletRules", "amuletAllocation", "amuletAllocationV2", "lockedAmulet"],
  actions: (splice) => {
    const rules = splice.firstContract("externalPartyAmuletRules");
    if (rules === undefined) return [];
    const { dso } = rules.payload;
    const byRules = (expiresAt: string, choice: string, argument: object): AutomationAction => ({
      at: parsePayloadTime(expiresAt) + 1n,
      actAs: [dso],
      command: createSpliceExerciseCommand(
        "externalPartyAmuletRules",
        rules.contractId,
        choice,
        argument,
      ),
    });
    const isLocked = (id: string | null): boolean =>
      id !== null && splice.findActiveContract("lockedAmulet", id) !== undefined;
    const versionOne = splice
      .activeContracts("amuletAllocation")
      .map(({ contractId, contract, payload }) =>
        byRules(
          payload.allocation.settlement.settleBefore,
          "ExternalPartyAmuletRules_ExpireAmuletAllocations",
          {
            expectedDso: dso,
            inputs: [{ allocationCid: contractId, expireLock: isLocked(payload.lockedAmulet) }],
            observers: othersThan(dso, contract),
          },
        ),
      );
    const versionTwo = splice
      .activeContracts("amuletAllocationV2")
      .map(({ contractId, contract, payload }) => {
        const expireLock = { tag: "AV_Bool", value: isLocked(payload.lockedAmulet) };
        const extraArgs = {
          context: { values: { "expire-lock": expireLock } },
          meta: { values: {} },
        };
        return byRules(payload.expiresAt, "ExternalPartyAmuletRules_ExpireAmuletAllocationsV2", {
          cancellations: [{ _1: contractId, _2: { actors: [dso], extraArgs } }],
          observers: othersThan(dso, contract),
        });
      });
    return [...versionOne, ...versionTwo];
  },
};

/** Rules that Splice's LocalNet pauses. They act only if the option `on` names them. */
export const pausedAutomationRules: readonly AutomationRule[] = [
  expirePreapprovals,
  expireTransfers,
  expireAllocations,
];
