import { invalidArgument } from "../../../base/errors/argument-error.ts";
import {
  partyIdGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
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
  type JsonReader,
  readerOfTagged,
  readInt32,
  readInt64,
  readNothing,
  readObject,
  readOffset,
  readOptional,
  readOptionalText,
  readRequired,
  readText,
  readTimestamp,
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
export const readImportItem: JsonReader<ImportItem | undefined> = (json) => {
  const item = readObject(json);
  const entry = readRequired(item, "contractEntry", readEntry);
  return entry.value && { workflowId: readOptionalText(item, "workflowId"), ...entry.value };
};

type ContractPosition = Omit<ImportItem, "workflowId">;

const readCreated = (json: JsonObject) =>
  readRequired(json, "createdEvent", (event) => {
    const created = readObject(event);
    return {
      contractId: readOptionalText(created, "contractId"),
      templateId: readOptionalText(created, "templateId"),
      blob: readOptionalText(created, "createdEventBlob"),
      offset: readRequired(created, "offset", readPosition),
      nodeId: readRequired(created, "nodeId", readInt32),
    };
  });

const readPosition: JsonReader<Offset> = (json) => {
  const offset = readOffset(json);
  if (offset >= 1 && Number.isSafeInteger(offset)) return offset;
  throw invalidArgument({ expected: "an offset from 1", found: offset });
};

const readSynchronizerId = (json: JsonObject, field: string): SynchronizerId =>
  requireIdentifier(uniqueIdentifierGrammar, readRequired(json, field, readText), field);

const readReassignmentCounter = (json: JsonObject): number =>
  Number(readOptional(json, "reassignmentCounter", readInt64) ?? 0n);

const readActive: JsonReader<ContractPosition> = (json) => {
  const active = readObject(json);
  return {
    ...readCreated(active),
    synchronizerId: readSynchronizerId(active, "synchronizerId"),
    reassignmentCounter: readReassignmentCounter(active),
  };
};

const readUnassigned: JsonReader<ContractPosition> = (json) => {
  const item = readObject(json);
  return readRequired(item, "unassignedEvent", (event) => {
    const unassigned = readObject(event);
    const assignmentExclusivity = readOptional(unassigned, "assignmentExclusivity", readTimestamp);
    return {
      ...readCreated(item),
      synchronizerId: readSynchronizerId(unassigned, "source"),
      // The event has the counter of the coming assignment.
      reassignmentCounter: readReassignmentCounter(unassigned) - 1,
      left: {
        target: readSynchronizerId(unassigned, "target"),
        reassignmentId: readRequired(unassigned, "reassignmentId", readText),
        submitter: checkIdentifier(
          partyIdGrammar,
          readOptionalText(unassigned, "submitter"),
          "submitter",
        ),
        offset: readRequired(unassigned, "offset", readPosition),
        nodeId: readRequired(unassigned, "nodeId", readInt32),
        ...(assignmentExclusivity !== undefined && { assignmentExclusivity }),
      },
    };
  });
};

const readAssigned: JsonReader<ContractPosition> = (json) =>
  readRequired(readObject(json), "assignedEvent", (event) => {
    const assigned = readObject(event);
    return {
      ...readCreated(assigned),
      synchronizerId: readSynchronizerId(assigned, "target"),
      reassignmentCounter: readReassignmentCounter(assigned),
      isIncomplete: true,
    };
  });

const readEntry = readerOfTagged({
  JsActiveContract: readActive,
  JsIncompleteUnassigned: readUnassigned,
  JsIncompleteAssigned: readAssigned,
  JsEmpty: readNothing,
});
