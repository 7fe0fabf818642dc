import { type Micros, type PackageId, splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { Transaction } from "../../base/model/node.ts";
import { isVettedAt, type Vetting } from "../../base/model/vetting.ts";
import { typesOfNode } from "../../contracts/transaction/types-of-node.ts";

/**
 * Returns a package of the transaction that is not vetted at the time; undefined if all are. Linear
 * in the nodes.
 */
export const unvettedPackage = (
  { nodes }: Transaction,
  vetting: Vetting | undefined,
  time: Micros,
): PackageId | undefined => {
  let previous: PackageId | undefined;
  for (const node of nodes) {
    for (const id of typesOfNode(node)) {
      const { packageId } = splitTypeId(id);
      // Consecutive nodes often have the same package.
      if (packageId !== previous && !isVettedAt(vetting, packageId, time)) return packageId;
      previous = packageId;
    }
  }
  return undefined;
};
