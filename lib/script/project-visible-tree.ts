import type { NodeId, Party } from "../base/identifiers/identifiers.ts";
import type { Transaction } from "../base/model/node.ts";
import { unit } from "../base/values/constructors.ts";
import type { ScriptTransactionEvent } from "../contracts/daml-lf/script/submit-codec.ts";

/**
 * Returns the creates and exercises that the readers see, as a tree in order of execution. If the readers
 * do not see a node, its visible descendants take its place. Rolled-back nodes are left out.
 */
export const projectVisibleTree = (
  { roots, nodes }: Transaction,
  readers: ReadonlySet<Party>,
): readonly ScriptTransactionEvent[] => {
  const visible = (ids: readonly NodeId[]): readonly ScriptTransactionEvent[] =>
    ids.flatMap((id): readonly ScriptTransactionEvent[] => {
      const node = nodes[id];
      if (node?.kind !== "create" && node?.kind !== "exercise") return [];
      const isSeen = node.witnesses.some((party) => readers.has(party));
      if (node.kind === "create") {
        const { contractId, templateId: template, argument } = node.contract;
        return isSeen ? [{ kind: "created", contractId, template, argument }] : [];
      }
      const children = visible(node.children);
      if (!isSeen) return children;
      const { contractId, templateId: template, interfaceId, choice, argument, result } = node;
      return [
        {
          kind: "exercised",
          contractId,
          template,
          interfaceId,
          choice,
          argument,
          result: result ?? unit,
          children,
        },
      ];
    });
  return visible(roots);
};
