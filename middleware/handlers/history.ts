import { createHistoryPageItems } from "../../lib/internal.ts";
import type { OperationHandler } from "../api/handler.ts";
import { createPageReply } from "../api/reply.ts";

const listTransactionHistory: OperationHandler = ({ ledger, body, history }) =>
  createPageReply(
    "transactions",
    createHistoryPageItems(ledger, body as never, history),
    () => ({}),
  );

export const historyHandlers = { listTransactionHistory };
