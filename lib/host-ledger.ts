import { createInvalidArgumentError } from "./base/errors/argument-error.ts";
import { markObjectFromThisLibraryCopy } from "./base/errors/copies.ts";
import type { Offset, Party, TypeReference, UpdateId } from "./base/identifiers/identifiers.ts";
import type { JsonValue } from "./base/values/json-object.ts";
import type { Fields, NativeOf } from "./contracts/templates/types/descriptor.ts";
import type { Ledger } from "./ledger/port/ledger.ts";
import type { AutomaticDecision, LedgerDecisionFunction } from "./ledger/port/ledger-decision.ts";
import { getUnsettledCalls } from "./ledger/port/unsettled-calls.ts";
import { isAssignmentDue } from "./ledger/runtime/assignment-timer.ts";
import { JournaledLedger } from "./ledger/runtime/journaled-ledger.ts";
import type { LedgerComponents } from "./ledger/runtime/ledger-components.ts";
import { allocateParty } from "./operations/admin/parties/allocate-party.ts";
import { prune } from "./operations/admin/prune.ts";
import { type Caller, trustedCaller } from "./operations/authorization/caller.ts";
import { addAdviceToErrorCause } from "./operations/commands/add-caller-advice.ts";
import { type DryRun, dryRun, type DryRunRequest } from "./operations/commands/dry-run.ts";
import { setErrorStackToCaller } from "./operations/commands/set-error-stack-to-caller.ts";
import {
  describeFirstCommand,
  submitCommands,
  type SubmitRequest,
} from "./operations/commands/submit.ts";
import type { SubmitResult } from "./operations/commands/submit-result.ts";
import type { FaultRule } from "./operations/faults/fault-rule.ts";
import { FaultRuleRegistry, type Faults } from "./operations/faults/faults.ts";
import { decideDueAssignments } from "./operations/reassignments/decide-due-assignments.ts";
import { getLedgerCallObservers } from "./operations/request-journal/ledger-call-observers.ts";
import { ProgramCallReporter } from "./operations/request-journal/program-call-reporter.ts";
import {
  ObservingRequestJournal,
  type RequestJournal,
  type RequestJournalOptions,
} from "./operations/request-journal/request-journal.ts";
import { explainUpdateForParty } from "./operations/typed/explain.ts";
import {
  type GeneratedType,
  isTypeGeneratedByCodegen,
} from "./operations/typed/generated-types.ts";
import {
  type ContractsQuery,
  type GeneratedTypeContractsQuery,
  readContractsByTypeReference,
  readContractsOfGeneratedType,
  readTypedContracts,
  type UntypedContractsQuery,
} from "./operations/typed/read-contracts.ts";
import { createSeenUpdateStream, type UpdatesQuery } from "./operations/typed/read-updates.ts";
import type { SeenUpdate } from "./operations/typed/to-seen-update.ts";
import type { TypedContract } from "./operations/typed/to-typed-contract.ts";
import type { ReadableContractType } from "./operations/typed/type-names.ts";
import type { UpdateExplanation } from "./views/visibility/explain-update.ts";

/**
 * The ledger that the host program uses. It runs automation, and has methods for the most common
 * operations.
 */
export interface HostLedger extends Ledger {
  fork(): Promise<HostLedger>;

  /**
   * The request journal: the calls to the ledger, and the reason for each result. Empty until it is
   * enabled.
   */
  readonly requests: RequestJournal;

  /** Fault rules for external calls. None by default. */
  readonly faults: Faults;

  /**
   * Allocates a party on this participant and returns its id, `<hint>::<namespace of the participant>`. Default
   * hint: generated. Rejects as `allocateParty` of `ledger-in-a-box/api`, which has more options.
   */
  allocateParty(partyIdHint?: string): Promise<Party>;

  /**
   * Submits commands as one atomic transaction. Resolves after the commit; rejects with a LedgerError.
   * Default caller: the host program itself, with all rights.
   */
  submit(request: SubmitRequest, caller?: Caller): Promise<SubmitResult>;

  /**
   * Returns what a submission would create, archive and exercise, and which events each party would
   * see. Writes nothing. Costs as much as a submission. A real submission would get a different
   * update id and different contract ids. Rejects with the same LedgerError as the submission
   * would.
   */
  dryRun(request: DryRunRequest, caller?: Caller): Promise<DryRun>;

  /**
   * Returns the contracts of the template with the name `#<package name>:<Module>:<Entity>`.
   * Payloads are JSON. Use this form for templates that the program does not declare.
   */
  contracts(
    of: TypeReference,
    query?: UntypedContractsQuery,
  ): readonly TypedContract<string, JsonValue>[];
  /**
   * Returns the contracts of a type that `ledger-in-a-box codegen` generated. Payloads are JSON with the
   * generated types.
   */
  contracts<Read>(
    of: GeneratedType<Read>,
    query?: GeneratedTypeContractsQuery<Read>,
  ): readonly Read[];
  /**
   * Returns the active contracts of a template with their payloads, or of an interface with their
   * views, in order of activation. Contracts that are in flight between synchronizers are not
   * active. The cost grows with the number of contracts of the template, or with the number of
   * contracts of the reading parties if that is smaller.
   *
   * Raises INVALID_ARGUMENT for an unknown party or field, PACKAGE_NAMES_NOT_FOUND,
   * NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.
   */
  contracts<Name extends string, F extends Fields>(
    of: ReadableContractType<Name, F>,
    query?: ContractsQuery<Name, F>,
  ): readonly TypedContract<Name, NativeOf<F>>[];

  /**
   * Yields the updates from now on, or after an offset, with the events that the reading parties
   * may see: `for await (const update of ledger.updates({ as: alice }))`. Ends on `break`, when its
   * signal is aborted, and when the ledger is closed. Updates are not buffered; they are read from
   * the ledger on demand.
   *
   * Raises INVALID_ARGUMENT for an unknown party, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END,
   * PARTICIPANT_PRUNED_DATA_ACCESSED. The last two can also occur during the iteration, if the
   * ledger is reverted or pruned.
   */
  updates(query?: UpdatesQuery): AsyncIterableIterator<SeenUpdate, void, undefined>;

  /**
   * Explains for each event of an update why a party sees it or not: `because` lists the rules,
   * `text` describes them. Do not show the result to the party, because it contains events that the
   * party may not see.
   *
   * Raises INVALID_ARGUMENT for a malformed update id or an unknown party, and UPDATE_NOT_FOUND for
   * an unknown or pruned update.
   */
  explain(updateId: UpdateId, party: Party): UpdateExplanation;

  /**
   * Deletes updates and completions up to and including `offset`; active contracts stay. Rejects with
   * NON_POSITIVE_OFFSET, OFFSET_AFTER_LEDGER_END.
   */
  prune(offset: Offset): Promise<void>;
}

type AnyQuery = ContractsQuery<string, Fields> &
  UntypedContractsQuery &
  GeneratedTypeContractsQuery<unknown>;

const requireType = (of: unknown): void => {
  if (typeof of === "object" && of !== null) return;
  const expected = "a template, an interface, or a name like #<package>:<Module>:<Entity>";
  throw createInvalidArgumentError({ field: "of", expected, found: of });
};

/**
 * Creates a ledger and runs `decideFirst`, whose events become the first entry. The ledger's clock
 * does not advance for that entry.
 */
export const bootstrapLedger = async (
  { due, ...parts }: Omit<HostLedgerParts, "due"> & { readonly due: AutomaticDecision | undefined },
  decideFirst: LedgerDecisionFunction<void>,
): Promise<HostLedger> => {
  const ledger = new OperatedLedger({
    ...parts,
    due: due === undefined ? onlyAssignments : addDueAssignments(due),
  });
  await ledger.commitFirstDecision(decideFirst);
  return ledger;
};

/**
 * Returns automation that makes the due assignments of contracts in flight, and runs `due` if no
 * assignment is due.
 */
const addDueAssignments = (due: AutomaticDecision): AutomaticDecision => ({
  isDue: (state, now) => isAssignmentDue(state, now) || due.isDue(state, now),
  decide: (state, context) => {
    const assigned = decideDueAssignments(state, context);
    return assigned.events.length > 0 ? assigned : due.decide(state, context);
  },
});

const onlyAssignments: AutomaticDecision = { isDue: isAssignmentDue, decide: decideDueAssignments };

/** The parts of a ledger, including the host's options. */
export interface HostLedgerParts extends LedgerComponents {
  /** Undefined if the request journal is disabled. */
  readonly requests: RequestJournalOptions | undefined;
  readonly faults: readonly FaultRule[];
}

class OperatedLedger extends JournaledLedger implements HostLedger {
  readonly requests: RequestJournal;
  readonly faults: FaultRuleRegistry;
  readonly #calls: ProgramCallReporter;
  readonly #unsettled = getUnsettledCalls(this);

  constructor(parts: HostLedgerParts) {
    super(parts);
    markObjectFromThisLibraryCopy(this);
    const audience = getLedgerCallObservers(this);
    this.#calls = new ProgramCallReporter(this, audience, parts.time);
    this.requests = new ObservingRequestJournal(audience, parts.reportError);
    if (parts.requests !== undefined) this.requests.keep(parts.requests);
    // No decision has position 0, so the seed of that position is free for the faults.
    this.faults = new FaultRuleRegistry(parts.seeds.computeSeed(0));
    this.faults.set(parts.faults);
  }

  override async fork(): Promise<HostLedger> {
    const parts = await this.forkParts();
    const faults = Array.from(this.faults, ({ rule }) => rule);
    return new OperatedLedger({ ...parts, requests: this.requests.kept, faults });
  }

  allocateParty(partyIdHint = ""): Promise<Party> {
    const allocate = async (noted: Caller): Promise<Party> => {
      try {
        const { partyDetails } = await allocateParty(this, { partyIdHint }, noted);
        return partyDetails.party;
      } catch (error) {
        setErrorStackToCaller(error, allocate);
        throw error;
      }
    };
    return this.#calls.run("ledger.allocateParty", trustedCaller, allocate);
  }

  submit(request: SubmitRequest, caller: Caller = trustedCaller): Promise<SubmitResult> {
    const submitted = this.#calls.run("ledger.submit", caller, (noted) =>
      submitCommands(this, request, noted),
    );
    return this.#unsettled.isRecorded
      ? this.#unsettled.record(submitted, `ledger.submit${describeFirstCommand(request)}`)
      : submitted;
  }

  dryRun(request: DryRunRequest, caller: Caller = trustedCaller): Promise<DryRun> {
    return this.#calls.run("ledger.dryRun", caller, (noted) => dryRun(this, request, noted));
  }

  contracts(
    of: TypeReference,
    query?: UntypedContractsQuery,
  ): readonly TypedContract<string, JsonValue>[];
  contracts<Read>(
    of: GeneratedType<Read>,
    query?: GeneratedTypeContractsQuery<Read>,
  ): readonly Read[];
  contracts<Name extends string, F extends Fields>(
    of: ReadableContractType<Name, F>,
    query?: ContractsQuery<Name, F>,
  ): readonly TypedContract<Name, NativeOf<F>>[];
  contracts(
    of: ReadableContractType<string, Fields> | GeneratedType | TypeReference,
    query: AnyQuery = {},
  ): readonly unknown[] {
    this.assertNotReverting();
    return this.#calls.run("ledger.contracts", trustedCaller, () => {
      if (typeof of === "string") {
        try {
          return readContractsByTypeReference(this.state, of, query);
        } catch (error) {
          throw addAdviceToErrorCause(error, this.state);
        }
      }
      requireType(of);
      return isTypeGeneratedByCodegen(of)
        ? readContractsOfGeneratedType(this.state, of, query)
        : readTypedContracts(this.state, of, query);
    });
  }

  updates(query: UpdatesQuery = {}): AsyncIterableIterator<SeenUpdate, void, undefined> {
    this.assertNotReverting();
    return this.#calls.run("ledger.updates", trustedCaller, () =>
      createSeenUpdateStream(this, query),
    );
  }

  explain(updateId: UpdateId, party: Party): UpdateExplanation {
    this.assertNotReverting();
    return explainUpdateForParty(this.state, updateId, party);
  }

  prune(offset: Offset): Promise<void> {
    return this.#calls.run("ledger.prune", trustedCaller, (noted) => prune(this, offset, noted));
  }
}
