import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { DeduplicationPeriod } from "../../base/model/completion.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { Submission, TraceContext } from "../../base/model/update.ts";
import type { PackageSelection } from "../../contracts/packages/package-selection.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { Writer } from "../authorization/commit-for.ts";
import type { RootCommand } from "./root-command.ts";
import type { SignedTransaction } from "./signed-transaction.ts";

/** A submission that is decoded, authorized and valid in itself: all that a decision needs of it. */
export interface AdmittedSubmission extends Writer {
  /** Its submission id is `""` when the ledger is to choose one. */
  readonly submission: Submission;
  /** Parties to read for besides those acting. */
  readonly readAs: PartySet;
  readonly commands: readonly RootCommand[];
  /** What keeps the commands from being interpreted: a value that its type cannot hold. */
  readonly unfit?: LedgerError;
  /** Which packages stand for package names. */
  readonly packages: PackageSelection;
  readonly disclosedContracts: ReadonlyMap<ContractId, Contract>;
  /** Where it has to be executed; undefined: anywhere. */
  readonly synchronizerId: SynchronizerId | undefined;
  /** Lower bound of the ledger time. */
  readonly minLedgerTime: Micros | undefined;
  /** Undefined: the longest this ledger allows. */
  readonly deduplicationPeriod: DeduplicationPeriod | undefined;
  readonly traceContext: TraceContext | undefined;
  /**
   * Whether the acting parties authorize it by signatures, and not by letting this participant submit
   * for them.
   */
  readonly isExternal?: boolean;
  /** What they signed, once they have. */
  readonly signed?: SignedTransaction;
  /** Whether it finds the contracts that it uses locked, whoever else wants them: a fault that a test asked for. */
  readonly losesRaces?: boolean;
  /** The state when the submission came: what changed since then, it lost a race against. */
  readonly received: LedgerState;
}
