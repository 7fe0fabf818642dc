import {
  createTaggedVariantReader,
  createWrappedValueReader,
  type JsonReader,
  readJsonObject,
  readObjectIgnoringContent,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
} from "../../views/envelope/readers.ts";

/**
 * A ReassignmentCommands record whose fields have the right JSON types. It is not validated yet:
 * identifiers may be malformed. Unset texts are `""` (ledger-api.md 1.5).
 */
export interface UnvalidatedReassignmentCommands {
  readonly submitter: string;
  readonly userId: string;
  readonly commandId: string;
  readonly submissionId: string;
  readonly workflowId: string;
  /** An element is undefined if its command is not set. */
  readonly commands: readonly (UnvalidatedReassignmentCommand | undefined)[];
}

export type UnvalidatedReassignmentCommand =
  | { readonly kind: "AssignCommand"; readonly value: AssignRequest }
  | { readonly kind: "UnassignCommand"; readonly value: UnassignRequest };

interface ReassignmentRoute {
  readonly source: string;
  readonly target: string;
}

interface AssignRequest extends ReassignmentRoute {
  readonly reassignmentId: string;
}

interface UnassignRequest extends ReassignmentRoute {
  readonly contractId: string;
}

/**
 * Reads reassignment commands without validating them or reading the ledger's state. Raises
 * INVALID_ARGUMENT.
 */
export const readReassignmentCommands: JsonReader<UnvalidatedReassignmentCommands> = (json) => {
  const object = readJsonObject(json);
  return {
    submitter: readOptionalText(object, "submitter"),
    userId: readOptionalText(object, "userId"),
    commandId: readOptionalText(object, "commandId"),
    submissionId: readOptionalText(object, "submissionId"),
    workflowId: readOptionalText(object, "workflowId"),
    commands: readOptionalList(object, "commands", readCommand),
  };
};

const readCommand: JsonReader<UnvalidatedReassignmentCommand | undefined> = (json) => {
  const choice = readOptionalJsonField(readJsonObject(json), "command", readCommandChoice);
  return choice === undefined || choice.kind === "Empty" ? undefined : choice;
};

const readAssign: JsonReader<AssignRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    reassignmentId: readOptionalText(object, "reassignmentId"),
    source: readOptionalText(object, "source"),
    target: readOptionalText(object, "target"),
  };
};

const readUnassign: JsonReader<UnassignRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    contractId: readOptionalText(object, "contractId"),
    source: readOptionalText(object, "source"),
    target: readOptionalText(object, "target"),
  };
};

const readCommandChoice = createTaggedVariantReader({
  AssignCommand: createWrappedValueReader(readAssign),
  UnassignCommand: createWrappedValueReader(readUnassign),
  Empty: readObjectIgnoringContent,
});
