import type { Fields, NativeOf } from "./contracts/templates/types/descriptor.ts";
import type { Offset, Party, TypeReference, UpdateId } from "./ground/identifiers/identifiers.ts";
import type { JsonValue } from "./ground/values/json-object.ts";
import type { Decide, DueDecision } from "./ledger/port/decision.ts";
import type { Ledger } from "./ledger/port/ledger.ts";
import { JournaledLedger, type LedgerParts } from "./ledger/shell/journaled-ledger.ts";
import { prune } from "./operations/admin/prune.ts";
import { type Caller, trustedCaller } from "./operations/authorization/caller.ts";
import { submit, type SubmitRequest } from "./operations/commands/submit.ts";
import type { SubmitResult } from "./operations/commands/submit-result.ts";
import { assignDue, isAssignmentDue } from "./operations/reassignments/assign-due.ts";
import { explain } from "./operations/typed/explain.ts";
import {
  type ContractsQuery,
  readContracts,
  readUntypedContracts,
  type UntypedContractsQuery,
} from "./operations/typed/read-contracts.ts";
import { readUpdates, type UpdatesQuery } from "./operations/typed/read-updates.ts";
import type { SeenUpdate } from "./operations/typed/seen-update.ts";
import type { ReadableType } from "./operations/typed/type-names.ts";
import type { TypedContract } from "./operations/typed/typed-contract.ts";
import type { UpdateExplanation } from "./views/visibility/explain-update.ts";

/** The ledger as its host has it: it runs, and the operations that programs call most are its methods. */
export interface HostLedger extends Ledger {
  fork(): Promise<HostLedger>;

  /**
   * Executes commands as one atomic transaction. Resolves once it is on the ledger; rejects with the
   * LedgerError of what refuses it. The caller is the host itself unless told otherwise.
   */
  submit(request: SubmitRequest, caller?: Caller): Promise<SubmitResult>;

  /**
   * The active contracts of a template, with their payloads, or of an interface, with their views; in the order of
   * their activation. Costs as much as there are contracts of the template, or of the parties that read, whichever
   * are fewer. What is in flight between synchronizers is not active.
   *
   * Raises INVALID_ARGUMENT for a party or a field that is not known, PACKAGE_NAMES_NOT_FOUND,
   * NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.
   */
  contracts<Name extends string, F extends Fields>(
    of: ReadableType<Name, F>,
    query?: ContractsQuery<Name, F>,
  ): readonly TypedContract<Name, NativeOf<F>>[];
  /** Of a template that the program does not declare, as `#<package name>:<Module>:<Entity>`: payloads are JSON. */
  contracts(
    of: TypeReference,
    query?: UntypedContractsQuery,
  ): readonly TypedContract<string, JsonValue>[];

  /**
   * What happens from now on, or after an offset, as the parties that read may see it: `for await (const update of
   * ledger.updates({ as: alice }))`. Ends by `break`, with its signal, and with the ledger; updates that nobody asks
   * for are not kept.
   *
   * Raises INVALID_ARGUMENT for a party that is not known, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END,
   * PARTICIPANT_PRUNED_DATA_ACCESSED; the last two also while it is read, when the ledger is reverted or pruned.
   */
  updates(query?: UpdatesQuery): AsyncIterableIterator<SeenUpdate, void, undefined>;

  /**
   * Why a party sees, or does not see, each event of an update: `because` names the rules, `text` says them in words.
   * It is the host's to ask: a party must not be told what it may not see.
   *
   * Raises INVALID_ARGUMENT for an id of no form or a party that is not known, UPDATE_NOT_FOUND also for what is pruned.
   */
  explain(updateId: UpdateId, party: Party): UpdateExplanation;

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

  contracts<Name extends string, F extends Fields>(
    of: ReadableType<Name, F>,
    query?: ContractsQuery<Name, F>,
  ): readonly TypedContract<Name, NativeOf<F>>[];
  contracts(
    of: TypeReference,
    query?: UntypedContractsQuery,
  ): readonly TypedContract<string, JsonValue>[];
  contracts(
    of: ReadableType<string, Fields> | TypeReference,
    query: ContractsQuery<string, Fields> & UntypedContractsQuery = {},
  ): readonly TypedContract[] {
    return typeof of === "string"
      ? readUntypedContracts(this.state, of, query)
      : readContracts(this.state, of, query);
  }

  updates(query: UpdatesQuery = {}): AsyncIterableIterator<SeenUpdate, void, undefined> {
    return readUpdates(this, query);
  }

  explain(updateId: UpdateId, party: Party): UpdateExplanation {
    return explain(this.state, updateId, party);
  }

  prune(offset: Offset): Promise<void> {
    return prune(this, offset);
  }
}
