import { childOf } from "./json-pointer.ts";

/** Whether a body asks for no kind of update: a participant takes it for nothing that is wanted. */
export const isEmptyFormat = (body: unknown): boolean => {
  const format = childOf(body, "updateFormat");
  return (
    typeof format === "object" &&
    format !== null &&
    kinds.every((kind) => (childOf(format, kind) ?? null) === null)
  );
};

const kinds = ["includeTransactions", "includeReassignments", "includeTopologyEvents"];
