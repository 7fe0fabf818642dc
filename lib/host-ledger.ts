import type { Offset } from "./ground/identifiers/identifiers.ts";
import type { Decide, DueDecision } from "./ledger/port/decision.ts";
import type { Ledger } from "./ledger/port/ledger.ts";
import { JournaledLedger, type LedgerParts } from "./ledger/shell/journaled-ledger.ts";
import { prune } from "./operations/admin/prune.ts";
import { type Caller, trustedCaller } from "./operations/authorization/caller.ts";
import { submit, type SubmitRequest } from "./operations/commands/submit.ts";
import type { SubmitResult } from "./operations/commands/submit-result.ts";
import { assignDue, isAssignmentDue } from "./operations/reassignments/assign-due.ts";

/** The ledger as its host has it: it runs, and the operations that programs call most are its methods. */
export interface HostLedger extends Ledger {
  fork(): Promise<HostLedger>;

  /**
   * Executes commands as one atomic transaction. Resolves once it is on the ledger; rejects with the
   * LedgerError of what refuses it. The caller is the host itself unless told otherwise.
   */
  submit(request: SubmitRequest, caller?: Caller): Promise<SubmitResult>;

  /**
   * Forgets the updates and completions up to and including `offset`; active contracts stay. Rejects
   * with NON_POSITIVE_OFFSET, OFFSET_AFTER_LEDGER_END.
   */
  prune(offset: Offset): Promise<void>;
}

/** A ledger whose beginning is what `found` decides, without a step of its clock. */
export const foundHostLedger = async (
  parts: Omit<LedgerParts, "due">,
  found: Decide<void>,
): Promise<HostLedger> => {
  const ledger = new OperatedLedger({ ...parts, due: assignments });
  await ledger.begin(found);
  return ledger;
};

const assignments: DueDecision = { isDue: isAssignmentDue, decide: assignDue };

class OperatedLedger extends JournaledLedger implements HostLedger {
  override async fork(): Promise<HostLedger> {
    return new OperatedLedger(await this.forkParts());
  }

  submit(request: SubmitRequest, caller: Caller = trustedCaller): Promise<SubmitResult> {
    return submit(this, request, caller);
  }

  prune(offset: Offset): Promise<void> {
    return prune(this, offset);
  }
}
