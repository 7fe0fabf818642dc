import { historyPage } from "../../lib/index.ts";
import { json } from "../reply.ts";
import type { Handler } from "./handler.ts";

const listTransactionHistory: Handler = ({ ledger, body, history }) =>
  json(historyPage(ledger, body, history));

export const historyHandlers = { listTransactionHistory };
