import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode } from "../../base/model/node.ts";
import type { HistoryAdapterIndex } from "./adapter-index.ts";
import type { ConsumedOrCreatedCoin, TransactionCoinFlow } from "./coin-flow.ts";
import type { CoinInContract } from "./history-rules.ts";
import type { TransactionReaderForHistoryRules } from "./transaction-for-history-rules.ts";

/** Finds the coins among the contracts of a transaction, using the coin templates of an adapter. */
export class TransactionCoinReader {
  readonly #index: HistoryAdapterIndex;
  readonly #transaction: TransactionReaderForHistoryRules;

  constructor(index: HistoryAdapterIndex, transaction: TransactionReaderForHistoryRules) {
    this.#index = index;
    this.#transaction = transaction;
  }

  readCoin(contract: Contract): CoinInContract | undefined {
    const { packages } = this.#transaction;
    const { templateId, packageName } = contract;
    for (const { view } of this.#index.coinTemplates(templateId, packageName, packages)) {
      const coin = view(this.#transaction.contractView(contract));
      if (coin !== undefined) return coin;
    }
    return undefined;
  }

  readConsumedCoin(node: ExerciseNode): CoinInContract | undefined {
    if (!node.consuming) return undefined;
    const contract = this.#transaction.findContract(node.contractId);
    return contract === undefined ? undefined : this.readCoin(contract);
  }

  /** Returns the coin flow of these steps, which are in pre-order. */
  computeCoinFlow(steps: readonly (CreateNode | ExerciseNode)[]): TransactionCoinFlow {
    const created = new Map<ContractId, ConsumedOrCreatedCoin>();
    const consumed: ConsumedOrCreatedCoin[] = [];
    for (const step of steps) {
      if (step.kind === "create") {
        const coin = this.readCoin(step.contract);
        if (coin === undefined) continue;
        created.set(step.contract.contractId, { nodeId: step.nodeId, coin });
      } else if (!created.delete(step.contractId)) {
        const coin = this.readConsumedCoin(step);
        if (coin !== undefined) consumed.push({ nodeId: step.nodeId, coin });
      }
    }
    return { consumed, created: [...created.values()] };
  }
}
