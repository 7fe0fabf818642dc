import {
  splitTypeId,
  type ContractId,
  type Micros,
  type PackageId,
  type Party,
  type SynchronizerId,
  type TypeId,
} from "../model/identifiers.ts";
import type { ParticipantPermission } from "../model/update.ts";
import { isVettedAt } from "../model/vetting.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { FinishedTransaction } from "../transaction/create-partial-transaction.ts";
import type { Node } from "../transaction/node.ts";

/** Why a synchronizer cannot execute a transaction. */
export interface Obstacle {
  readonly kind: "submitters" | "informees" | "packages" | "inputs";
  /** A clause that names the synchronizer. */
  readonly reason: string;
}

export interface RoutingDemand {
  readonly actAs: readonly Party[];
  readonly finished: FinishedTransaction;
  readonly now: Micros;
}

/**
 * The first thing that keeps a connected synchronizer from executing a transaction, in the order of
 * {@link Obstacle.kind}; undefined when nothing does. Linear in the transaction.
 */
export const obstacleOn = (
  synchronizerId: SynchronizerId,
  state: LedgerState,
  { actAs, finished, now }: RoutingDemand,
): Obstacle | undefined => {
  const isBarred = (party: Party): boolean =>
    permissionOf(state, party, synchronizerId) !== "submission";
  const submitter = actAs.find(isBarred);
  if (submitter !== undefined) {
    return { kind: "submitters", reason: `${submitter} may not submit on ${synchronizerId}` };
  }
  const isStranger = (party: Party): boolean =>
    permissionOf(state, party, synchronizerId) === undefined;
  const informee = finished.informees.find(isStranger);
  if (informee !== undefined) {
    return { kind: "informees", reason: `${informee} is not hosted on ${synchronizerId}` };
  }
  const vetting = state.vetting.get(synchronizerId);
  const unvetted = findPackage(finished, (packageId) => !isVettedAt(vetting, packageId, now));
  if (unvetted !== undefined) {
    return { kind: "packages", reason: `package ${unvetted} is not vetted on ${synchronizerId}` };
  }
  return misplacedInput(synchronizerId, state, finished.inputs.keys());
};

/** What this participant may do for the party there; for itself, everything. */
const permissionOf = (
  state: LedgerState,
  party: Party,
  synchronizerId: SynchronizerId,
): ParticipantPermission | undefined => {
  const hosted = state.hosting.get(party)?.get(synchronizerId);
  if (hosted !== undefined) return hosted;
  const own: string = state.participantId;
  if (party === own) return "submission";
  // Who is hosted elsewhere only may be informed, wherever that is.
  return state.parties.get(party)?.isLocal === false ? "observation" : undefined;
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
  inputs: Iterable<ContractId>,
): Obstacle | undefined => {
  // With a single synchronizer there is no other place.
  if (state.synchronizers.length === 1) return undefined;
  for (const contractId of inputs) {
    const location = state.contracts.get(contractId)?.activation?.synchronizerId;
    if (location === undefined || location === synchronizerId) continue;
    const reason = `the input ${contractId} is on ${location}, not on ${synchronizerId}`;
    return { kind: "inputs", reason };
  }
  return undefined;
};
