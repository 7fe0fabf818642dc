import type { NodeId, Party } from "../base/identifiers/identifiers.ts";
import type { Transaction } from "../base/model/node.ts";
import { unit } from "../base/values/constructors.ts";
import type { TransactionNode } from "../contracts/daml-lf/script/submission-form.ts";

/**
 * The creates and exercises of a transaction that the readers see, in one another as they happened. What is below
 * something that they do not see stands in its place; what was rolled back is left out.
 */
export const visibleRoots = (
  { roots, nodes }: Transaction,
  readers: ReadonlySet<Party>,
): readonly TransactionNode[] => {
  const visible = (ids: readonly NodeId[]): readonly TransactionNode[] =>
    ids.flatMap((id): readonly TransactionNode[] => {
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
