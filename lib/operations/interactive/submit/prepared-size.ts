import type { Contract } from "../../../base/model/contract.ts";
import type { Node } from "../../../base/model/node.ts";
import type { Value } from "../../../base/values/value.ts";
import type { FinishedTransaction } from "../../../contracts/transaction/finished-transaction.ts";
import { bytesLeft, valuesOfNode } from "../../submission/transaction-size.ts";

/**
 * What a part of a value counts for: a field of a record takes as much, encoded, with its label, its kind and its lengths, and a
 * number in a list takes as long to describe, encode and hash.
 */
const bytesOfPart = 64;

/**
 * Whether a transaction would take no more than so many bytes as it is signed: with all contracts that it uses, each of
 * them as it is and as a blob, and with the key by every node that uses it. Over at the limit, before anything is written.
 */
export const fitsPrepared = (
  { transaction, inputs }: Pick<FinishedTransaction, "transaction" | "inputs">,
  limit: number,
): boolean =>
  bytesLeft(preparedValues(transaction.nodes, inputs.values()), { limit, ofPart: bytesOfPart }) >=
  0;

/** What the values of a node count for. Linear in them. */
export const sizeOfNode = (node: Node): number => sizeOf(preparedValues([node], []));

/** The same of a contract that is used, and of its blob. */
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
