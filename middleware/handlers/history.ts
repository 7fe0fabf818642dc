import { historyPageItems } from "../../lib/internal.ts";
import type { Handler } from "../api/handler.ts";
import { page } from "../api/reply.ts";

const listTransactionHistory: Handler = ({ ledger, body, history }) =>
  page("transactions", historyPageItems(ledger, body as never, history), () => ({}));

export const historyHandlers = { listTransactionHistory };
