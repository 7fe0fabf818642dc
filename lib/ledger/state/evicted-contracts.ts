import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { decodeLosslessJson, encodeLosslessJson } from "../../base/values/tagged-json.ts";
import type { EventPosition } from "./activation.ts";
import { missingArchiveRecordError } from "./evicted-history.ts";
import { readContractFromHistoryArchive, readEvictedLogEntry } from "./evicted-log.ts";
import { EvictedLookup } from "./evicted-lookups.ts";
import type { ContractRecord } from "./ledger-state.ts";

/**
 * The archive's record of an archived contract. It has no contract data if an update in the archive
 * has them.
 */
interface StoredContract extends Omit<ContractRecord, "contract"> {
  readonly contract?: Contract;
}

/**
 * Returns an archived contract as text. `isArchived` is true if the update that created or assigned
 * it is in the archive too. Then five numbers are enough for a contract that a transaction created
 * and that was never reassigned.
 */
export const encodeEvictedContract = (record: ContractRecord, isArchived: boolean): string => {
  if (!isArchived) return encodeLosslessJson(record);
  const { created, archived, ended = [] } = record;
  const [activation] = ended;
  const isPlain =
    ended.length === 1 &&
    activation?.reassignmentCounter === 0 &&
    activation.offset === created.offset;
  if (isPlain && archived !== undefined) {
    const { sequence } = activation;
    return [created.offset, created.nodeId, archived.offset, archived.nodeId, sequence].join(" ");
  }
  return encodeLosslessJson({ created, archived, ended } satisfies Omit<
    StoredContract,
    "archived"
  > & {
    readonly archived: EventPosition | undefined;
  });
};

/** Archived contracts that were not pruned. */
export class EvictedContracts extends EvictedLookup<ContractId, ContractRecord> {
  get(contractId: ContractId): ContractRecord | undefined {
    for (const { text, to } of this.found("contract", contractId)) {
      const numbers = text.startsWith("{") ? undefined : text.split(" ").map(Number);
      const stored =
        numbers === undefined ? (decodeLosslessJson(text) as StoredContract) : undefined;
      const archivedAt = stored?.archived?.offset ?? numbers?.[2] ?? Infinity;
      if (archivedAt > to) continue;
      if (archivedAt <= this.prunedUpTo) return undefined;
      const {
        contract: own,
        created,
        archived,
        ended = [],
      } = stored ?? this.#expandNumbers(numbers ?? []);
      const contract = own ?? readContractFromHistoryArchive(this.evicted, created, contractId);
      if (contract === undefined || archived === undefined) {
        throw missingArchiveRecordError(this.evicted, `contract ${contractId}`);
      }
      const known = ended.filter(({ end }) => end.offset > this.prunedUpTo);
      return { contract, created, archived, ended: known };
    }
    return undefined;
  }

  #expandNumbers(numbers: readonly number[]): StoredContract {
    const [createdAt = 0, createdBy = 0, archivedAt = 0, archivedBy = 0, sequence = 0] = numbers;
    const { workflowId, ...created } = this.#readEventPosition(createdAt, createdBy);
    const { offset, nodeId, synchronizerId } = this.#readEventPosition(archivedAt, archivedBy);
    const archived = { offset, nodeId, synchronizerId };
    const activation = { ...created, sequence, reassignmentCounter: 0, workflowId };
    return { created, archived, ended: [{ end: archived, ...activation }] };
  }

  #readEventPosition(
    offset: number,
    nodeId: number,
  ): EventPosition & { readonly workflowId: string } {
    const update = readEvictedLogEntry(this.evicted, offset)?.update;
    if (update === undefined || update.kind === "topology") {
      throw missingArchiveRecordError(this.evicted, `the update at ${offset}`);
    }
    const { synchronizerId, submission } = update;
    return { offset, nodeId, synchronizerId, workflowId: submission.workflowId };
  }
}
