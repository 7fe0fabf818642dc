import type { ContractId } from "../../../base/identifiers/identifiers.ts";

/**
 * The kind of a problem:
 * - `unreadable`: the blob is missing, or no participant has issued it.
 * - `notAuthentic`: the blob was changed and does not match the contract id; or participants
 *   accept no ids of this format.
 * - `unknownTemplate`: no known package has the template.
 * - `unknownSynchronizer`: the ledger is not connected to the synchronizer of the contract, or to
 *   its target.
 * - `alreadyKnown`: the ledger has or had the contract; or the contract is in the import twice.
 * - `incomplete`: imported as active, although its unassignment from another synchronizer is not
 *   known yet.
 */
export type ImportProblemKind =
  | "unreadable"
  | "notAuthentic"
  | "unknownTemplate"
  | "unknownSynchronizer"
  | "alreadyKnown"
  | "incomplete";

/** The reason why a contract was left out, or why an imported one is uncertain. */
export interface ImportProblem {
  readonly kind: ImportProblemKind;
  /** `""` if it cannot be read. */
  readonly contractId: ContractId;
  /** `""` if it cannot be read. */
  readonly templateId: string;
  /** A sentence. */
  readonly message: string;
}
