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
  type HistoryPage,
  type HistoryPageOptions,
  type HistoryPageRequest,
} from "./operations/history/history-page.ts";
export {
  defineHistory,
  type CoinTemplate,
  type CoinView,
  type HistoryAdapter,
  type HistoryContract,
  type HistoryCreate,
  type HistoryDraft,
  type HistoryEntry,
  type HistoryExercise,
  type HistoryMatch,
  type HistoryProblem,
  type HistoryRemedy,
  type HistoryRule,
  type HistoryTransactionView,
  type NetFlow,
} from "./operations/history/history-rules.ts";
export type { HistoryTransaction } from "./operations/history/history-transaction.ts";
export { recordHistory, type RecordHistoryRequest } from "./operations/history/record-history.ts";

// identifiers, values and errors
export type {
  HistoryBody,
  HistoryRecord,
  HistorySender,
  HistoryTransfer,
} from "./base/model/history-record.ts";
