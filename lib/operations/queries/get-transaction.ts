import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Party } from "../../ground/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import {
  checkTransactionFormat,
  readTransactionFormat,
} from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
  optional,
  optionalList,
  optionalText,
  readObject,
  readOffset,
  readText,
} from "../../views/envelope/readers.ts";
import {
  type TransactionJson,
  transactionJson,
  type TransactionTreeJson,
  transactionTreeJson,
} from "../../views/envelope/transaction-json.ts";
import { type TransactionFormat, wildcardFormat } from "../../views/visibility/event-format.ts";
import {
  compileTransactionFormat,
  projectTransaction,
  type VisibleTransaction,
} from "../../views/visibility/project-update.ts";
import { checkKnownTypes } from "../../views/visibility/type-references.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireEventFormat } from "../authorization/format-claims.ts";
import { checkUpdateKey, findUpdate, type UpdateKey, updateNotFound } from "./find-update.ts";

export interface GetTransactionResult {
  readonly transaction: TransactionJson;
}

export interface GetTransactionTreeResult {
  readonly transaction: TransactionTreeJson;
}

/**
 * The transaction at an offset (rules.yaml S3, ledger-api.md 3.4.1). Raises INVALID_ARGUMENT,
 * MISSING_FIELD, NON_POSITIVE_OFFSET, UPDATE_NOT_FOUND, what `checkKnownTypes` raises,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const transactionByOffset = (
  ledger: Ledger,
  request: unknown,
  caller: Caller = trustedCaller,
): GetTransactionResult => {
  const object = readObject(request);
  const key = { kind: "offset", offset: optional(object, "offset", readOffset) ?? 0 } as const;
  return getTransaction(ledger, { key, format: readRequestedFormat(object) }, caller);
};

/** As {@link transactionByOffset}, by update id; MISSING_FIELD and INVALID_FIELD are about it. */
export const transactionById = (
  ledger: Ledger,
  request: unknown,
  caller: Caller = trustedCaller,
): GetTransactionResult => {
  const object = readObject(request);
  const key = { kind: "id", updateId: optionalText(object, "updateId") } as const;
  return getTransaction(ledger, { key, format: readRequestedFormat(object) }, caller);
};

/**
 * The tree of the transaction at `offset` as the listed `parties` witness it; both come from the path
 * and the query of the request (ledger-api.md 3.4.2). Raises what {@link transactionByOffset} does.
 */
export const transactionTreeByOffset = (
  ledger: Ledger,
  request: unknown,
  caller: Caller = trustedCaller,
): GetTransactionTreeResult => {
  const object = readObject(request);
  const key = { kind: "offset", offset: optional(object, "offset", readOffset) ?? 0 } as const;
  return getTree(ledger, { key, format: treeFormat(object) }, caller);
};

/** As {@link transactionTreeByOffset}, by `updateId`. */
export const transactionTreeById = (
  ledger: Ledger,
  request: unknown,
  caller: Caller = trustedCaller,
): GetTransactionTreeResult => {
  const object = readObject(request);
  const key = { kind: "id", updateId: optionalText(object, "updateId") } as const;
  return getTree(ledger, { key, format: treeFormat(object) }, caller);
};

interface Query {
  readonly key: UpdateKey;
  readonly format: TransactionFormat;
}

const getTransaction = (ledger: Ledger, query: Query, caller: Caller): GetTransactionResult => {
  const visible = visibleTransaction(ledger, query, caller);
  return { transaction: transactionJson(visible, EventEncoder.of(ledger.state)) };
};

const getTree = (ledger: Ledger, query: Query, caller: Caller): GetTransactionTreeResult => {
  const visible = visibleTransaction(ledger, query, caller);
  return { transaction: transactionTreeJson(visible, EventEncoder.of(ledger.state)) };
};

const visibleTransaction = (
  { state }: Ledger,
  { key, format }: Query,
  caller: Caller,
): VisibleTransaction => {
  requireEventFormat(caller, format.eventFormat);
  checkUpdateKey(key);
  checkTransactionFormat(format, "transactionFormat");
  checkKnownTypes([format.eventFormat], state.packages);
  const update = findUpdate(state, key);
  if (update?.kind !== "transaction") throw updateNotFound(key);
  const visible = projectTransaction(update, compileTransactionFormat(format, state.packages));
  if (visible.events.length === 0) throw updateNotFound(key);
  return visible;
};

/** Given as `transactionFormat`, or in the legacy way by the parties alone. */
const readRequestedFormat = (object: JsonObject): TransactionFormat => {
  const parties = optionalList(object, "requestingParties", readText);
  const format = optional(object, "transactionFormat", readTransactionFormat);
  if (format === undefined && parties.length > 0) return partiesFormat(parties, "acsDelta");
  if (format !== undefined && parties.length === 0) return format;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "Give either transactionFormat or the legacy field requestingParties.",
  });
};

const treeFormat = (object: JsonObject): TransactionFormat =>
  partiesFormat(optionalList(object, "parties", readText), "ledgerEffects");

const partiesFormat = (
  parties: readonly Party[],
  shape: TransactionFormat["shape"],
): TransactionFormat => ({ eventFormat: wildcardFormat(parties), shape });
