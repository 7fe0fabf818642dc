import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { createTypeVariable } from "../../../base/values/common-types.ts";
import type { Descriptor } from "./descriptor.ts";

/** Returns the names `t1`, `t2`, `t3` and so on. */
export const createTypeParameterNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `t${index + 1}`);

/** Returns placeholders for type arguments, for use in a definition. */
export const createTypeArgumentPlaceholders = (names: readonly string[]): readonly Descriptor[] =>
  names.map((name) => ({
    kind: "variable",
    encode: () => throwPlaceholderUsed(name),
    decode: () => throwPlaceholderUsed(name),
    typeIn: () => createTypeVariable(name),
  }));

const throwPlaceholderUsed = (name: string): never => {
  throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The type parameter ${name} is only a placeholder and has no values.`,
  });
};
