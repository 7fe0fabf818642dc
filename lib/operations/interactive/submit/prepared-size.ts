import type { FinishedTransaction } from "../../../contracts/transaction/finished-transaction.ts";
import type { Contract } from "../../../ground/model/contract.ts";
import type { Node } from "../../../ground/model/node.ts";
import type { Value } from "../../../ground/values/value.ts";
import { fits, valuesOfNode } from "../../submission/transaction-size.ts";

/**
 * Whether a transaction would take no more than so many bytes as it is signed: with all contracts that it uses, each of
 * them as it is and as a blob, and with the key by every node that uses it. Over at the limit, before anything is written.
 */
export const fitsPrepared = (
  { transaction, inputs }: Pick<FinishedTransaction, "transaction" | "inputs">,
  limit: number,
): boolean => fits(preparedValues(transaction.nodes, inputs.values()), limit);

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
