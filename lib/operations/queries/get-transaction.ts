import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import {
  checkTransactionFormat,
  readTransactionFormat,
} from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
  readRequiredJsonField,
} from "../../views/envelope/readers.ts";
import {
  createTransactionTreeJson,
  toTransactionJson,
  type TransactionJson,
  type TransactionResponseFormat,
  type TransactionTreeJson,
} from "../../views/envelope/transaction-json.ts";
import {
  createWildcardTransactionFormat,
  type TransactionFormat,
} from "../../views/visibility/event-format.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireReadClaimsOfFormat } from "../authorization/format-claims.ts";
import type {
  GetTransactionByIdRequest,
  GetTransactionByOffsetRequest,
  GetTransactionTreeByIdRequest,
  GetTransactionTreeByOffsetRequest,
} from "../requests/updates.ts";
import {
  checkUpdateIdentifier,
  findAndPresentUpdate,
  readUpdateId,
  readUpdateOffsetFromRequest,
  type UpdateIdentifier,
} from "./find-and-present-update.ts";
import { UpdateJsonConverter, type UpdateJsonEncoder } from "./update-json-converter.ts";

/** A transaction. */
export interface GetTransactionResult {
  readonly transaction: TransactionJson;
}

/** A transaction tree. */
export interface GetTransactionTreeResult {
  readonly transaction: TransactionTreeJson;
}

/**
 * Returns the transaction at an offset (rules.yaml S3, ledger-api.md 3.4.1). Raises
 * INVALID_ARGUMENT, MISSING_FIELD, NON_POSITIVE_OFFSET, UPDATE_NOT_FOUND, the errors of
 * `checkKnownTypes`, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const transactionByOffset = (
  ledger: Ledger,
  request: GetTransactionByOffsetRequest,
  caller: Caller = trustedCaller,
): GetTransactionResult => {
  const object = readJsonObject(request);
  const key = readUpdateOffsetFromRequest(object);
  const format = readRequestedFormat(object);
  return getTransaction(ledger, { key, format, form: toTransactionJson }, caller);
};

/**
 * Like {@link transactionByOffset}, by `updateId`. Raises MISSING_FIELD if it is empty and
 * INVALID_FIELD if it is malformed, instead of NON_POSITIVE_OFFSET.
 */
export const transactionById = (
  ledger: Ledger,
  request: GetTransactionByIdRequest,
  caller: Caller = trustedCaller,
): GetTransactionResult => {
  const object = readJsonObject(request);
  const key = readUpdateId(object);
  const format = readRequestedFormat(object);
  return getTransaction(ledger, { key, format, form: toTransactionJson }, caller);
};

/**
 * Returns the tree of the events that `parties` witness in the transaction at `offset`. Both are
 * from the path and the query of the request (ledger-api.md 3.4.2). Raises the errors of
 * {@link transactionByOffset}.
 */
export const transactionTreeByOffset = (
  ledger: Ledger,
  request: GetTransactionTreeByOffsetRequest,
  caller: Caller = trustedCaller,
): GetTransactionTreeResult => {
  const object = readJsonObject(request);
  const key = readUpdateOffsetFromRequest(object);
  return getTransaction(
    ledger,
    { key, format: readTreeFormat(object), form: createTransactionTreeJson },
    caller,
  );
};

/** Like {@link transactionTreeByOffset}, by `updateId`. */
export const transactionTreeById = (
  ledger: Ledger,
  request: GetTransactionTreeByIdRequest,
  caller: Caller = trustedCaller,
): GetTransactionTreeResult => {
  const object = readJsonObject(request);
  const key = readUpdateId(object);
  return getTransaction(
    ledger,
    { key, format: readTreeFormat(object), form: createTransactionTreeJson },
    caller,
  );
};

interface TransactionQuery<Json> extends TransactionResponseFormat<Json> {
  readonly key: UpdateIdentifier;
}

const getTransaction = <Json>(
  { state, config }: Ledger,
  { key, format, form }: TransactionQuery<Json>,
  caller: Caller,
): { readonly transaction: Json } => {
  requireReadClaimsOfFormat(caller, format.eventFormat);
  checkUpdateIdentifier(key);
  checkTransactionFormat(format, "transactionFormat", config);
  checkKnownTypes([format.eventFormat], state.packages);
  const formOf: UpdateJsonEncoder<Json> = (visible, encoder) =>
    visible.kind === "transaction" ? form(visible, encoder) : undefined;
  const presenter = new UpdateJsonConverter({ transactions: format }, formOf, caller);
  return { transaction: findAndPresentUpdate(state, key, presenter) };
};

/** Reads the format: `transactionFormat`, or only parties in legacy requests. */
const readRequestedFormat = (object: JsonObject): TransactionFormat => {
  const parties = readOptionalList(object, "requestingParties", readJsonString);
  const isNamed = readOptionalJsonField(object, "transactionFormat", readJsonObject) !== undefined;
  if (isNamed && parties.length === 0) {
    return readRequiredJsonField(object, "transactionFormat", readTransactionFormat);
  }
  if (!isNamed && parties.length > 0) return createWildcardTransactionFormat(parties, "acsDelta");
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "Set either transactionFormat or the legacy field requestingParties.",
    path: isNamed ? "requestingParties" : "transactionFormat",
  });
};

const readTreeFormat = (object: JsonObject): TransactionFormat =>
  createWildcardTransactionFormat(
    readOptionalList(object, "parties", readJsonString),
    "ledgerEffects",
  );
