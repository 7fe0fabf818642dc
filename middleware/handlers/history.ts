import { historyPageItems } from "../../lib/internal.ts";
import type { Handler } from "../api/handler.ts";
import { pageReply } from "../api/reply.ts";

const listTransactionHistory: Handler = ({ ledger, body, history }) =>
  pageReply("transactions", historyPageItems(ledger, body as never, history), () => ({}));

export const historyHandlers = { listTransactionHistory };
