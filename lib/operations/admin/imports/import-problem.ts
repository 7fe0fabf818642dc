import type { ContractId } from "../../../base/identifiers/identifiers.ts";

/**
 * The kind of a problem:
 * - `unreadable`: the blob is missing or cannot be decoded.
 * - `notAuthentic`: the blob does not match the contract id; or the contract id has a format that
 *   participants do not accept.
 * - `unknownTemplate`: no known package has the template.
 * - `unknownSynchronizer`: the ledger is not connected to the contract's synchronizer, or to the
 *   synchronizer that the contract is being reassigned to.
 * - `alreadyKnown`: the contract is or was on the ledger, or is in the import twice.
 * - `incomplete`: the contract was imported as active, although the participant had not yet seen
 *   its unassignment from another synchronizer.
 */
export type ImportProblemKind =
  | "unreadable"
  | "notAuthentic"
  | "unknownTemplate"
  | "unknownSynchronizer"
  | "alreadyKnown"
  | "incomplete";

/** The reason why a contract was not imported, or was imported as `incomplete`. */
export interface ImportProblem {
  readonly kind: ImportProblemKind;
  /** `""` if it cannot be read. */
  readonly contractId: ContractId;
  /** `""` if it cannot be read. */
  readonly templateId: string;
  /** A sentence. */
  readonly message: string;
}
