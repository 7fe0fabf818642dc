import { stakeholdersOf } from "../model/contract.ts";
import {
  splitTypeId,
  type Micros,
  type PackageId,
  type Party,
  type SynchronizerId,
  type TypeId,
} from "../model/identifiers.ts";
import { partiesIntersect } from "../model/party-set.ts";
import { isVettedAt } from "../model/vetting.ts";
import { permissionOn } from "../state/hosting.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { FinishedTransaction } from "../transaction/create-partial-transaction.ts";
import type { Node } from "../transaction/node.ts";

/**
 * What a synchronizer must have to execute a transaction, in the order in which it is looked at: hosts
 * of all submitters and of all it informs, the permission to submit, its packages, for inputs that are
 * elsewhere a submitter who could reassign them, its inputs.
 */
export const routingDemands = [
  "submitters",
  "informees",
  "permission",
  "packages",
  "stakeholders",
  "inputs",
] as const;

/** Why a synchronizer cannot execute a transaction: the first demand it does not meet. */
export interface Obstacle {
  readonly kind: (typeof routingDemands)[number];
  /** A clause that names the synchronizer. */
  readonly reason: string;
}

export interface RoutingDemand {
  readonly actAs: readonly Party[];
  /** Whether it is enough that this participant confirms for them. */
  readonly isExternal: boolean;
  readonly finished: FinishedTransaction;
  readonly now: Micros;
}

/** Undefined when the connected synchronizer can execute the transaction. Linear in its nodes. */
export const obstacleOn = (
  synchronizerId: SynchronizerId,
  state: LedgerState,
  { actAs, isExternal, finished, now }: RoutingDemand,
): Obstacle | undefined => {
  const isStranger = (party: Party): boolean =>
    permissionOn(state, party, synchronizerId) === undefined;
  const submitter = actAs.find(isStranger);
  if (submitter !== undefined) {
    return { kind: "submitters", reason: `${submitter} is not hosted on ${synchronizerId}` };
  }
  const informee = finished.informees.find(isStranger);
  if (informee !== undefined) {
    return { kind: "informees", reason: `${informee} is not hosted on ${synchronizerId}` };
  }
  const barred = actAs.find((party) => {
    const permission = permissionOn(state, party, synchronizerId);
    return permission !== "submission" && !(isExternal && permission === "confirmation");
  });
  if (barred !== undefined) {
    const reason = `this participant may not submit for ${barred} on ${synchronizerId}`;
    return { kind: "permission", reason };
  }
  const vetting = state.vetting.get(synchronizerId);
  const unvetted = findPackage(finished, (packageId) => !isVettedAt(vetting, packageId, now));
  if (unvetted !== undefined) {
    return { kind: "packages", reason: `package ${unvetted} is not vetted on ${synchronizerId}` };
  }
  return misplacedInput(synchronizerId, state, { actAs, finished });
};

const findPackage = (
  { transaction }: FinishedTransaction,
  isWanted: (packageId: PackageId) => boolean,
): PackageId | undefined => {
  let previous: PackageId | undefined;
  for (const node of transaction.nodes) {
    for (const id of typesOf(node)) {
      const { packageId } = splitTypeId(id);
      // Neighbours are often of one package.
      if (packageId !== previous && isWanted(packageId)) return packageId;
      previous = packageId;
    }
  }
  return undefined;
};

const typesOf = (node: Node): readonly TypeId[] => {
  switch (node.kind) {
    case "create":
      return [node.contract.templateId];
    case "exercise":
    case "fetch":
      return node.interfaceId === undefined
        ? [node.templateId]
        : [node.templateId, node.interfaceId];
    case "lookupByKey":
      return [node.templateId];
    case "rollback":
      return [];
  }
};

const misplacedInput = (
  synchronizerId: SynchronizerId,
  state: LedgerState,
  { actAs, finished }: Pick<RoutingDemand, "actAs" | "finished">,
): Obstacle | undefined => {
  // With a single synchronizer there is no other place.
  if (state.synchronizers.length === 1) return undefined;
  let misplaced: Obstacle | undefined;
  for (const [contractId, contract] of finished.inputs) {
    const location = state.contracts.get(contractId)?.activation?.synchronizerId;
    if (location === undefined || location === synchronizerId) continue;
    const reason = `the input ${contractId} is on ${location}, not on ${synchronizerId}`;
    if (!partiesIntersect(actAs, stakeholdersOf(contract))) {
      return { kind: "stakeholders", reason: `${reason}, and no submitter is its stakeholder` };
    }
    misplaced ??= { kind: "inputs", reason };
  }
  return misplaced;
};
