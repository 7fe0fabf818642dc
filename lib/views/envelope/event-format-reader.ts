import { invalidFieldError, missingFieldError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError, prefixErrorPath } from "../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../base/identifiers/identifier-syntax.ts";
import { splitTypeId, type TypeReference } from "../../base/identifiers/identifiers.ts";
import { getApiVersionRules } from "../../ledger/port/api-version.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import type {
  EventFilter,
  EventFormat,
  TopologyFormat,
  TransactionFormat,
  TransactionShape,
  UpdateFormat,
} from "../visibility/event-format.ts";
import {
  checkIdentifierOfUnnamedField,
  readTemplateOrInterfaceReference,
  requireIdentifier,
} from "./identifier-readers.ts";
import {
  createEnumJsonReader,
  createMapJsonReader,
  createTaggedVariantReader,
  createWrappedValueReader,
  type JsonObject,
  type JsonReader,
  readBoolean,
  readJsonObject,
  readJsonString,
  readObjectIgnoringContent,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
  readWithErrorPath,
} from "./readers.ts";

/**
 * Reads an event format of a request (ledger-api.md 1.7, 3.1.1). Checks only the JSON types;
 * {@link checkEventFormat} checks the rest after the caller's claims were checked (3.0.1).
 */
export const readEventFormat: JsonReader<EventFormat> = (json) => {
  const object = readJsonObject(json);
  return {
    ...readFilters(object),
    verbose: readOptionalJsonField(object, "verbose", readBoolean) ?? false,
  };
};

/**
 * Reads the legacy TransactionFilter: an event format without `verbose`, which is a separate field
 * of the request.
 */
export const readTransactionFilter: JsonReader<EventFormat> = (json) => ({
  ...readFilters(readJsonObject(json)),
  verbose: false,
});

/** Reads a transaction format. Raises MISSING_FIELD if the event format or the shape is missing. */
export const readTransactionFormat: JsonReader<TransactionFormat> = (json) => {
  const object = readJsonObject(json);
  const eventFormat = readOptionalJsonField(object, "eventFormat", readEventFormat);
  const shape = readOptionalJsonField(object, "transactionShape", readShape);
  if (eventFormat === undefined) throw missingFieldError("eventFormat");
  if (shape === undefined) {
    throw missingFieldError("transactionShape", {
      cause:
        "The field transactionShape must be TRANSACTION_SHAPE_ACS_DELTA or " +
        "TRANSACTION_SHAPE_LEDGER_EFFECTS.",
    });
  }
  return { eventFormat, shape };
};

export const readUpdateFormat: JsonReader<UpdateFormat> = (json) => {
  const object = readJsonObject(json);
  const transactions = readOptionalJsonField(object, "includeTransactions", readTransactionFormat);
  const reassignments = readOptionalJsonField(object, "includeReassignments", readEventFormat);
  const topology = readOptionalJsonField(object, "includeTopologyEvents", readTopologyFormat);
  return {
    ...(transactions && { transactions }),
    ...(reassignments && { reassignments }),
    ...(topology && { topology }),
  };
};

/** The API version, which determines how filters may name packages. */
type FilterApiVersion = Pick<LedgerConfig, "apiVersion">;

/**
 * Checks a format. Refuses malformed parties, templates and interfaces, a format without parties,
 * and package ids in types if the API version does not allow them. `path` is the path of the format
 * in the request. Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD.
 */
export const checkEventFormat = (
  format: EventFormat,
  path: string,
  version: FilterApiVersion,
): void => {
  const { filtersByParty, filtersForAnyParty } = format;
  if (filtersByParty.size === 0 && filtersForAnyParty === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "Set filtersByParty, filtersForAnyParty or both. They must not both be empty.",
      path,
    });
  }
  for (const [party, filters] of filtersByParty) {
    const partyPath = `${path}.filtersByParty.${party}`;
    checkIdentifierOfUnnamedField(partyIdGrammar, party, partyPath);
    filters.forEach((filter) => checkFilter(filter, partyPath, version));
  }
  filtersForAnyParty?.forEach((filter) =>
    checkFilter(filter, `${path}.filtersForAnyParty`, version),
  );
};

export const checkTransactionFormat = (
  format: TransactionFormat,
  path: string,
  version: FilterApiVersion,
): void => checkEventFormat(format.eventFormat, `${path}.eventFormat`, version);

export const checkUpdateFormat = (
  format: UpdateFormat,
  path: string,
  version: FilterApiVersion,
): void => {
  const { transactions, reassignments, topology } = format;
  if (transactions !== undefined) {
    checkTransactionFormat(transactions, `${path}.includeTransactions`, version);
  }
  if (reassignments !== undefined) {
    checkEventFormat(reassignments, `${path}.includeReassignments`, version);
  }
  topology?.parties.forEach((party) =>
    requireIdentifier(partyIdGrammar, party, `${path}.includeTopologyEvents`),
  );
};

const checkFilter = (filter: EventFilter, path: string, { apiVersion }: FilterApiVersion): void => {
  if (filter.kind === "wildcard") return;
  const field = filter.kind === "template" ? "templateId" : "interfaceId";
  const reference = filter.kind === "template" ? filter.templateId : filter.interfaceId;
  const place = path + formatFilterPath(filter);
  if (reference === "") throw prefixErrorPath(place, missingFieldError(field, { name: field }));
  readWithErrorPath(`${place}.${field}`, reference, readTemplateOrInterfaceReference);
  if (
    reference.startsWith("#") ||
    getApiVersionRules(apiVersion).filtersNamePackages !== "byName"
  ) {
    return;
  }
  throw prefixErrorPath(place, packageIdInFilterError(field, reference));
};

const choiceNames = { template: "TemplateFilter", interface: "InterfaceFilter" };

const formatFilterPath = ({
  kind,
  position,
}: Exclude<EventFilter, { readonly kind: "wildcard" }>): string =>
  position === undefined
    ? ""
    : `.cumulative[${position}].identifierFilter.${choiceNames[kind]}.value`;

/**
 * Returns the error for a type with a package id. From version 3.5 on, filters accept only package
 * names (ledger-api.md 1.2).
 */
const packageIdInFilterError = (field: string, reference: TypeReference): LedgerError => {
  const { qualifiedName } = splitTypeId(reference);
  const expected = `#<package name>:${qualifiedName}, because filters accept only package names`;
  return invalidFieldError({ field, expected, found: reference });
};

const readFilters = (object: JsonObject): Omit<EventFormat, "verbose"> => {
  const filtersForAnyParty = readOptionalJsonField(object, "filtersForAnyParty", readCumulative);
  return {
    filtersByParty:
      readOptionalJsonField(object, "filtersByParty", createMapJsonReader(readCumulative)) ??
      new Map(),
    ...(filtersForAnyParty && { filtersForAnyParty }),
  };
};

/**
 * Reads the filters of a party. Ignores `Empty` filters. An empty result means that all events
 * match.
 */
const readCumulative: JsonReader<readonly EventFilter[]> = (json) =>
  readOptionalList(readJsonObject(json), "cumulative", readIdentifierFilter).flatMap(
    (filter, position) => {
      if (filter === undefined) return [];
      return [filter.kind === "wildcard" ? filter : { ...filter, position }];
    },
  );

const readIdentifierFilter: JsonReader<EventFilter | undefined> = (json) => {
  const object = readJsonObject(json);
  return readOptionalJsonField(
    object,
    "identifierFilter",
    (choice) => readFilterChoice(choice).value,
  );
};

const readWildcardFilter: JsonReader<EventFilter> = (json) => ({
  kind: "wildcard",
  includeBlob: readFlag(readJsonObject(json), "includeCreatedEventBlob"),
});

const readTemplateFilter: JsonReader<EventFilter> = (json) => {
  const object = readJsonObject(json);
  return {
    kind: "template",
    templateId: readOptionalText(object, "templateId"),
    includeBlob: readFlag(object, "includeCreatedEventBlob"),
  };
};

const readInterfaceFilter: JsonReader<EventFilter> = (json) => {
  const object = readJsonObject(json);
  return {
    kind: "interface",
    interfaceId: readOptionalText(object, "interfaceId"),
    includeView: readFlag(object, "includeInterfaceView"),
    includeBlob: readFlag(object, "includeCreatedEventBlob"),
  };
};

const readFilterChoice = createTaggedVariantReader({
  WildcardFilter: createWrappedValueReader(readWildcardFilter),
  TemplateFilter: createWrappedValueReader(readTemplateFilter),
  InterfaceFilter: createWrappedValueReader(readInterfaceFilter),
  Empty: readObjectIgnoringContent,
});

const readFlag = (object: JsonObject, field: string): boolean =>
  readOptionalJsonField(object, field, readBoolean) ?? false;

/** Reads the shape. Returns undefined for the unspecified one. */
const readShape: JsonReader<TransactionShape | undefined> = (json) => {
  switch (readShapeName(json)) {
    case "TRANSACTION_SHAPE_ACS_DELTA":
      return "acsDelta";
    case "TRANSACTION_SHAPE_LEDGER_EFFECTS":
      return "ledgerEffects";
    case "TRANSACTION_SHAPE_UNSPECIFIED":
      return undefined;
  }
};

const readShapeName = createEnumJsonReader([
  "TRANSACTION_SHAPE_UNSPECIFIED",
  "TRANSACTION_SHAPE_ACS_DELTA",
  "TRANSACTION_SHAPE_LEDGER_EFFECTS",
]);

/** Reads the topology format. Returns undefined if it requests no topology events. */
const readTopologyFormat: JsonReader<TopologyFormat | undefined> = (json) =>
  readOptionalJsonField(readJsonObject(json), "includeParticipantAuthorizationEvents", (inner) => ({
    parties: readOptionalList(readJsonObject(inner), "parties", readJsonString),
  }));
