import {
  transactionById,
  transactionByOffset,
  transactionTreeById,
  transactionTreeByOffset,
  updateByHash,
  updateById,
  updateByOffset,
  updates,
  updateTrees,
} from "../../lib/api.ts";
import { getUpdatesPageLazily } from "../../lib/internal.ts";
import {
  createBodyHandler,
  createPageReplyHandler,
  createParametersHandler,
} from "../api/handler.ts";
import { createStreamHandler } from "./handle-stream.ts";

export const updateServiceHandlers = {
  getUpdates: createStreamHandler(updates),
  getUpdatesFlats: createStreamHandler(updates),
  getUpdatesTrees: createStreamHandler(updateTrees),
  getUpdatesPage: createPageReplyHandler("updates", getUpdatesPageLazily),
  getUpdateById: createBodyHandler(updateById),
  getUpdateByOffset: createBodyHandler(updateByOffset),
  getUpdateByHash: createBodyHandler(updateByHash),
  getTransactionById: createBodyHandler(transactionById),
  getTransactionByOffset: createBodyHandler(transactionByOffset),
  getTransactionTreeById: createParametersHandler(
    transactionTreeById,
    ({ "update-id": updateId, parties }) => ({ updateId, parties }),
  ),
  getTransactionTreeByOffset: createParametersHandler(
    transactionTreeByOffset,
    ({ offset, parties }) => ({
      offset,
      parties,
    }),
  ),
};
