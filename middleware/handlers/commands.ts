import {
  commandCompletions,
  completionByHash,
  completions,
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
} from "../../lib/api.ts";
import { createBodyHandler, createSubmissionHandler } from "../api/handler.ts";
import { createStreamHandler } from "./handle-stream.ts";

export const commandHandlers = {
  submitAndWait: createSubmissionHandler(submitAndWait),
  submitAndWaitForTransaction: createSubmissionHandler(submitAndWaitForTransaction),
  submitAndWaitForTransactionTree: createSubmissionHandler(submitAndWaitForTransactionTree),
  submit: createSubmissionHandler(submitAsync),
  getCompletions: createStreamHandler(completions),
  getCommandCompletions: createStreamHandler(commandCompletions),
  getCompletionByHash: createBodyHandler(completionByHash),
};
