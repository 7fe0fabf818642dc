import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
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
import {
  checkOptionalIdentifier,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import {
  createTaggedVariantReader,
  type JsonObject,
  type JsonReader,
  readInt32,
  readInt64,
  readJsonObject,
  readJsonString,
  readObjectIgnoringContent,
  readOffset,
  readOptionalJsonField,
  readOptionalText,
  readRequiredJsonField,
  readTimestamp,
} from "../../../views/envelope/readers.ts";

/** The data in an item of active contracts that the blob does not contain. */
export interface ContractImportItem {
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
export const readContractImportItem: JsonReader<ContractImportItem | undefined> = (json) => {
  const item = readJsonObject(json);
  const entry = readRequiredJsonField(item, "contractEntry", readEntry);
  return entry.value && { workflowId: readOptionalText(item, "workflowId"), ...entry.value };
};

type ContractPosition = Omit<ContractImportItem, "workflowId">;

const readCreated = (json: JsonObject) =>
  readRequiredJsonField(json, "createdEvent", (event) => {
    const created = readJsonObject(event);
    return {
      contractId: readOptionalText(created, "contractId"),
      templateId: readOptionalText(created, "templateId"),
      blob: readOptionalText(created, "createdEventBlob"),
      offset: readRequiredJsonField(created, "offset", readPosition),
      nodeId: readRequiredJsonField(created, "nodeId", readInt32),
    };
  });

const readPosition: JsonReader<Offset> = (json) => {
  const offset = readOffset(json);
  if (offset >= 1 && Number.isSafeInteger(offset)) return offset;
  throw createInvalidArgumentError({ expected: "an offset from 1", found: offset });
};

const readSynchronizerId = (json: JsonObject, field: string): SynchronizerId =>
  requireIdentifier(
    uniqueIdentifierGrammar,
    readRequiredJsonField(json, field, readJsonString),
    field,
  );

const readReassignmentCounter = (json: JsonObject): number =>
  Number(readOptionalJsonField(json, "reassignmentCounter", readInt64) ?? 0n);

const readActive: JsonReader<ContractPosition> = (json) => {
  const active = readJsonObject(json);
  return {
    ...readCreated(active),
    synchronizerId: readSynchronizerId(active, "synchronizerId"),
    reassignmentCounter: readReassignmentCounter(active),
  };
};

const readUnassigned: JsonReader<ContractPosition> = (json) => {
  const item = readJsonObject(json);
  return readRequiredJsonField(item, "unassignedEvent", (event) => {
    const unassigned = readJsonObject(event);
    const assignmentExclusivity = readOptionalJsonField(
      unassigned,
      "assignmentExclusivity",
      readTimestamp,
    );
    return {
      ...readCreated(item),
      synchronizerId: readSynchronizerId(unassigned, "source"),
      // The event has the counter of the coming assignment.
      reassignmentCounter: readReassignmentCounter(unassigned) - 1,
      left: {
        target: readSynchronizerId(unassigned, "target"),
        reassignmentId: readRequiredJsonField(unassigned, "reassignmentId", readJsonString),
        submitter: checkOptionalIdentifier(
          partyIdGrammar,
          readOptionalText(unassigned, "submitter"),
          "submitter",
        ),
        offset: readRequiredJsonField(unassigned, "offset", readPosition),
        nodeId: readRequiredJsonField(unassigned, "nodeId", readInt32),
        ...(assignmentExclusivity !== undefined && { assignmentExclusivity }),
      },
    };
  });
};

const readAssigned: JsonReader<ContractPosition> = (json) =>
  readRequiredJsonField(readJsonObject(json), "assignedEvent", (event) => {
    const assigned = readJsonObject(event);
    return {
      ...readCreated(assigned),
      synchronizerId: readSynchronizerId(assigned, "target"),
      reassignmentCounter: readReassignmentCounter(assigned),
      isIncomplete: true,
    };
  });

const readEntry = createTaggedVariantReader({
  JsActiveContract: readActive,
  JsIncompleteUnassigned: readUnassigned,
  JsIncompleteAssigned: readAssigned,
  JsEmpty: readObjectIgnoringContent,
});
