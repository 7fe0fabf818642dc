import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";

/** Returns TEMPLATES_OR_INTERFACES_NOT_FOUND for a type that no known package defines. */
export const unresolvedType = (id: TypeId): LedgerError =>
  ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `${id} is not known to this participant, or not as it is used.`,
    resources: [["TEMPLATE_ID", id]],
  });
