import { invalidArgument } from "../../../base/errors/argument-error.ts";
import { partyString, uniqueIdentifier } from "../../../base/identifiers/identifier-syntax.ts";
import type {
  ContractId,
  Micros,
  NodeId,
  Offset,
  Party,
  SynchronizerId,
} from "../../../base/identifiers/identifiers.ts";
import { checkIdentifier, requireIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  type JsonObject,
  optional,
  optionalText,
  type Reader,
  readerOfTagged,
  readInt32,
  readInt64,
  readNothing,
  readObject,
  readOffset,
  readText,
  readTimestamp,
  required,
} from "../../../views/envelope/readers.ts";

/** The data in an item of active contracts that the blob does not contain. */
export interface ImportItem {
  /** The id in the item; `""` if it has none. */
  readonly contractId: ContractId;
  readonly templateId: string;
  readonly blob: string;
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly workflowId: string;
  readonly synchronizerId: SynchronizerId;
  readonly reassignmentCounter: number;
  /** Present for a contract in flight. */
  readonly left?: ImportedUnassignment;
  /** Present if the contract's unassignment is not known yet. */
  readonly isIncomplete?: true;
}

/** The unassignment of a contract. */
export interface ImportedUnassignment {
  readonly target: SynchronizerId;
  readonly reassignmentId: string;
  /** `""` if the submitter is not one of the parties that read the contract. */
  readonly submitter: Party;
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly assignmentExclusivity?: Micros;
}

/**
 * Reads an item. Returns undefined if it has no contract. Raises INVALID_ARGUMENT, MISSING_FIELD,
 * INVALID_FIELD.
 */
export const readImportItem: Reader<ImportItem | undefined> = (json) => {
  const item = readObject(json);
  const entry = required(item, "contractEntry", readEntry);
  return entry.value && { workflowId: optionalText(item, "workflowId"), ...entry.value };
};

type ContractPosition = Omit<ImportItem, "workflowId">;

const readCreated = (json: JsonObject) =>
  required(json, "createdEvent", (event) => {
    const created = readObject(event);
    return {
      contractId: optionalText(created, "contractId"),
      templateId: optionalText(created, "templateId"),
      blob: optionalText(created, "createdEventBlob"),
      offset: required(created, "offset", readPosition),
      nodeId: required(created, "nodeId", readInt32),
    };
  });

const readPosition: Reader<Offset> = (json) => {
  const offset = readOffset(json);
  if (offset >= 1 && Number.isSafeInteger(offset)) return offset;
  throw invalidArgument({ expected: "an offset from 1", found: offset });
};

const synchronizerAt = (json: JsonObject, field: string): SynchronizerId =>
  requireIdentifier(uniqueIdentifier, required(json, field, readText), field);

const counterAt = (json: JsonObject): number =>
  Number(optional(json, "reassignmentCounter", readInt64) ?? 0n);

const readActive: Reader<ContractPosition> = (json) => {
  const active = readObject(json);
  return {
    ...readCreated(active),
    synchronizerId: synchronizerAt(active, "synchronizerId"),
    reassignmentCounter: counterAt(active),
  };
};

const readUnassigned: Reader<ContractPosition> = (json) => {
  const item = readObject(json);
  return required(item, "unassignedEvent", (event) => {
    const unassigned = readObject(event);
    const assignmentExclusivity = optional(unassigned, "assignmentExclusivity", readTimestamp);
    return {
      ...readCreated(item),
      synchronizerId: synchronizerAt(unassigned, "source"),
      // The event has the counter of the coming assignment.
      reassignmentCounter: counterAt(unassigned) - 1,
      left: {
        target: synchronizerAt(unassigned, "target"),
        reassignmentId: required(unassigned, "reassignmentId", readText),
        submitter: checkIdentifier(partyString, optionalText(unassigned, "submitter"), "submitter"),
        offset: required(unassigned, "offset", readPosition),
        nodeId: required(unassigned, "nodeId", readInt32),
        ...(assignmentExclusivity !== undefined && { assignmentExclusivity }),
      },
    };
  });
};

const readAssigned: Reader<ContractPosition> = (json) =>
  required(readObject(json), "assignedEvent", (event) => {
    const assigned = readObject(event);
    return {
      ...readCreated(assigned),
      synchronizerId: synchronizerAt(assigned, "target"),
      reassignmentCounter: counterAt(assigned),
      isIncomplete: true,
    };
  });

const readEntry = readerOfTagged({
  JsActiveContract: readActive,
  JsIncompleteUnassigned: readUnassigned,
  JsIncompleteAssigned: readAssigned,
  JsEmpty: readNothing,
});
