import type { Contract } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode } from "../../base/model/node.ts";
import type {
  ExerciseForHistoryRules,
  HistoryContract,
  HistoryRuleTransactionView,
} from "./history-rules.ts";
import type { TransactionCoinReader } from "./transaction-coin-reader.ts";
import type { TransactionReaderForHistoryRules } from "./transaction-for-history-rules.ts";

/** Returns the view of the transaction that is passed to the functions of history rules. */
export const createTransactionViewForHistoryRules = (
  transaction: TransactionReaderForHistoryRules,
  coins: TransactionCoinReader,
): HistoryRuleTransactionView => {
  const { updateId, offset, effectiveAt } = transaction.update;
  const viewOf = (contract: Contract | undefined): HistoryContract | undefined =>
    contract === undefined ? undefined : transaction.contractView(contract);
  const within = ({
    nodeId,
  }: Pick<ExerciseForHistoryRules, "nodeId">): readonly (CreateNode | ExerciseNode)[] => {
    const node = transaction.exerciseNode(nodeId);
    return node === undefined ? [] : [node, ...transaction.listStepsBelow(node)];
  };
  return {
    updateId,
    offset,
    effectiveAt,
    created: (contractId) => viewOf(transaction.findCreatedContract(contractId)),
    contract: (contractId) => viewOf(transaction.findContract(contractId)),
    subtree: (exercise) =>
      within(exercise)
        .slice(1)
        .map((step) =>
          step.kind === "create" ? transaction.create(step) : transaction.getExerciseView(step),
        ),
    netFlow: (exercise) => {
      const { consumed, created } = coins.computeCoinFlow(within(exercise));
      return {
        consumed: consumed.map(({ coin }) => coin),
        created: created.map(({ coin }) => coin),
      };
    },
  };
};
