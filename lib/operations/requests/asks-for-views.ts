/** Where requests have their formats, and older ones what stands for one. */
const formatFields = ["eventFormat", "updateFormat", "transactionFormat", "filter"] as const;

/** Whether a request asks for what interfaces show of contracts: Daml code works that out while it is answered. */
export const asksForViews = (request: unknown): boolean => {
  if (typeof request !== "object" || request === null) return false;
  const fields = request as Readonly<Record<string, unknown>>;
  return formatFields.some((name) => Object.hasOwn(fields, name) && hasViews(fields[name], levels));
};

/** More than there are from a format to what it says of views; what is read may nest deeper than there is room to look. */
const levels = 12;

const hasViews = (part: unknown, left: number): boolean => {
  if (typeof part !== "object" || part === null || left === 0) return false;
  if ("includeInterfaceView" in part && part.includeInterfaceView === true) return true;
  return Object.values(part).some((each) => hasViews(each, left - 1));
};
