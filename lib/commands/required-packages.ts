import { splitTypeId, type Micros, type PackageId, type TypeId } from "../model/identifiers.ts";
import { isVettedAt, type Vetting } from "../model/vetting.ts";
import type { Node, Transaction } from "../transaction/node.ts";

/** A package that the transaction uses and that is not vetted at the time. Linear in its nodes. */
export const unvettedPackage = (
  { nodes }: Transaction,
  vetting: Vetting | undefined,
  time: Micros,
): PackageId | undefined => {
  let previous: PackageId | undefined;
  for (const node of nodes) {
    for (const id of typesOf(node)) {
      const { packageId } = splitTypeId(id);
      // Neighbours are often of one package.
      if (packageId !== previous && !isVettedAt(vetting, packageId, time)) return packageId;
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
