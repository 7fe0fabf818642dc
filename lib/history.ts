/**
 * Entry `ledger-in-a-box/history`: the history of coin transactions, and `defineHistory` for
 * programs that derive a history from their own templates.
 */
// operations
export {
  amountAsOfRoundZero,
  amountText,
  divideAmounts,
  multiplyAmounts,
  oneCoin,
  readAmount,
  splitFee,
} from "./operations/history/amount.ts";
export { amuletHistory } from "./operations/history/amulet-history.ts";
export { historyErrorBody, type HistoryErrorBody } from "./operations/history/history-error.ts";
export {
  historyPage,
  type CoinHistoryPage,
  type CoinHistoryPageOptions,
  type CoinHistoryPageRequest,
} from "./operations/history/coin-history-page.ts";
export {
  defineHistory,
  type CoinContractMatcher,
  type CoinInContract,
  type HistoryAdapter,
  type HistoryContract,
  type CreateForHistoryRules,
  type CoinHistoryRecordDraft,
  type CoinHistoryEntry,
  type ExerciseForHistoryRules,
  type CoinHistoryRuleCondition,
  type CoinHistoryRuleProblem,
  type CoinHistoryErrorHandling,
  type CoinHistoryRule,
  type HistoryRuleTransactionView,
  type NetFlowCoins,
} from "./operations/history/history-rules.ts";
export type { CoinHistoryRecordJson } from "./operations/history/coin-history-record-json.ts";
export {
  recordHistory,
  type RecordCoinHistoryRequest,
} from "./operations/history/record-history.ts";

// identifiers, values and errors
export type {
  CoinHistoryRecordContent,
  CoinHistoryRecord,
  HistorySender,
  HistoryTransfer,
} from "./base/model/coin-history-record.ts";
