import { childOf } from "./json-pointer.ts";

/**
 * Returns true if a body has an update format without any kind of update: a participant returns
 * nothing for it.
 */
export const isEmptyFormat = (body: unknown): boolean => {
  const format = childOf(body, "updateFormat");
  return (
    typeof format === "object" &&
    format !== null &&
    kinds.every((kind) => (childOf(format, kind) ?? null) === null)
  );
};

const kinds = ["includeTransactions", "includeReassignments", "includeTopologyEvents"];
