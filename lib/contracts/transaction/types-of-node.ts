import type { TypeId } from "../../base/identifiers/identifiers.ts";
import type { Node } from "../../base/model/node.ts";

/** The templates and interfaces that a node names: what its packages must be able to stand for. */
export const typesOfNode = (node: Node): readonly TypeId[] => {
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
