import type { ContractId, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Ledger } from "./ledger.ts";

/** A contract that a received submission consumed. */
interface Consumption {
  readonly by: ReceivedSubmission;
  readonly contract: Contract;
  readonly synchronizerId: SynchronizerId;
}

/** The latest so many consumed contracts are remembered: as many as submissions that overlap can consume. */
const maxConsumptions = 10_000;

/**
 * The submissions that a ledger receives over HTTP or `createFetch`. Two of them overlap if each was received before
 * the other one was answered: then their clients sent them at once, and on a participant the contracts that one
 * consumes are locked for the other.
 */
export class OverlappingSubmissions {
  readonly #consumptions = new Map<ContractId, Consumption>();
  /** Number of answers that were given to submissions that consumed something. */
  answers = 0;

  /** To be called when a submission arrives, before its body is read. */
  receive(): ReceivedSubmission {
    return new ReceivedSubmission(this);
  }

  consumptionOf(contractId: ContractId): Consumption | undefined {
    return this.#consumptions.get(contractId);
  }

  add(contractId: ContractId, consumption: Consumption): void {
    const consumptions = this.#consumptions;
    consumptions.delete(contractId);
    consumptions.set(contractId, consumption);
    if (consumptions.size <= maxConsumptions) return;
    const [oldest] = consumptions.keys();
    if (oldest !== undefined) consumptions.delete(oldest);
  }
}

/** A submission between its arrival and its answer. */
export class ReceivedSubmission {
  readonly #all: OverlappingSubmissions;
  /** The number of answers when it arrived. */
  readonly #receivedAfter: number;
  /** True if its transaction consumes contracts of the ledger. */
  hasConsumed = false;
  /** The number of its answer; undefined until it is answered. */
  #answeredAs: number | undefined;

  constructor(all: OverlappingSubmissions) {
    this.#all = all;
    this.#receivedAfter = all.answers;
  }

  /** Notes a contract that its transaction consumes. May be called again if the decision is repeated. */
  consumes(contract: Contract, synchronizerId: SynchronizerId): void {
    this.hasConsumed = true;
    this.#all.add(contract.contractId, { by: this, contract, synchronizerId });
  }

  /** To be called right before the answer is written. */
  answered(): void {
    if (this.hasConsumed) this.#answeredAs ??= ++this.#all.answers;
  }

  /** The contract with where it was, if a submission consumed it that overlaps with this one. */
  lockedContract(contractId: ContractId): Omit<Consumption, "by"> | undefined {
    const consumption = this.#all.consumptionOf(contractId);
    if (consumption === undefined || consumption.by === this) return undefined;
    const answeredAs = consumption.by.#answeredAs ?? Infinity;
    return answeredAs > this.#receivedAfter ? consumption : undefined;
  }
}

const registries = new WeakMap<Ledger, OverlappingSubmissions>();

/** Those of the ledger. */
export const overlappingOn = (ledger: Ledger): OverlappingSubmissions => {
  let registry = registries.get(ledger);
  if (registry === undefined) {
    registry = new OverlappingSubmissions();
    registries.set(ledger, registry);
  }
  return registry;
};
