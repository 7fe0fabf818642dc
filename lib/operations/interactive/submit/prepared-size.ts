import type { Contract } from "../../../base/model/contract.ts";
import type { Node } from "../../../base/model/node.ts";
import type { Value } from "../../../base/values/value.ts";
import type { FinishedTransaction } from "../../../contracts/transaction/finished-transaction.ts";
import {
  collectValuesOfNode,
  subtractValueSizesFromLimit,
} from "../../submission/transaction-size.ts";

/**
 * Size that each part of a value counts as, in bytes: about the size of an encoded record field
 * with its label, kind and lengths. Small parts count the same, because they take as long to
 * describe, encode and hash.
 */
const bytesOfPart = 64;

/**
 * Returns true if the transaction to sign would have at most this size. Counts all input contracts
 * twice (as data and as blob), and keys at every node that uses them. Stops counting at the limit.
 * Called before anything is encoded.
 */
export const isWithinPreparedSizeLimit = (
  { transaction, inputs }: Pick<FinishedTransaction, "transaction" | "inputs">,
  limit: number,
): boolean =>
  subtractValueSizesFromLimit(preparedValues(transaction.nodes, inputs.values()), {
    limit,
    ofPart: bytesOfPart,
  }) >= 0;

/** Returns the estimated size of the values of a node, in bytes. Linear. */
export const estimateNodeSize = (node: Node): number =>
  computeTotalSize(preparedValues([node], []));

/** Returns the estimated size of an input contract with its blob, in bytes. */
export const estimateInputContractSize = (contract: Contract): number =>
  computeTotalSize(preparedValues([], [contract]));

const computeTotalSize = (values: Iterable<Value>): number => {
  const limit = Number.MAX_SAFE_INTEGER;
  return limit - subtractValueSizesFromLimit(values, { limit, ofPart: bytesOfPart });
};

function* preparedValues(
  nodes: Iterable<Node>,
  inputs: Iterable<Contract>,
): Generator<Value, void, undefined> {
  for (const node of nodes) {
    yield* collectValuesOfNode(node);
    const isUse = node.kind === "exercise" || node.kind === "fetch";
    if (isUse && node.key !== undefined) yield node.key.value;
  }
  for (const { argument, key } of inputs) {
    const values = key === undefined ? [argument] : [argument, key.value];
    yield* values;
    yield* values;
  }
}
