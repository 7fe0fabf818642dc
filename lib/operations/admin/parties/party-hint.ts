import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type { LedgerConfig } from "../../../ledger/port/config.ts";

/**
 * Raises INVALID_ARGUMENT if a party hint begins or ends with a blank. A participant accepts such
 * hints, but then the party's id looks like that of another party.
 */
export const requireNoOuterBlanksInHint = (
  hint: string,
  field: string,
  { precedence }: Pick<LedgerConfig, "precedence">,
): void => {
  if (hint === hint.trim() || precedence === "participant") return;
  throw createInvalidArgumentError({
    field,
    expected: "a party hint without blanks at its beginning and end",
    found: hint,
  });
};
