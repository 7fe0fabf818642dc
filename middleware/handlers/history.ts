import { historyPage } from "../../lib/index.ts";
import type { Handler } from "../api/handler.ts";
import { json } from "../api/reply.ts";

const listTransactionHistory: Handler = ({ ledger, body, history }) =>
  json(historyPage(ledger, body, history));

export const historyHandlers = { listTransactionHistory };
