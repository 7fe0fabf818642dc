import type { Value } from "../../base/values/value.ts";
import { interpretationError } from "./interpretation-error.ts";

/**
 * Raises VALUE_NESTING if more than `limit` levels are below the outermost value (daml-lf.md 10.2). Linear
 * in the size of the value; the stack depth is at most the limit.
 */
export const assertNesting = (value: Value, limit: number): void => descend(value, limit, limit);

const descend = (value: Value, room: number, limit: number): void => {
  switch (value.kind) {
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
    case "enum":
      return;
    case "optional":
      if (value.value !== undefined) descend(value.value, below(room, limit), limit);
      return;
    case "variant":
      return descend(value.value, below(room, limit), limit);
    case "list":
      return descendAll(value.elements, room, limit);
    case "record":
      return descendAll(value.fields, room, limit);
    case "textMap":
      for (const [, of] of value.entries) descend(of, below(room, limit), limit);
      return;
    case "genMap":
      for (const entry of value.entries) descendAll(entry, room, limit);
  }
};

const descendAll = (values: readonly Value[], room: number, limit: number): void => {
  if (values.length === 0) return;
  const inner = below(room, limit);
  for (const value of values) descend(value, inner, limit);
};

const below = (room: number, limit: number): number => {
  if (room <= 0) {
    throw interpretationError("VALUE_NESTING", {
      cause: `Value exceeds the maximum nesting of ${limit} levels`,
    });
  }
  return room - 1;
};
