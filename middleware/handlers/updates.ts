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
import { updatesPageParts } from "../../lib/internal.ts";
import { askedByBody, askedByParameters, pagedByBody } from "../api/handler.ts";
import { streamed } from "./streamed.ts";

export const updateHandlers = {
  getUpdates: streamed(updates),
  getUpdatesFlats: streamed(updates),
  getUpdatesTrees: streamed(updateTrees),
  getUpdatesPage: pagedByBody("updates", updatesPageParts),
  getUpdateById: askedByBody(updateById),
  getUpdateByOffset: askedByBody(updateByOffset),
  getUpdateByHash: askedByBody(updateByHash),
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
