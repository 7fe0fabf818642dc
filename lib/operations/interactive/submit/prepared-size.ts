import type { Contract } from "../../../base/model/contract.ts";
import type { Node } from "../../../base/model/node.ts";
import type { Value } from "../../../base/values/value.ts";
import type { FinishedTransaction } from "../../../contracts/transaction/finished-transaction.ts";
import { bytesLeft, valuesOfNode } from "../../submission/transaction-size.ts";

/**
 * Size of a part of a value, in bytes. An encoded field of a record takes that much with its label,
 * kind and lengths; a number in a list takes as long to describe, encode and hash.
 */
const bytesOfPart = 64;

/**
 * Returns true if the signed transaction would have at most this size, including all input
 * contracts, each twice (its data and its blob), and the key at every node that uses it. Stops
 * counting at the limit; nothing is written before.
 */
export const fitsPrepared = (
  { transaction, inputs }: Pick<FinishedTransaction, "transaction" | "inputs">,
  limit: number,
): boolean =>
  bytesLeft(preparedValues(transaction.nodes, inputs.values()), { limit, ofPart: bytesOfPart }) >=
  0;

/** Returns the size of the values of a node. Linear. */
export const sizeOfNode = (node: Node): number => sizeOf(preparedValues([node], []));

/** Returns the size of an input contract with its blob. */
export const sizeOfInput = (contract: Contract): number => sizeOf(preparedValues([], [contract]));

const sizeOf = (values: Iterable<Value>): number => {
  const limit = Number.MAX_SAFE_INTEGER;
  return limit - bytesLeft(values, { limit, ofPart: bytesOfPart });
};

function* preparedValues(
  nodes: Iterable<Node>,
  inputs: Iterable<Contract>,
): Generator<Value, void, undefined> {
  for (const node of nodes) {
    yield* valuesOfNode(node);
    const isUse = node.kind === "exercise" || node.kind === "fetch";
    if (isUse && node.key !== undefined) yield node.key.value;
  }
  for (const { argument, key } of inputs) {
    const values = key === undefined ? [argument] : [argument, key.value];
    yield* values;
    yield* values;
  }
}
