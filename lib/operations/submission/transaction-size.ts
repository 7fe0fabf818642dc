import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import type { Value } from "../../base/values/value.ts";
import { createTransactionTooLargeError } from "../../contracts/transaction/interpretation-error.ts";

/** Size that each part of a value adds, in bytes. The characters of texts are added as well. */
const bytesOfPart = 8;

/**
 * Raises SEQUENCER_REQUEST_FAILED for a transaction whose values are larger than the limit. A value
 * that occurs several times counts each time, because the JSON of the transaction contains it each
 * time. Linear in the transaction; stops at the limit.
 */
export const assertTransactionSize = ({ nodes }: Transaction, limit: number): void => {
  let left = limit;
  for (const node of nodes) {
    left = subtractSizes(collectValuesOfNode(node), left, bytesOfPart);
    if (left < 0) throw tooLargeError(limit);
  }
};

interface SizeLimit {
  readonly limit: number;
  /** Size that each part of a value counts as, in bytes, in addition to the characters of texts. */
  readonly ofPart: number;
}

/**
 * Returns the limit minus the size of the values; negative if they are larger. Linear; stops at the
 * limit.
 */
export const subtractValueSizesFromLimit = (
  values: Iterable<Value>,
  { limit, ofPart }: SizeLimit,
): number => {
  let left = limit;
  for (const value of values) {
    left = subtractSize(value, left, ofPart);
    if (left < 0) break;
  }
  return left;
};

/** Returns the values of a node. */
export const collectValuesOfNode = (node: Node): readonly Value[] => {
  switch (node.kind) {
    case "create": {
      const { argument, key } = node.contract;
      return key === undefined ? [argument] : [argument, key.value];
    }
    case "exercise":
      return node.result === undefined ? [node.argument] : [node.argument, node.result];
    case "lookupByKey":
      return [node.key.value];
    case "fetch":
    case "rollback":
      return [];
  }
};

/**
 * Returns `bytes` minus the size of the value. Recursion is safe, because the nesting of values is
 * limited.
 */
const subtractSize = (value: Value, bytes: number, ofPart: number): number => {
  const left = bytes - ofPart;
  if (left < 0) return left;
  switch (value.kind) {
    case "text":
      return left - value.value.length;
    case "optional":
      return value.value === undefined ? left : subtractSize(value.value, left, ofPart);
    case "variant":
      return subtractSize(value.value, left, ofPart);
    case "list":
      return subtractSizes(value.elements, left, ofPart);
    case "record":
      return subtractSizes(value.fields, left, ofPart);
    case "textMap": {
      let rest = left;
      for (const [key, of] of value.entries) {
        rest = subtractSize(of, rest - key.length, ofPart);
        if (rest < 0) break;
      }
      return rest;
    }
    case "genMap": {
      let rest = left;
      for (const entry of value.entries) {
        rest = subtractSizes(entry, rest, ofPart);
        if (rest < 0) break;
      }
      return rest;
    }
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
    case "enum":
      return left;
  }
};

const subtractSizes = (values: readonly Value[], bytes: number, ofPart: number): number => {
  let left = bytes;
  for (const value of values) {
    left = subtractSize(value, left, ofPart);
    if (left < 0) break;
  }
  return left;
};

const tooLargeError = (limit: number): LedgerError =>
  createTransactionTooLargeError(
    "the values in its commands and their consequences take",
    limit,
    "bytes",
  );

/** Raises SEQUENCER_REQUEST_FAILED for more commands than a transaction may have nodes. */
export const assertCommandCount = (count: number, limit: number): void => {
  if (count > limit) throw createTransactionTooLargeError("it has", limit, "nodes");
};
