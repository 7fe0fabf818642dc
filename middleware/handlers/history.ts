import { historyPage } from "../../lib/index.ts";
import { json } from "../reply.ts";
import type { Handler } from "./handler.ts";

const listTransactionHistory: Handler = ({ ledger, body }) => json(historyPage(ledger, body));

export const historyHandlers = { listTransactionHistory };
