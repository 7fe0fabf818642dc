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
import { handleBody, handleBodyAsList, handleParameters } from "../api/handler.ts";
import { handleStream } from "./handle-stream.ts";

export const updateHandlers = {
  getUpdates: handleStream(updates),
  getUpdatesFlats: handleStream(updates),
  getUpdatesTrees: handleStream(updateTrees),
  getUpdatesPage: handleBodyAsList("updates", getUpdatesPageLazily),
  getUpdateById: handleBody(updateById),
  getUpdateByOffset: handleBody(updateByOffset),
  getUpdateByHash: handleBody(updateByHash),
  getTransactionById: handleBody(transactionById),
  getTransactionByOffset: handleBody(transactionByOffset),
  getTransactionTreeById: handleParameters(
    transactionTreeById,
    ({ "update-id": updateId, parties }) => ({ updateId, parties }),
  ),
  getTransactionTreeByOffset: handleParameters(transactionTreeByOffset, ({ offset, parties }) => ({
    offset,
    parties,
  })),
};
