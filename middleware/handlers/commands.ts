import {
  commandCompletions,
  completionByHash,
  completions,
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
} from "../../lib/api.ts";
import { handleBody, handleSubmission } from "../api/handler.ts";
import { handleStream } from "./handle-stream.ts";

export const commandHandlers = {
  submitAndWait: handleSubmission(submitAndWait),
  submitAndWaitForTransaction: handleSubmission(submitAndWaitForTransaction),
  submitAndWaitForTransactionTree: handleSubmission(submitAndWaitForTransactionTree),
  submit: handleSubmission(submitAsync),
  getCompletions: handleStream(completions),
  getCommandCompletions: handleStream(commandCompletions),
  getCompletionByHash: handleBody(completionByHash),
};
