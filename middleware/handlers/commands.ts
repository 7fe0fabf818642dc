import {
  completions,
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
} from "../../lib/index.ts";
import { submitted } from "./handler.ts";
import { listed } from "./listed.ts";

export const commandHandlers = {
  submitAndWait: submitted(submitAndWait),
  submitAndWaitForTransaction: submitted(submitAndWaitForTransaction),
  submitAndWaitForTransactionTree: submitted(submitAndWaitForTransactionTree),
  submit: submitted(submitAsync),
  getCompletions: listed(completions),
};
