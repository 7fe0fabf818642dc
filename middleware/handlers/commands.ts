import {
  commandCompletions,
  completionByHash,
  completions,
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
} from "../../lib/api.ts";
import { askedByBody, submitted } from "../api/handler.ts";
import { streamed } from "./streamed.ts";

export const commandHandlers = {
  submitAndWait: submitted(submitAndWait),
  submitAndWaitForTransaction: submitted(submitAndWaitForTransaction),
  submitAndWaitForTransactionTree: submitted(submitAndWaitForTransactionTree),
  submit: submitted(submitAsync),
  getCompletions: streamed(completions),
  getCommandCompletions: streamed(commandCompletions),
  getCompletionByHash: askedByBody(completionByHash),
};
