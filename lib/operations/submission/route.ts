import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import { createPartySet, partiesIntersect, type PartySet } from "../../base/model/party-set.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import { getApiVersionRules } from "../../ledger/port/api-version.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../ledger/state/synchronizers.ts";
import {
  automaticReassignmentFailedError,
  type InputContractReassignmentBatch,
} from "../reassignments/reassign-inputs.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import {
  type InputWithSynchronizer,
  locateTransactionInputs,
  planInputReassignments,
} from "./located-inputs.ts";
import {
  explainInadmissibleSynchronizer,
  requireAdmissibleSynchronizers,
  type TransactionParties,
} from "./require-admissible-synchronizers.ts";
import {
  requireSynchronizerConnected,
  unusableSynchronizerError,
} from "./require-selectable-packages.ts";
import { findUnvettedPackage } from "./transaction-packages.ts";

/**
 * The synchronizer that executes a transaction, and the inputs to reassign to it before the
 * transaction.
 */
export interface TransactionRoute {
  readonly synchronizerId: SynchronizerId;
  readonly moves: readonly InputContractReassignmentBatch[];
}

export type RoutingContext = Pick<LedgerDecisionInputs, "now" | "config">;

/**
 * Returns the synchronizer that executes a transaction (ledger-api.md 2.9). It is the prescribed
 * synchronizer, if any; otherwise the one that has all inputs, if it hosts all informees; otherwise
 * the best one that can execute the transaction: by priority, then by the number of inputs to
 * reassign, then by id. A synchronizer can execute the transaction if it hosts all parties, allows
 * this participant to submit, and has the packages vetted.
 *
 * Raises UNKNOWN_CONTRACT_SYNCHRONIZERS, the errors of {@link requireAdmissibleSynchronizers},
 * INVALID_PRESCRIBED_SYNCHRONIZER_ID if the selected synchronizer (the prescribed one, or the one
 * that has all inputs) cannot execute the transaction, and NO_SYNCHRONIZER_FOR_SUBMISSION if none
 * can. If inputs must be reassigned, also raises
 * SUBMITTER_ALWAYS_STAKEHOLDER if no acting or reading party is a stakeholder of them, and
 * AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED if the reassignment fails for another reason. Before
 * API version 3.6, the inputs that are not reassigned need such a stakeholder, too. Pure; linear
 * in the transaction.
 */
export const routeTransaction = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  {
    finished,
    context,
  }: { readonly finished: FinishedTransaction; readonly context: RoutingContext },
): TransactionRoute =>
  new SynchronizerRouting(state, admitted, { finished, context }).chooseRoute();

class SynchronizerRouting {
  readonly #state: LedgerState;
  readonly #admitted: AdmittedSubmission;
  readonly #finished: FinishedTransaction;
  readonly #context: RoutingContext;
  readonly #parties: TransactionParties;

  constructor(
    state: LedgerState,
    admitted: AdmittedSubmission,
    { finished, context }: { finished: FinishedTransaction; context: RoutingContext },
  ) {
    this.#state = state;
    this.#admitted = admitted;
    this.#finished = finished;
    this.#context = context;
    const { submission, isExternal = false } = admitted;
    const informees = this.#findHostedInformees();
    this.#parties = { actAs: submission.actAs, informees, isExternal };
  }

  chooseRoute(): TransactionRoute {
    const { synchronizerId: prescribed } = this.#admitted;
    if (prescribed !== undefined) requireSynchronizerConnected(this.#state, prescribed);
    const located = this.#locateTransactionInputs();
    const admissible = requireAdmissibleSynchronizers(this.#state, this.#parties);
    if (located.length === 0) {
      return prescribed === undefined
        ? this.#routeWithoutInputs(admissible)
        : this.#routeWithoutReassignments(prescribed);
    }
    const [place, ...others] = new Set(located.map(({ synchronizerId }) => synchronizerId));
    const isScattered = others.length > 0;
    const isElsewhere = prescribed !== undefined && place !== prescribed;
    if (place === undefined || isScattered || isElsewhere || !this.#hostsInformees(place)) {
      return this.#routeWithReassignments(located, admissible);
    }
    return this.#routeWithoutReassignments(place);
  }

  #locateTransactionInputs(): readonly InputWithSynchronizer[] {
    // With a single synchronizer, all inputs are on it.
    if (this.#state.synchronizers.length === 1) return [];
    return locateTransactionInputs(this.#state, this.#admitted, this.#finished);
  }

  /**
   * Returns the informees that a synchronizer must host. With `assumeDisclosedActive`, excludes
   * unknown stakeholders of unknown contracts, because other participants host them.
   */
  #findHostedInformees(): PartySet {
    const { informees, inputs } = this.#finished;
    const { contracts, hosting } = this.#state;
    // A string, to compare it with party ids: the participant's own party has the participant's id.
    const own: string = this.#state.participantId;
    if (!this.#context.config.assumeDisclosedActive) return informees;
    const elsewhere = new Set<string>();
    for (const [contractId, contract] of inputs) {
      if (contracts.get(contractId) !== undefined) continue;
      for (const party of getStakeholders(contract)) {
        if (!hosting.has(party) && party !== own) elsewhere.add(party);
      }
    }
    return elsewhere.size === 0 ? informees : informees.filter((party) => !elsewhere.has(party));
  }

  #hostsInformees(synchronizerId: SynchronizerId): boolean {
    return this.#parties.informees.every(
      (party) => findHostingPermission(this.#state, party, synchronizerId) !== undefined,
    );
  }

  /** Returns the route of a transaction whose inputs do not determine the synchronizer. */
  #routeWithoutInputs(admissible: readonly Synchronizer[]): TransactionRoute {
    let best: Synchronizer | undefined;
    for (const each of admissible) {
      const isBetter = best === undefined || compareByPreference(each, best) < 0;
      if (isBetter && this.#findVettingObstacle(each.id) === undefined) best = each;
    }
    if (best === undefined) {
      this.#requireUsableForInputs();
      throw this.#noSynchronizer();
    }
    return { synchronizerId: best.id, moves: [] };
  }

  /**
   * Raises the error for inputs on a single synchronizer that cannot execute the transaction. (With
   * a single synchronizer, `chooseRoute` does not look up where the inputs are.)
   */
  #requireUsableForInputs(): void {
    const [only, ...others] = this.#state.synchronizers;
    if (only === undefined || others.length > 0) return;
    if (locateTransactionInputs(this.#state, this.#admitted, this.#finished).length === 0) return;
    this.#requireUsable(only.id);
  }

  #routeWithoutReassignments(synchronizerId: SynchronizerId): TransactionRoute {
    this.#requireUsable(synchronizerId);
    return { synchronizerId, moves: [] };
  }

  /** Returns the route if inputs must be reassigned. */
  #routeWithReassignments(
    located: readonly InputWithSynchronizer[],
    admissible: readonly Synchronizer[],
  ): TransactionRoute {
    const { submission, readAs, synchronizerId: prescribed } = this.#admitted;
    const readers = [...submission.actAs, ...readAs];
    const { stakeholderOfUnmovedInputs } = getApiVersionRules(this.#context.config.apiVersion);
    if (stakeholderOfUnmovedInputs === "required") requireStakeholder(located, readers);
    const gather = (target: SynchronizerId) =>
      planInputReassignments(located, target, { state: this.#state, readers });
    if (prescribed !== undefined) {
      this.#requireUsable(prescribed);
      const gathering = gather(prescribed);
      if (gathering.kind === "impossible") {
        requireStakeholder(
          located.filter(({ synchronizerId }) => synchronizerId !== prescribed),
          readers,
        );
        throw automaticReassignmentFailedError(gathering.reason);
      }
      return this.#requireReassignmentAllowed({
        synchronizerId: prescribed,
        moves: gathering.moves,
      });
    }
    const candidates = this.#filterVettedSynchronizers(admissible);
    if (candidates.length === 0) throw this.#noSynchronizer();
    const reasons: string[] = [];
    const ranked = candidates.flatMap((synchronizer) => {
      const gathering = gather(synchronizer.id);
      if (gathering.kind === "possible") return [{ synchronizer, ...gathering }];
      reasons.push(gathering.reason);
      return [];
    });
    const [best] = ranked.toSorted(
      (left, right) =>
        compareByPriority(left.synchronizer, right.synchronizer) ||
        left.size - right.size ||
        compareById(left.synchronizer, right.synchronizer),
    );
    if (best === undefined) {
      requireStakeholder(located, readers);
      throw noSynchronizerError(reasons);
    }
    return this.#requireReassignmentAllowed({
      synchronizerId: best.synchronizer.id,
      moves: best.moves,
    });
  }

  #requireReassignmentAllowed(found: TransactionRoute): TransactionRoute {
    if (found.moves.length === 0 || this.#context.config.automaticReassignment) return found;
    throw automaticReassignmentFailedError(
      "they are on different synchronizers, and this ledger does not reassign contracts automatically",
    );
  }

  #requireUsable(prescribed: SynchronizerId): void {
    const obstacle = this.#findObstacle(prescribed);
    if (obstacle !== undefined) throw unusableSynchronizerError(prescribed, obstacle);
  }

  #filterVettedSynchronizers(admissible: readonly Synchronizer[]): readonly Synchronizer[] {
    return admissible.filter(({ id }) => this.#findVettingObstacle(id) === undefined);
  }

  #findObstacle(synchronizerId: SynchronizerId): string | undefined {
    return (
      explainInadmissibleSynchronizer(synchronizerId, this.#state, this.#parties) ??
      this.#findVettingObstacle(synchronizerId)
    );
  }

  #findVettingObstacle(synchronizerId: SynchronizerId): string | undefined {
    const vetting = this.#state.vetting.get(synchronizerId);
    const unvetted = findUnvettedPackage(this.#finished.transaction, vetting, this.#context.now);
    return unvetted && `package ${unvetted} is not vetted on ${synchronizerId}`;
  }

  #noSynchronizer(): LedgerError {
    return noSynchronizerError(
      this.#state.synchronizers.flatMap(({ id }) => this.#findObstacle(id) ?? []),
    );
  }
}

const compareByPriority = (left: Synchronizer, right: Synchronizer): number =>
  right.parameters.priority - left.parameters.priority;

const compareById = (left: Synchronizer, right: Synchronizer): number =>
  left.id < right.id ? -1 : 1;

const compareByPreference = (left: Synchronizer, right: Synchronizer): number =>
  compareByPriority(left, right) || compareById(left, right);

/** Raises SUBMITTER_ALWAYS_STAKEHOLDER unless every input has a reader as stakeholder. */
const requireStakeholder = (
  located: readonly InputWithSynchronizer[],
  readers: readonly Party[],
): void => {
  const parties = createPartySet(readers);
  const unseen = located
    .filter(({ contract }) => !partiesIntersect(parties, getStakeholders(contract)))
    .map(({ contract }) => contract.contractId);
  if (unseen.length === 0) return;
  throw ledgerError("SUBMITTER_ALWAYS_STAKEHOLDER", {
    cause: `The transaction requires reassignments, but no submitter is a stakeholder of ${unseen.join(", ")}.`,
    resources: [["CONTRACT_IDS", unseen.join(", ")]],
  });
};

const noSynchronizerError = (reasons: readonly string[]): LedgerError =>
  ledgerError("NO_SYNCHRONIZER_FOR_SUBMISSION", {
    cause: `No connected synchronizer can execute the transaction: ${reasons.join("; ")}.`,
  });
