import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";

/**
 * Returns TEMPLATES_OR_INTERFACES_NOT_FOUND for a type that no known package defines, or that lacks
 * the choice or key.
 */
export const createUnresolvedTypeError = (id: TypeId): LedgerError =>
  ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `This participant does not know ${id}, or it lacks the choice or key that the transaction uses.`,
    resources: [["TEMPLATE_ID", id]],
  });
