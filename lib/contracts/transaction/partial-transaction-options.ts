import type { Micros, ParticipantId, Party } from "../../base/identifiers/identifiers.ts";
import type { LedgerView } from "../engine/partial-transaction.ts";
import type { StepQuota } from "../engine/suspension.ts";
import type { PackageSelection } from "../packages/package-selection.ts";

export interface PartialTransactionOptions {
  /** Parties that authorize the root steps. */
  readonly actAs: readonly Party[];
  readonly view: LedgerView;
  readonly packages: PackageSelection;
  readonly quota?: StepQuota | undefined;
  readonly ledgerTime: Micros;
  /** Contract ids depend on it. Default: ledger time. */
  readonly preparationTime?: Micros | undefined;
  readonly participantId: ParticipantId;
  /** 32 bytes. The same seed and steps give the same contract ids. */
  readonly submissionSeed: Uint8Array;
  /**
   * The seed of the first root node, if the caller has determined it. Default: derived from the other
   * options.
   */
  readonly rootSeed?: Uint8Array | undefined;
  /** Maximum number of levels below the outermost value. Default: 100. */
  readonly maxValueNesting?: number;
  /** Maximum number of nodes. Default: no limit. */
  readonly maxNodes?: number;
  /**
   * Rollback of a scope that created or consumed a contract (daml-lf.md 11.4): `"allowed"` (default), as
   * in protocol version 34, or `"refused"` with DAML_EFFECTFUL_ROLLBACK_ERROR, as from 35 on.
   */
  readonly effectfulRollback?: "allowed" | "refused";
}
