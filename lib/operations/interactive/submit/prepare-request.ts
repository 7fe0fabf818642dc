import type { Micros } from "../../../base/identifiers/identifiers.ts";
import {
  createEnumJsonReader,
  createTaggedVariantReader,
  createWrappedValueReader,
  type JsonObject,
  type JsonReader,
  readBoolean,
  readDurationMicros,
  readJsonObject,
  readObjectIgnoringContent,
  readOptionalJsonField,
  readTimestamp,
} from "../../../views/envelope/readers.ts";
import { type CommandsRequest, readCommandsRequest } from "../../commands/commands-request.ts";
import {
  type HashingScheme,
  hashingSchemeNames,
  parseHashingScheme,
  unspecifiedHashingSchemeError,
} from "../hash/hashing-scheme.ts";
import { readWantsCostEstimation } from "./cost-estimation.ts";

/**
 * A JsPrepareSubmissionRequest whose fields have the right JSON types, but are not validated yet
 * (ledger-api.md 3.15).
 */
export interface PrepareRequest {
  readonly commands: CommandsRequest;
  readonly scheme: HashingScheme;
  readonly maxRecordTime: Micros | undefined;
  readonly wantsHashingDetails: boolean;
  readonly wantsCostEstimation: boolean;
}

/** Reads a prepare request. Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD. */
export const readPrepareRequest: JsonReader<PrepareRequest> = (json) => {
  const object = readJsonObject(json);
  return {
    commands: { ...readCommandsRequest(commandFields(object)), ...readMinLedgerTimeFields(object) },
    scheme: readOptionalJsonField(object, "hashingSchemeVersion", readScheme) ?? 2,
    maxRecordTime: readOptionalJsonField(object, "maxRecordTime", readTimestamp),
    wantsHashingDetails: readOptionalJsonField(object, "verboseHashing", readBoolean) ?? false,
    wantsCostEstimation:
      readOptionalJsonField(object, "estimateTrafficCost", readWantsCostEstimation) ?? true,
  };
};

/** Reads a hashing scheme. Raises INVALID_FIELD for the unspecified one. */
const readScheme: JsonReader<HashingScheme> = (json) => {
  const scheme = parseHashingScheme(createEnumJsonReader(hashingSchemeNames)(json));
  if (scheme !== undefined) return scheme;
  throw unspecifiedHashingSchemeError();
};

/** Returns the fields that the record shares with commands. */
const commandFields = (object: JsonObject): JsonObject => ({
  commands: object["commands"],
  commandId: object["commandId"],
  actAs: object["actAs"],
  readAs: object["readAs"],
  userId: object["userId"],
  synchronizerId: object["synchronizerId"],
  disclosedContracts: object["disclosedContracts"],
  packageIdSelectionPreference: object["packageIdSelectionPreference"],
  prefetchContractKeys: object["prefetchContractKeys"],
  tapsMaxPasses: object["tapsMaxPasses"],
});

/** Reads the bounds of a MinLedgerTime record. If it is absent, there are no bounds. */
export const readMinLedgerTimeFields = (
  object: JsonObject,
): Pick<CommandsRequest, "minLedgerTimeAbs" | "minLedgerTimeRel"> => {
  const time = readOptionalJsonField(object, "minLedgerTime", readMinLedgerTime);
  return {
    minLedgerTimeAbs: time?.kind === "MinLedgerTimeAbs" ? time.value : undefined,
    minLedgerTimeRel: time?.kind === "MinLedgerTimeRel" ? time.value : undefined,
  };
};

const readTime = createTaggedVariantReader({
  MinLedgerTimeAbs: createWrappedValueReader(readTimestamp),
  MinLedgerTimeRel: createWrappedValueReader(readDurationMicros),
  Empty: readObjectIgnoringContent,
});

const readMinLedgerTime: JsonReader<ReturnType<typeof readTime> | undefined> = (json) =>
  readOptionalJsonField(readJsonObject(json), "time", readTime);
