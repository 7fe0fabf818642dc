import { readJsonChild } from "./json-pointer.ts";

/**
 * Returns true if a body has an update format without any kind of update: a participant returns
 * nothing for it.
 */
export const hasEmptyUpdateFormat = (body: unknown): boolean => {
  const format = readJsonChild(body, "updateFormat");
  return (
    typeof format === "object" &&
    format !== null &&
    updateFormatFields.every((kind) => (readJsonChild(format, kind) ?? null) === null)
  );
};

const updateFormatFields = ["includeTransactions", "includeReassignments", "includeTopologyEvents"];
