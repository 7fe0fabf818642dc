import {
  transactionById,
  transactionByOffset,
  transactionTreeById,
  transactionTreeByOffset,
  updateById,
  updateByOffset,
  updates,
  updatesPage,
  updateTrees,
} from "../../lib/index.ts";
import { askedByBody, askedByParameters } from "../api/handler.ts";
import { streamed } from "./streamed.ts";

export const updateHandlers = {
  getUpdates: streamed(updates),
  getUpdatesFlats: streamed(updates),
  getUpdatesTrees: streamed(updateTrees),
  getUpdatesPage: askedByBody(updatesPage),
  getUpdateById: askedByBody(updateById),
  getUpdateByOffset: askedByBody(updateByOffset),
  getTransactionById: askedByBody(transactionById),
  getTransactionByOffset: askedByBody(transactionByOffset),
  getTransactionTreeById: askedByParameters(
    transactionTreeById,
    ({ "update-id": updateId, parties }) => ({ updateId, parties }),
  ),
  getTransactionTreeByOffset: askedByParameters(transactionTreeByOffset, ({ offset, parties }) => ({
    offset,
    parties,
  })),
};
