import { type Content, type ModelContract, placeAt, stakeholdersOf } from "./contract.ts";
import type { Submission } from "./intent.ts";
import { changeOf } from "./intent.ts";
import { Impossible, interpret, type Interpreted, type ModelEvent } from "./interpret.ts";

/** The unassignment or assignment of a contract. */
export interface Move {
  readonly contractId: string;
  readonly stakeholders: ReadonlySet<string>;
  readonly reassignmentId: string;
  readonly target: string;
  readonly arrives: boolean;
}

/** An update with the content that readers must receive. */
export interface ModelUpdate {
  readonly offset: number;
  readonly updateId: string;
  readonly change?: string;
  readonly events: readonly ModelEvent[];
  readonly moves: readonly Move[];
}

export interface Rights {
  readonly actAs: ReadonlySet<string>;
  readonly readAs: ReadonlySet<string>;
}

export const mayReadAs = (rights: Rights | undefined, party: string): boolean =>
  rights !== undefined && (rights.actAs.has(party) || rights.readAs.has(party));

interface Committed {
  readonly offset: number;
  readonly atMicros: bigint;
}

/**
 * A simple model of the ledger: maps of contracts and a list of updates. It determines the content of the
 * ledger, the visibility of events, and the allowed rejections.
 */
export class Model {
  readonly contracts: Map<string, ModelContract>;
  /** The contracts that are not archived, ordered by when they were created or last reassigned. */
  readonly live: Map<string, ModelContract>;
  readonly updates: ModelUpdate[];
  readonly committed: Map<string, Committed>;
  readonly users: Map<string, Rights>;
  /** Contract ids by reassignment id. */
  readonly flights: Map<string, readonly string[]>;
  prunedUpTo: number;
  /** Updates up to this offset are no longer stored. */
  forgottenUpTo: number;
  /** The model contains all updates up to this offset; rejected commands have offsets, too. */
  seenUpTo: number;

  constructor(from?: Model) {
    this.contracts = new Map(from?.contracts);
    this.live = new Map(from?.live);
    this.updates = [...(from?.updates ?? [])];
    this.committed = new Map(from?.committed);
    this.users = new Map(from?.users);
    this.flights = new Map(from?.flights);
    this.prunedUpTo = from?.prunedUpTo ?? 0;
    this.forgottenUpTo = from?.forgottenUpTo ?? 0;
    this.seenUpTo = from?.seenUpTo ?? 0;
  }

  get end(): number {
    return this.updates.at(-1)?.offset ?? this.forgottenUpTo;
  }

  active(contractId: string): ModelContract | undefined {
    return this.live.get(contractId);
  }

  /** Returns the contracts that can be used or reassigned, in order of their creation or last assignment. */
  activeContracts(): readonly ModelContract[] {
    return [...this.live.values()];
  }

  /** Returns the contract with the key that was created or assigned last. */
  tally(owner: string, name: string): ModelContract | undefined {
    return this.activeContracts().findLast(
      ({ content: { template, fields } }) =>
        template === "Tally" && fields.owner === owner && fields.name === name,
    );
  }

  /**
   * Returns the effects of the submission in the current state. Throws {@link Impossible} if the ledger must
   * reject it.
   */
  attempt(submission: Submission, newId: () => string): Interpreted {
    const known = {
      active: (id: string) => this.active(id),
      ended: (id: string) => (this.live.has(id) ? undefined : this.contracts.get(id)),
      tally: (owner: string, name: string) => this.tally(owner, name),
    };
    return interpret(known, submission, newId);
  }

  /**
   * Returns the valid error codes for a rejection in the current state; none if the submission must succeed.
   */
  obstacles(submission: Submission): readonly string[] {
    let count = 0;
    try {
      this.attempt(submission, () => `new ${count++}`);
      return this.committed.has(changeOf(submission)) ? ["DUPLICATE_COMMAND"] : [];
    } catch (error) {
      if (error instanceof Impossible) return [...error.codes, "DUPLICATE_COMMAND"];
      throw error;
    }
  }

  add(update: ModelUpdate, interpreted: Interpreted, synchronizer: string, atMicros: bigint): void {
    const { offset, change } = update;
    for (const [id, content] of interpreted.created) {
      this.#set(contractAt(id, content, { offset, synchronizer }));
    }
    for (const id of interpreted.ended) {
      const contract = this.contracts.get(id);
      if (contract !== undefined) this.#set({ ...contract, archived: offset });
    }
    if (change !== undefined) this.committed.set(change, { offset, atMicros });
    this.updates.push(update);
  }

  move(update: ModelUpdate): void {
    for (const { contractId, arrives, target, reassignmentId } of update.moves) {
      const contract = this.contracts.get(contractId);
      if (contract === undefined) continue;
      const place = arrives
        ? { since: update.offset, synchronizer: target }
        : { since: update.offset };
      if (arrives) this.live.delete(contractId);
      this.#set({ ...contract, places: [...contract.places, place] });
      if (arrives) {
        this.flights.delete(reassignmentId);
      } else {
        this.flights.set(
          reassignmentId,
          update.moves.map((move) => move.contractId),
        );
      }
    }
    this.updates.push(update);
  }

  prune(upTo: number): void {
    if (upTo <= this.prunedUpTo) return;
    this.prunedUpTo = upTo;
    // Forgets old updates. Recent ones are kept, because a reader may still read them.
    if (this.updates.length > mostRemembered) {
      const kept = this.updates.findIndex(({ offset }) => offset > upTo);
      this.updates.splice(0, kept === -1 ? this.updates.length : kept);
      this.forgottenUpTo = upTo;
    }
    for (const [id, { archived }] of this.contracts) {
      if (archived !== undefined && archived <= upTo) this.contracts.delete(id);
    }
  }

  #set(contract: ModelContract): void {
    this.contracts.set(contract.id, contract);
    if (contract.archived === undefined) this.live.set(contract.id, contract);
    else this.live.delete(contract.id);
  }

  /** Returns the ids of the contracts that these readers must see as active at an offset. */
  activeFor(readers: readonly string[], offset: number): readonly string[] {
    const found: string[] = [];
    for (const contract of this.contracts.values()) {
      if (placeAt(contract, offset) === undefined) continue;
      const stakeholders = stakeholdersOf(contract.content);
      if (readers.some((party) => stakeholders.has(party))) found.push(contract.id);
    }
    return found;
  }
}

const mostRemembered = 2_000;

const contractAt = (
  id: string,
  content: Content,
  { offset, synchronizer }: { readonly offset: number; readonly synchronizer: string },
): ModelContract => ({
  id,
  content,
  created: offset,
  places: [{ since: offset, synchronizer }],
});
