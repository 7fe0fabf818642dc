import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import {
  createListReader,
  createTaggedVariantReader,
  createWrappedValueReader,
  type JsonObject,
  type JsonReader,
  readDurationMicros,
  readDurationNanos,
  readInt32,
  readInt64,
  readJsonObject,
  readJsonString,
  readObjectIgnoringContent,
  readOffset,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
  readRequiredJsonField,
  readTimestamp,
} from "../../views/envelope/readers.ts";

/**
 * A JsCommands record whose fields have the right JSON types. It is not validated yet: identifiers
 * may be malformed, and ledger values are still JSON. Unset texts are `""` (ledger-api.md 1.5).
 */
export interface CommandsRequest extends OptionalCommandsFields {
  readonly commands: readonly CommandRequest[];
  readonly commandId: string;
  readonly actAs: readonly string[];
  readonly readAs: readonly string[];
  readonly userId: string;
}

/** The optional fields of commands. */
export interface OptionalCommandsFields {
  readonly workflowId: string;
  readonly submissionId: string;
  readonly synchronizerId: string;
  /** Undefined means the longest period that the ledger allows. */
  readonly deduplicationPeriod: RequestedDeduplicationPeriod | undefined;
  readonly minLedgerTimeAbs: Micros | undefined;
  /** Microseconds after the receipt of the command. */
  readonly minLedgerTimeRel: bigint | undefined;
  readonly disclosedContracts: readonly DisclosedContractRequest[];
  readonly packageIdSelectionPreference: readonly string[];
  readonly prefetchContractKeys: readonly ContractKeyPrefetchRequest[];
  readonly tapsMaxPasses: number | undefined;
}

export type CommandRequest =
  | { readonly kind: "CreateCommand"; readonly value: CreateCommandRequest }
  | { readonly kind: "ExerciseCommand"; readonly value: ExerciseRequest }
  | { readonly kind: "ExerciseByKeyCommand"; readonly value: ExerciseByKeyRequest }
  | { readonly kind: "CreateAndExerciseCommand"; readonly value: CreateAndExerciseRequest };

export interface CreateCommandRequest {
  readonly templateId: string;
  readonly createArguments: unknown;
}

interface ChoiceRequest {
  readonly templateId: string;
  readonly choice: string;
  readonly choiceArgument: unknown;
}

export interface ExerciseRequest extends ChoiceRequest {
  readonly contractId: string;
}

export interface ExerciseByKeyRequest extends ChoiceRequest {
  readonly contractKey: unknown;
}

export interface CreateAndExerciseRequest extends ChoiceRequest {
  readonly createArguments: unknown;
}

export interface DisclosedContractRequest {
  readonly templateId: string;
  readonly contractId: string;
  /** Base64. */
  readonly createdEventBlob: string;
  readonly synchronizerId: string;
}

export interface ContractKeyPrefetchRequest {
  readonly templateId: string;
  readonly contractKey: unknown;
  readonly limit: bigint | undefined;
}

/**
 * Reads commands without validating them or reading the ledger's state. Raises INVALID_ARGUMENT,
 * MISSING_FIELD.
 */
export const readCommandsRequest: JsonReader<CommandsRequest> = (json) => {
  const object = readJsonObject(json);
  const essentials = {
    commands: readRequiredJsonField(object, "commands", readCommandRequests),
    commandId: readRequiredJsonField(object, "commandId", readJsonString),
    actAs: readRequiredJsonField(object, "actAs", readTextList),
    readAs: readOptionalList(object, "readAs", readJsonString),
    userId: readOptionalText(object, "userId"),
  };
  return copyOptionalCommandFields(essentials, object);
};

/**
 * Returns the commands with the optional fields of `object`, which may be JSON or come from a
 * program. Copies field by field, because spreading objects takes several times as long. Raises
 * INVALID_ARGUMENT, MISSING_FIELD.
 */
export const copyOptionalCommandFields = (
  {
    commands,
    commandId,
    actAs,
    readAs,
    userId,
  }: Omit<CommandsRequest, keyof OptionalCommandsFields>,
  object: Readonly<Partial<Record<keyof OptionalCommandsFields, unknown>>>,
): CommandsRequest => ({
  commands,
  commandId,
  actAs,
  readAs,
  userId,
  workflowId: readOptionalText(object, "workflowId"),
  submissionId: readOptionalText(object, "submissionId"),
  synchronizerId: readOptionalText(object, "synchronizerId"),
  deduplicationPeriod: readOptionalJsonField(
    object,
    "deduplicationPeriod",
    readDeduplicationPeriod,
  ),
  minLedgerTimeAbs: readOptionalJsonField(object, "minLedgerTimeAbs", readTimestamp),
  minLedgerTimeRel: readOptionalJsonField(object, "minLedgerTimeRel", readDurationMicros),
  disclosedContracts: readOptionalList(object, "disclosedContracts", readDisclosedContract),
  packageIdSelectionPreference: readOptionalList(
    object,
    "packageIdSelectionPreference",
    readJsonString,
  ),
  prefetchContractKeys: readOptionalList(object, "prefetchContractKeys", readPrefetch),
  tapsMaxPasses: readOptionalJsonField(object, "tapsMaxPasses", readInt32),
});

export const readTextList = createListReader(readJsonString);

const readCreate: JsonReader<CreateCommandRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    templateId: readRequiredJsonField(object, "templateId", readJsonString),
    createArguments: object["createArguments"],
  };
};

const readChoice = (object: JsonObject): ChoiceRequest => ({
  templateId: readRequiredJsonField(object, "templateId", readJsonString),
  choice: readRequiredJsonField(object, "choice", readJsonString),
  choiceArgument: object["choiceArgument"],
});

const readExercise: JsonReader<ExerciseRequest> = (json) => {
  const object = readJsonObject(json);
  const contractId = readOptionalText(object, "contractId");
  return { contractId, ...readChoice(object) };
};

const readExerciseByKey: JsonReader<ExerciseByKeyRequest> = (json) => {
  const object = readJsonObject(json);
  return { contractKey: object["contractKey"], ...readChoice(object) };
};

const readCreateAndExercise: JsonReader<CreateAndExerciseRequest> = (json) => {
  const object = readJsonObject(json);
  return { createArguments: object["createArguments"], ...readChoice(object) };
};

export const readCommandRequests: JsonReader<readonly CommandRequest[]> = createListReader(
  createTaggedVariantReader({
    CreateCommand: readCreate,
    ExerciseCommand: readExercise,
    ExerciseByKeyCommand: readExerciseByKey,
    CreateAndExerciseCommand: readCreateAndExercise,
  }),
);

/**
 * A deduplication period in a request. It may be more precise than the periods that the ledger
 * stores.
 */
export type RequestedDeduplicationPeriod =
  | { readonly kind: "duration"; readonly nanos: bigint }
  | { readonly kind: "offset"; readonly offset: Offset };

/** Reads `DeduplicationDuration`, `DeduplicationOffset` or `Empty`, which means absent. */
export const readDeduplicationPeriod: JsonReader<RequestedDeduplicationPeriod | undefined> = (
  json,
) => {
  const period = readDeduplicationChoice(json);
  switch (period.kind) {
    case "DeduplicationDuration":
      return { kind: "duration", nanos: period.value };
    case "DeduplicationOffset":
      return { kind: "offset", offset: period.value };
    case "Empty":
      return undefined;
  }
};

const readDeduplicationChoice = createTaggedVariantReader({
  DeduplicationDuration: createWrappedValueReader(readDurationNanos),
  DeduplicationOffset: createWrappedValueReader(readOffset),
  Empty: readObjectIgnoringContent,
});

const readDisclosedContract: JsonReader<DisclosedContractRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    templateId: readOptionalText(object, "templateId"),
    contractId: readOptionalText(object, "contractId"),
    createdEventBlob: readOptionalText(object, "createdEventBlob"),
    synchronizerId: readOptionalText(object, "synchronizerId"),
  };
};

const readPrefetch: JsonReader<ContractKeyPrefetchRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    templateId: readRequiredJsonField(object, "templateId", readJsonString),
    contractKey: object["contractKey"],
    limit: readOptionalJsonField(object, "limit", readInt64),
  };
};
