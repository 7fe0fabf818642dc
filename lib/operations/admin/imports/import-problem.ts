import type { ContractId } from "../../../base/identifiers/identifiers.ts";

/**
 * - `unreadable`: there is no blob, or it is none that a participant has issued.
 * - `notAuthentic`: the blob was altered, its content does not match the contract id; or the id is of a format that participants take nothing of.
 * - `unknownTemplate`: no package known here has the template.
 * - `unknownSynchronizer`: it is on a synchronizer, or on its way to one, that the ledger is not connected to.
 * - `alreadyKnown`: the ledger has, or had, the contract; or it comes twice.
 * - `incomplete`: taken over as active, although its unassignment elsewhere is not known yet.
 */
export type ImportProblemKind =
  | "unreadable"
  | "notAuthentic"
  | "unknownTemplate"
  | "unknownSynchronizer"
  | "alreadyKnown"
  | "incomplete";

/** Why a contract was left out, or what is not certain about one that was taken over. */
export interface ImportProblem {
  readonly kind: ImportProblemKind;
  /** `""` where not even that can be read. */
  readonly contractId: ContractId;
  /** `""` where not even that can be read. */
  readonly templateId: string;
  /** A sentence. */
  readonly message: string;
}
