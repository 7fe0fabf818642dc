import type { Micros, ParticipantId, Party } from "../../base/identifiers/identifiers.ts";
import type { LedgerView } from "../engine/partial-transaction.ts";
import type { Pace } from "../engine/suspension.ts";
import type { PackageSelection } from "../packages/package-selection.ts";

export interface PartialTransactionOptions {
  /** Whose authority the root steps have. */
  readonly actAs: readonly Party[];
  readonly view: LedgerView;
  readonly packages: PackageSelection;
  readonly pace?: Pace | undefined;
  readonly ledgerTime: Micros;
  /** Part of what contract ids are made from; ledger time by default. */
  readonly preparationTime?: Micros | undefined;
  readonly participantId: ParticipantId;
  /** 32 bytes; the same seed and steps give the same contract ids. */
  readonly submissionSeed: Uint8Array;
  /** The seed of the first root node, where it was settled before; it follows from the others if not. */
  readonly rootSeed?: Uint8Array | undefined;
  /** Levels below the outermost value; 100 by default. */
  readonly maxValueNesting?: number;
  /** Any number by default. */
  readonly maxNodes?: number;
  /**
   * Whether a scope that created or consumed a contract may be rolled back: `"allowed"` (the default)
   * as on protocol version 34, or refused with DAML_EFFECTFUL_ROLLBACK_ERROR as from 35 on
   * (daml-lf.md 11.4).
   */
  readonly effectfulRollback?: "allowed" | "refused";
}
