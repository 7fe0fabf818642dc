import type { Micros, ParticipantId, Party } from "../../base/identifiers/identifiers.ts";
import type { VisibleContractLookup } from "../engine/partial-transaction.ts";
import type { StepQuota } from "../engine/suspension.ts";
import type { PackageSelection } from "../packages/package-selection.ts";

export interface PartialTransactionOptions {
  /** Parties that authorize the root steps. */
  readonly actAs: readonly Party[];
  readonly view: VisibleContractLookup;
  readonly packages: PackageSelection;
  readonly quota?: StepQuota | undefined;
  readonly ledgerTime: Micros;
  /** The preparation time, which contract ids depend on. Default: ledger time. */
  readonly preparationTime?: Micros | undefined;
  readonly participantId: ParticipantId;
  /** 32 bytes. The same seed and steps give the same contract ids. */
  readonly submissionSeed: Uint8Array;
  /** The seed of the first root node. Default: derived from the other options. */
  readonly rootSeed?: Uint8Array | undefined;
  /** Maximum number of levels below the outermost value. Default: 100. */
  readonly maxValueNesting?: number;
  /** Maximum number of nodes. Default: no limit. */
  readonly maxNodes?: number;
  /**
   * The reaction when a scope that created or consumed a contract is rolled back (daml-lf.md 11.4).
   * `"allowed"` (default): the scope is rolled back, as in protocol version 34. `"refused"`: raises
   * DAML_EFFECTFUL_ROLLBACK_ERROR, as in protocol version 35 and later.
   */
  readonly effectfulRollback?: "allowed" | "refused";
}
