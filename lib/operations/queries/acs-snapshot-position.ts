import type { NodeId, Offset } from "../../base/identifiers/identifiers.ts";

/**
 * The position of a reader in a snapshot of active contracts: after an activation, or after a
 * contract in flight (these come after all activations). Stays valid when updates are added to the
 * ledger.
 */
export type AcsSnapshotPosition =
  | { readonly kind: "activation"; readonly sequence: number }
  | { readonly kind: "inFlight"; readonly offset: Offset; readonly nodeId: NodeId };

export const acsSnapshotBeginPosition: AcsSnapshotPosition = { kind: "activation", sequence: 0 };

export const encodeSnapshotPosition = (position: AcsSnapshotPosition): string =>
  position.kind === "activation"
    ? `a${position.sequence}`
    : `i${position.offset}.${position.nodeId}`;

/** Parses a text that {@link encodeSnapshotPosition} returned. Returns undefined for any other text. */
export const decodeSnapshotPosition = (text: string): AcsSnapshotPosition | undefined => {
  const [, sequence, offset, nodeId] = /^(?:a(\d{1,15})|i(\d{1,15})\.(\d{1,9}))$/.exec(text) ?? [];
  if (sequence !== undefined) return { kind: "activation", sequence: Number(sequence) };
  if (offset === undefined || nodeId === undefined) return undefined;
  return { kind: "inFlight", offset: Number(offset), nodeId: Number(nodeId) };
};
