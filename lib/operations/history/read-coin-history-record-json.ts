import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import type { Micros, Offset, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type {
  CoinHistoryRecordContent,
  HistorySender,
  HistoryTransfer,
} from "../../base/model/coin-history-record.ts";
import {
  createEnumJsonReader,
  createTaggedVariantReader,
  type JsonObject,
  type JsonReader,
  readInt64,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
  readRequiredJsonField,
  readTimestamp,
} from "../../views/envelope/readers.ts";
import { readAmount } from "./amount.ts";
import { isHistoryEventId } from "./event-id-generator.ts";
import { omitUndefinedProperties } from "./omit-undefined.ts";

/**
 * A history record that a host or a fixture adds. When it is recorded, absent fields get default
 * values.
 */
export interface CoinHistoryRecordInput {
  readonly eventId?: string;
  readonly date?: Micros;
  readonly synchronizerId?: SynchronizerId;
  readonly offset?: Offset;
  readonly round?: bigint;
  readonly body: CoinHistoryRecordContent;
}

/**
 * Reads a record in the form of the history endpoint, including the fields that this ledger adds to
 * Scan's. Outside the payload, every field is optional. Inside it, fees, inputs and balance changes
 * default to zero; parties, `coin_amount` and the `amount` of a receiver are required. Raises
 * INVALID_ARGUMENT and MISSING_FIELD.
 */
export const readCoinHistoryRecordJson: JsonReader<CoinHistoryRecordInput> = (json) => {
  const object = readJsonObject(json);
  return omitUndefinedProperties({
    eventId: readOptionalJsonField(object, "event_id", readEventId),
    date: readOptionalJsonField(object, "date", readTimestamp),
    synchronizerId: readOptionalJsonField(object, "domain_id", readJsonString),
    offset: readOptionalJsonField(object, "offset", readHistoryOffset),
    round: readOptionalJsonField(object, "round", readInt64),
    body: readBody(object),
  });
};

const readEventId: JsonReader<string> = (json) => {
  const text = readJsonString(json);
  if (isHistoryEventId(text)) return text;
  throw createInvalidArgumentError({
    expected: "an event id: #, sixteen digits of which the first is 0, a colon and any text",
    found: text,
  });
};

const readHistoryOffset: JsonReader<Offset> = (json) => {
  const text = readJsonString(json);
  if (text === "") return 0;
  if (/^0{4}[0-9a-f]{14}$/.test(text)) return Number(`0x${text}`);
  throw createInvalidArgumentError({
    expected: "an offset as 18 lowercase hex digits, or an empty string",
    found: text,
  });
};

const readBody = (object: JsonObject): CoinHistoryRecordContent => {
  const payload = readPayload(object);
  switch (payload.kind) {
    case "transfer":
      return { kind: "transfer", ...payload.value };
    case "mint":
    case "tap":
      return { kind: payload.kind, ...payload.value };
    case "abort_transfer_instruction":
      return { kind: "abortTransferInstruction", ...payload.value };
  }
};

const readCoinAmount: JsonReader<{ readonly owner: string; readonly amount: bigint }> = (json) => {
  const object = readJsonObject(json);
  return {
    owner: readRequiredJsonField(object, "coin_owner", readJsonString),
    amount: readRequiredJsonField(object, "coin_amount", readAmount),
  };
};

interface TransferInstructionAbort {
  readonly transferInstructionCid: string;
  readonly abortKind?: "withdraw" | "reject";
}

const readAbort: JsonReader<TransferInstructionAbort> = (json) => {
  const object = readJsonObject(json);
  return omitUndefinedProperties({
    transferInstructionCid: readRequiredJsonField(
      object,
      "transfer_instruction_cid",
      readJsonString,
    ),
    abortKind: readOptionalJsonField(
      object,
      "abort_kind",
      createEnumJsonReader(["withdraw", "reject"]),
    ),
  });
};

const readTransfer: JsonReader<HistoryTransfer> = (json) => {
  const object = readJsonObject(json);
  return omitUndefinedProperties({
    sender: readRequiredJsonField(object, "sender", readSender),
    receivers: readOptionalList(object, "receivers", readReceiver),
    balanceChanges: readOptionalList(object, "balance_changes", readBalanceChange),
    description: readOptionalJsonField(object, "description", readJsonString),
    transferInstructionReceiver: readOptionalJsonField(
      object,
      "transferInstructionReceiver",
      readJsonString,
    ),
    transferInstructionAmount: readOptionalJsonField(
      object,
      "transferInstructionAmount",
      readAmount,
    ),
    transferInstructionCid: readOptionalJsonField(object, "transferInstructionCid", readJsonString),
    transferKind: readOptionalJsonField(
      object,
      "transfer_kind",
      createEnumJsonReader(transferKinds),
    ),
  });
};

const transferKinds = [
  "create_transfer_instruction",
  "transfer_instruction_accept",
  "preapproval_send",
] as const;

const readSender: JsonReader<HistorySender> = (json) => {
  const object = readJsonObject(json);
  return {
    party: readRequiredJsonField(object, "party", readJsonString),
    senderChangeFee: readAmountOrZero(object, "sender_change_fee"),
    senderChangeAmount: readAmountOrZero(object, "sender_change_amount"),
    senderFee: readAmountOrZero(object, "sender_fee"),
    holdingFees: readAmountOrZero(object, "holding_fees"),
    inputCoinAmount: readAmountOrZero(object, "input_coin_amount"),
    inputAppRewardAmount: readAmountOrZero(object, "input_app_reward_amount"),
    inputValidatorRewardAmount: readAmountOrZero(object, "input_validator_reward_amount"),
    inputSvRewardAmount: readAmountOrZero(object, "input_sv_reward_amount"),
    inputValidatorFaucetAmount: readAmountOrZero(object, "input_validator_faucet_amount"),
  };
};

const readReceiver: JsonReader<HistoryTransfer["receivers"][number]> = (json) => {
  const object = readJsonObject(json);
  return {
    party: readRequiredJsonField(object, "party", readJsonString),
    amount: readRequiredJsonField(object, "amount", readAmount),
    receiverFee: readAmountOrZero(object, "receiver_fee"),
  };
};

const readBalanceChange: JsonReader<HistoryTransfer["balanceChanges"][number]> = (json) => {
  const object = readJsonObject(json);
  return {
    party: readRequiredJsonField(object, "party", readJsonString),
    changeToInitialAmountAsOfRoundZero: readAmountOrZero(
      object,
      "change_to_initial_amount_as_of_round_zero",
    ),
    changeToHoldingFeesRate: readAmountOrZero(object, "change_to_holding_fees_rate"),
  };
};

const readAmountOrZero = (object: JsonObject, field: string): bigint =>
  readOptionalJsonField(object, field, readAmount) ?? 0n;

const payloadReaderByKind = {
  transfer: readTransfer,
  mint: readCoinAmount,
  tap: readCoinAmount,
  abort_transfer_instruction: readAbort,
};

const readChoice = createTaggedVariantReader(payloadReaderByKind);

/** Reads the payload. Refuses a record with two payloads instead of ignoring one of them. */
const readPayload: typeof readChoice = (json) => {
  const given = Object.keys(payloadReaderByKind).filter(
    (key) => readJsonObject(json)[key] !== undefined,
  );
  if (given.length <= 1) return readChoice(json);
  throw createInvalidArgumentError({
    expected: `exactly one of ${Object.keys(payloadReaderByKind).join(", ")}`,
    found: given,
  });
};
