import { decodePreparedTransaction } from "@canton-network/core-tx-visualizer";

import type { TransactionJson } from "../../lib/api.ts";

/**
 * A transaction as text, one line per node, with children indented below their parent. Consuming exercises
 * are written `consume`. Parties are written as their hints, so that the text is the same on every ledger.
 */
export type Outline = string;

/**
 * Returns the outline of the ledger effects that the submitters see. They contain neither fetches nor
 * rollbacks.
 */
export const outlineOf = ({ events }: TransactionJson): Outline => {
  const lines: string[] = [];
  /** For each possible ancestor of the next node, the node id of its last descendant. */
  const open: number[] = [];
  for (const event of events) {
    const node = "CreatedEvent" in event ? event.CreatedEvent : undefined;
    const exercise = "ExercisedEvent" in event ? event.ExercisedEvent : undefined;
    const { nodeId = 0 } = node ?? exercise ?? {};
    while (nodeId > (open.at(-1) ?? nodeId)) open.pop();
    if (node !== undefined) {
      lines.push(indented(open.length, `create ${entityOf(node.templateId)}`));
    }
    if (exercise === undefined) continue;
    lines.push(indented(open.length, exerciseLine(exercise)));
    open.push(exercise.lastDescendantNodeId);
  }
  return lines.join("\n");
};

/** Returns the outline without the nodes that parties do not see as ledger effects. */
export const withoutFetches = (outline: Outline): Outline =>
  outline
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("fetch "))
    .join("\n");

/** The outline and time bounds of a prepared transaction, in microseconds. */
export interface PreparedOutline {
  readonly outline: Outline;
  readonly minLedgerTime: bigint | undefined;
  readonly maxLedgerTime: bigint | undefined;
}

/** Decodes the base64 message with the wallets' own package. */
export const preparedOutline = (preparedTransaction: string): PreparedOutline => {
  const { transaction, metadata } = decodePreparedTransaction(preparedTransaction);
  const nodes = new Map(
    transaction?.nodes.map(({ nodeId, versionedNode }) => [nodeId, versionedNode]),
  );
  const linesOf = (nodeId: string, depth: number): readonly string[] => {
    const versioned = nodes.get(nodeId);
    const type = versioned?.oneofKind === "v1" ? versioned.v1.nodeType : undefined;
    const below = (children: readonly string[]): readonly string[] =>
      children.flatMap((child) => linesOf(child, depth + 1));
    switch (type?.oneofKind) {
      case "create":
        return [indented(depth, `create ${type.create.templateId?.entityName ?? ""}`)];
      case "fetch": {
        const { templateId, interfaceId } = type.fetch;
        return [
          indented(depth, `fetch ${templateId?.entityName ?? ""}${via(interfaceId?.entityName)}`),
        ];
      }
      case "exercise": {
        const { templateId, interfaceId, choiceId, children, ...exercise } = type.exercise;
        const line = exerciseLine({
          ...exercise,
          choice: choiceId,
          templateId: templateId?.entityName ?? "",
          interfaceId: interfaceId?.entityName ?? null,
        });
        return [indented(depth, line), ...below(children)];
      }
      case "rollback":
        return [indented(depth, "rollback"), ...below(type.rollback.children)];
      case undefined:
        return [indented(depth, `nothing under ${nodeId}`)];
    }
  };
  return {
    outline: (transaction?.roots ?? []).flatMap((root) => linesOf(root, 0)).join("\n"),
    minLedgerTime: metadata?.minLedgerEffectiveTime,
    maxLedgerTime: metadata?.maxLedgerEffectiveTime,
  };
};

interface Exercise {
  readonly choice: string;
  readonly consuming: boolean;
  readonly templateId: string;
  readonly interfaceId: string | null;
  readonly actingParties: readonly string[];
}

const exerciseLine = (exercise: Exercise): string => {
  const { choice, consuming, templateId, interfaceId, actingParties } = exercise;
  const verb = consuming ? "consume" : "exercise";
  const on = entityOf(templateId) + via(interfaceId === null ? undefined : entityOf(interfaceId));
  return `${verb} ${choice} on ${on} by ${actingParties.map(hintOf).sort().join(", ")}`;
};

const via = (interfaceName: string | undefined): string =>
  interfaceName === undefined ? "" : ` via ${interfaceName}`;

/** Returns the last part of a type's id. */
export const entityOf = (typeId: string): string => typeId.slice(typeId.lastIndexOf(":") + 1);

const hintOf = (party: string): string => party.slice(0, party.indexOf("::"));

const indented = (depth: number, line: string): string => "  ".repeat(depth) + line;
