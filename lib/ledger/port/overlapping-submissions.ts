import type { ContractId, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Ledger } from "./ledger.ts";
import type { InFlightSubmissionDetails } from "./submissions-in-flight.ts";

/** A contract that a received submission consumed. */
interface ContractConsumption {
  readonly contract: Contract;
  readonly synchronizerId: SynchronizerId;
}

/**
 * Maximum number of consumed contracts, and of change ids, to remember; the oldest are forgotten
 * first. In practice, overlapping submissions have fewer.
 */
const maxRecords = 10_000;

/** Facts that received submissions recorded, by contract id or change key: the latest for each. */
class Records<Fact> {
  readonly #byKey = new Map<string, { readonly by: ReceivedSubmission; readonly fact: Fact }>();

  add(key: string, by: ReceivedSubmission, fact: Fact): void {
    const records = this.#byKey;
    records.delete(key);
    records.set(key, { by, fact });
    if (records.size <= maxRecords) return;
    const [oldest] = records.keys();
    if (oldest !== undefined) records.delete(oldest);
  }

  /** Returns the fact if a submission that overlaps with this one recorded it; otherwise undefined. */
  find(key: string, submission: ReceivedSubmission): Fact | undefined {
    const record = this.#byKey.get(key);
    return record !== undefined && submission.overlaps(record.by) ? record.fact : undefined;
  }
}

/**
 * The submissions that a ledger receives over HTTP or `createFetch`, to detect those that overlap.
 * Two submissions overlap if each arrived before the response to the other one. On a participant,
 * the contracts that one of them consumes are locked for the other, and its change id is reserved.
 */
export class OverlappingSubmissions {
  readonly consumptions = new Records<ContractConsumption>();
  readonly changes = new Records<InFlightSubmissionDetails>();
  /** Number of responses to submissions so far. */
  responseCount = 0;
}

/**
 * A submission over HTTP or `createFetch`. Create it when the submission arrives, before its body
 * is read.
 */
export class ReceivedSubmission {
  readonly #all: OverlappingSubmissions;
  /** The number of responses when the submission arrived. */
  readonly #responsesAtArrival: number;
  /** True if the transaction consumes contracts of the ledger. */
  hasConsumed = false;
  /** The number of the response; infinite until it is sent. */
  #responseNumber = Infinity;

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
    this.#all.consumptions.add(contract.contractId, this, { contract, synchronizerId });
  }

  /** Records the change id of the submission. May be called again if the decision is repeated. */
  recordChange(changeKey: string, submission: InFlightSubmissionDetails): void {
    this.#all.changes.add(changeKey, this, submission);
  }

  /** Call it right before the response is sent. */
  markResponded(): void {
    if (this.#responseNumber === Infinity) this.#responseNumber = ++this.#all.responseCount;
  }

  /** Returns true if the other submission was not answered when this one arrived. */
  overlaps(other: ReceivedSubmission): boolean {
    return other !== this && other.#responseNumber > this.#responsesAtArrival;
  }

  /**
   * Returns the contract and its synchronizer if a submission that overlaps with this one consumed
   * it; otherwise undefined.
   */
  findContractLock(contractId: ContractId): ContractConsumption | undefined {
    return this.#all.consumptions.find(contractId, this);
  }

  /** Returns the submission with this change id that overlaps with this one, if there is one. */
  findChange(changeKey: string): InFlightSubmissionDetails | undefined {
    return this.#all.changes.find(changeKey, this);
  }
}

const overlappingSubmissionsByLedger = new WeakMap<Ledger, OverlappingSubmissions>();

/** Returns the registry of the ledger. */
export const getOverlappingSubmissionRegistry = (ledger: Ledger): OverlappingSubmissions => {
  let registry = overlappingSubmissionsByLedger.get(ledger);
  if (registry === undefined) {
    registry = new OverlappingSubmissions();
    overlappingSubmissionsByLedger.set(ledger, registry);
  }
  return registry;
};
