import type { TypeId } from "../../base/identifiers/identifiers.ts";
import type { Node } from "../../base/model/node.ts";

/** Returns the templates and interfaces that a node names; their packages must be available. */
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
