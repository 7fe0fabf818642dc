import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { DeduplicationPeriod } from "../../base/model/completion.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { Submission, TraceContext } from "../../base/model/update.ts";
import type { PackageSelection } from "../../contracts/packages/package-selection.ts";
import type { DecisionCaller } from "../../ledger/port/ledger-decision.ts";
import type { ReceivedSubmission } from "../../ledger/port/overlapping-submissions.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { SignedTransactionExpectations } from "./signed-transaction-expectations.ts";
import type { SubmissionRootCommand } from "./submission-root-command.ts";

/** A decoded, authorized and validated submission: the input of a decision. */
export interface AdmittedSubmission extends DecisionCaller {
  /** The submission. Its submission id is `""` if the ledger must create one. */
  readonly submission: Submission;
  /** Parties to read as, in addition to the acting ones. */
  readonly readAs: PartySet;
  readonly commands: readonly SubmissionRootCommand[];
  /** An error that prevents interpretation: a value outside the range of its type. */
  readonly interpretationError?: LedgerError | undefined;
  /** The selection of a package for each package name. */
  readonly packages: PackageSelection;
  readonly disclosedContracts: ReadonlyMap<ContractId, Contract>;
  /** The prescribed synchronizer; undefined for any. */
  readonly synchronizerId: SynchronizerId | undefined;
  /** Lower bound of the ledger time. */
  readonly minLedgerTime: Micros | undefined;
  /** Undefined means the longest period that the ledger allows. */
  readonly deduplicationPeriod: DeduplicationPeriod | undefined;
  readonly traceContext: TraceContext | undefined;
  /**
   * True if the acting parties sign the transaction, instead of letting this participant submit for
   * them.
   */
  readonly isExternal?: boolean;
  /** The signed transaction; absent if the transaction is only being prepared. */
  readonly signed?: SignedTransactionExpectations;
  /**
   * True if the submission must fail as if all its contracts were locked. A fault that a test
   * injected sets it.
   */
  readonly losesRaces?: boolean | undefined;
  /** The arrival of a submission over HTTP or `createFetch`; absent for `ledger.submit`. */
  readonly receivedSubmission?: ReceivedSubmission | undefined;
  /**
   * The state when the submission arrived. If this state allows the submission but the current
   * state does not, because a contract was consumed meanwhile, the submission is rejected with a
   * completion.
   */
  readonly received: LedgerState;
}
