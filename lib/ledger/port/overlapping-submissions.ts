import type { ContractId, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Ledger } from "./ledger.ts";

/** A contract that a received submission consumed. */
interface ContractConsumption {
  readonly by: ReceivedSubmission;
  readonly contract: Contract;
  readonly synchronizerId: SynchronizerId;
}

/**
 * Maximum number of consumed contracts to remember; the oldest are forgotten first. In practice,
 * overlapping submissions consume fewer contracts.
 */
const maxConsumptions = 10_000;

/**
 * The submissions that a ledger receives over HTTP or `createFetch`, to detect those that overlap.
 * Two submissions overlap if each arrived before the response to the other one. On a participant,
 * the contracts that one of them consumes are locked for the other.
 */
export class OverlappingSubmissions {
  readonly #consumptions = new Map<ContractId, ContractConsumption>();
  /** Number of responses so far to submissions that consumed contracts. */
  responseCount = 0;

  /** Registers a submission. Call it when the submission arrives, before its body is read. */
  registerSubmission(): ReceivedSubmission {
    return new ReceivedSubmission(this);
  }

  findConsumption(contractId: ContractId): ContractConsumption | undefined {
    return this.#consumptions.get(contractId);
  }

  add(contractId: ContractId, consumption: ContractConsumption): void {
    const consumptions = this.#consumptions;
    consumptions.delete(contractId);
    consumptions.set(contractId, consumption);
    if (consumptions.size <= maxConsumptions) return;
    const [oldest] = consumptions.keys();
    if (oldest !== undefined) consumptions.delete(oldest);
  }
}

/** A submission over HTTP or `createFetch`, from its arrival on. */
export class ReceivedSubmission {
  readonly #all: OverlappingSubmissions;
  /** The number of responses when the submission arrived. */
  readonly #responsesAtArrival: number;
  /** True if the transaction consumes contracts of the ledger. */
  hasConsumed = false;
  /** The number of the response; undefined until it is sent. */
  #responseNumber: number | undefined;

  constructor(all: OverlappingSubmissions) {
    this.#all = all;
    this.#responsesAtArrival = all.responseCount;
  }

  /**
   * Records a contract that the transaction consumes. May be called again if the decision is
   * repeated.
   */
  recordConsumption(contract: Contract, synchronizerId: SynchronizerId): void {
    this.hasConsumed = true;
    this.#all.add(contract.contractId, { by: this, contract, synchronizerId });
  }

  /** Call it right before the response is sent. */
  markResponded(): void {
    if (this.hasConsumed) this.#responseNumber ??= ++this.#all.responseCount;
  }

  /**
   * Returns the contract and its synchronizer if a submission that overlaps with this one consumed
   * it; otherwise undefined.
   */
  findContractLock(contractId: ContractId): Omit<ContractConsumption, "by"> | undefined {
    const consumption = this.#all.findConsumption(contractId);
    if (consumption === undefined || consumption.by === this) return undefined;
    const answeredAs = consumption.by.#responseNumber ?? Infinity;
    return answeredAs > this.#responsesAtArrival ? consumption : undefined;
  }
}

const overlappingSubmissionsByLedger = new WeakMap<Ledger, OverlappingSubmissions>();

/** Returns the registry of the ledger. */
export const getOverlappingSubmissions = (ledger: Ledger): OverlappingSubmissions => {
  let registry = overlappingSubmissionsByLedger.get(ledger);
  if (registry === undefined) {
    registry = new OverlappingSubmissions();
    overlappingSubmissionsByLedger.set(ledger, registry);
  }
  return registry;
};
