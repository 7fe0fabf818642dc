import { invalidArgument } from "./base/errors/argument-error.ts";
import type { Offset, Party, TypeReference, UpdateId } from "./base/identifiers/identifiers.ts";
import type { JsonValue } from "./base/values/json-object.ts";
import type { Fields, NativeOf } from "./contracts/templates/types/descriptor.ts";
import type { Decide, DueDecision } from "./ledger/port/decision.ts";
import type { Ledger } from "./ledger/port/ledger.ts";
import { JournaledLedger } from "./ledger/runtime/journaled-ledger.ts";
import type { LedgerParts } from "./ledger/runtime/ledger-parts.ts";
import { prune } from "./operations/admin/prune.ts";
import { type Caller, trustedCaller } from "./operations/authorization/caller.ts";
import { submit, type SubmitRequest } from "./operations/commands/submit.ts";
import type { SubmitResult } from "./operations/commands/submit-result.ts";
import type { FaultRule } from "./operations/faults/fault-rule.ts";
import { FaultBook, type Faults } from "./operations/faults/faults.ts";
import { assignDue, isAssignmentDue } from "./operations/reassignments/assign-due.ts";
import { audienceOf } from "./operations/request-journal/heard-calls.ts";
import { ProgramCalls } from "./operations/request-journal/program-calls.ts";
import {
  KeptRequests,
  type RequestJournal,
  type RequestJournalOptions,
} from "./operations/request-journal/request-journal.ts";
import { explain } from "./operations/typed/explain.ts";
import { type GeneratedType, isGenerated } from "./operations/typed/generated-types.ts";
import {
  type ContractsQuery,
  type GeneratedContractsQuery,
  readContracts,
  readGeneratedContracts,
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

  /** The request journal: which calls it answered, and what decided about each. Empty until it is told to keep them. */
  readonly requests: RequestJournal;

  /** What is to go wrong with calls from outside; nothing until it is told. */
  readonly faults: Faults;

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
  /** Of what `ledger-in-a-box codegen` has generated, as its constant reads contracts: payloads are JSON, with their types. */
  contracts<Read>(of: GeneratedType<Read>, query?: GeneratedContractsQuery<Read>): readonly Read[];
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

type AnyQuery = ContractsQuery<string, Fields> &
  UntypedContractsQuery &
  GeneratedContractsQuery<unknown>;

const requireType = (of: unknown): void => {
  if (typeof of === "object" && of !== null) return;
  const expected = "a template, an interface, or its name as #<package>:<Module>:<Entity>";
  throw invalidArgument({ field: "of", expected, found: of });
};

/** A ledger whose beginning is what `found` decides, without a step of its clock. */
export const foundHostLedger = async (
  { due, ...parts }: Omit<OperatedParts, "due"> & { readonly due: DueDecision | undefined },
  found: Decide<void>,
): Promise<HostLedger> => {
  const ledger = new OperatedLedger({ ...parts, due: due === undefined ? assignments : both(due) });
  await ledger.begin(found);
  return ledger;
};

/** Assigns what is in flight first, and then what else is due. */
const both = (due: DueDecision): DueDecision => ({
  isDue: (state, now) => isAssignmentDue(state, now) || due.isDue(state, now),
  decide: (state, context) => {
    const assigned = assignDue(state, context);
    return assigned.events.length > 0 ? assigned : due.decide(state, context);
  },
});

const assignments: DueDecision = { isDue: isAssignmentDue, decide: assignDue };

/** What a ledger is made of together with what its host asked of it. */
export interface OperatedParts extends LedgerParts {
  /** Undefined for none. */
  readonly requests: RequestJournalOptions | undefined;
  readonly faults: readonly FaultRule[];
}

class OperatedLedger extends JournaledLedger implements HostLedger {
  readonly requests: RequestJournal;
  readonly faults: FaultBook;
  readonly #calls: ProgramCalls;

  constructor(parts: OperatedParts) {
    super(parts);
    const audience = audienceOf(this);
    this.#calls = new ProgramCalls(this, audience, parts.time);
    this.requests = new KeptRequests(audience, parts.reportError);
    if (parts.requests !== undefined) this.requests.keep(parts.requests);
    // No decision is made at position 0.
    this.faults = new FaultBook(parts.seeds.at(0));
    this.faults.set(parts.faults);
  }

  override async fork(): Promise<HostLedger> {
    const parts = await this.forkParts();
    const faults = Array.from(this.faults, ({ rule }) => rule);
    return new OperatedLedger({ ...parts, requests: this.requests.kept, faults });
  }

  submit(request: SubmitRequest, caller: Caller = trustedCaller): Promise<SubmitResult> {
    return this.#calls.run("ledger.submit", caller, (noted) => submit(this, request, noted));
  }

  contracts<Name extends string, F extends Fields>(
    of: ReadableType<Name, F>,
    query?: ContractsQuery<Name, F>,
  ): readonly TypedContract<Name, NativeOf<F>>[];
  contracts<Read>(of: GeneratedType<Read>, query?: GeneratedContractsQuery<Read>): readonly Read[];
  contracts(
    of: TypeReference,
    query?: UntypedContractsQuery,
  ): readonly TypedContract<string, JsonValue>[];
  contracts(
    of: ReadableType<string, Fields> | GeneratedType | TypeReference,
    query: AnyQuery = {},
  ): readonly unknown[] {
    return this.#calls.run("ledger.contracts", trustedCaller, () => {
      if (typeof of === "string") return readUntypedContracts(this.state, of, query);
      requireType(of);
      return isGenerated(of)
        ? readGeneratedContracts(this.state, of, query)
        : readContracts(this.state, of, query);
    });
  }

  updates(query: UpdatesQuery = {}): AsyncIterableIterator<SeenUpdate, void, undefined> {
    return this.#calls.run("ledger.updates", trustedCaller, () => readUpdates(this, query));
  }

  explain(updateId: UpdateId, party: Party): UpdateExplanation {
    return explain(this.state, updateId, party);
  }

  prune(offset: Offset): Promise<void> {
    return this.#calls.run("ledger.prune", trustedCaller, (noted) => prune(this, offset, noted));
  }
}
