import { getCoinHistoryPageLazily } from "../../lib/internal.ts";
import type { OperationHandler } from "../api/handler.ts";
import { createPageReply } from "../api/reply.ts";

const listTransactionHistory: OperationHandler = ({ ledger, body, history }) =>
  createPageReply(
    "transactions",
    getCoinHistoryPageLazily(ledger, body as never, history),
    () => ({}),
  );

export const coinHistoryHandlers = { listTransactionHistory };
