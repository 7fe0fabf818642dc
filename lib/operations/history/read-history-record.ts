import { invalidArgument } from "../../base/errors/argument-error.ts";
import type { Micros, Offset, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type {
  HistoryBody,
  HistorySender,
  HistoryTransfer,
} from "../../base/model/history-record.ts";
import {
  type JsonObject,
  type JsonReader,
  readerOfEnum,
  readerOfTagged,
  readInt64,
  readObject,
  readOptional,
  readOptionalList,
  readRequired,
  readText,
  readTimestamp,
} from "../../views/envelope/readers.ts";
import { readAmount } from "./amount.ts";
import { isEventId } from "./event-id-generator.ts";
import { omitUndefined } from "./omit-undefined.ts";

/**
 * A history record that a host or a fixture adds. When it is recorded, absent fields get default
 * values.
 */
export interface HistoryRecordInput {
  readonly eventId?: string;
  readonly date?: Micros;
  readonly synchronizerId?: SynchronizerId;
  readonly offset?: Offset;
  readonly round?: bigint;
  readonly body: HistoryBody;
}

/**
 * Reads a record in the form of the history endpoint, including the fields that this ledger adds to
 * Scan's. Outside the payload, every field is optional. Inside it, fees, inputs and balance changes
 * default to zero; parties, `coin_amount` and the `amount` of a receiver are required. Raises
 * INVALID_ARGUMENT and MISSING_FIELD.
 */
export const readHistoryRecord: JsonReader<HistoryRecordInput> = (json) => {
  const object = readObject(json);
  return omitUndefined({
    eventId: readOptional(object, "event_id", readEventId),
    date: readOptional(object, "date", readTimestamp),
    synchronizerId: readOptional(object, "domain_id", readText),
    offset: readOptional(object, "offset", readHistoryOffset),
    round: readOptional(object, "round", readInt64),
    body: readBody(object),
  });
};

const readEventId: JsonReader<string> = (json) => {
  const text = readText(json);
  if (isEventId(text)) return text;
  throw invalidArgument({
    expected: "an event id: #, sixteen digits of which the first is 0, a colon and any text",
    found: text,
  });
};

const readHistoryOffset: JsonReader<Offset> = (json) => {
  const text = readText(json);
  if (text === "") return 0;
  if (/^0{4}[0-9a-f]{14}$/.test(text)) return Number(`0x${text}`);
  throw invalidArgument({
    expected: "an offset as 18 lowercase hex digits, or an empty string",
    found: text,
  });
};

const readBody = (object: JsonObject): HistoryBody => {
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
  const object = readObject(json);
  return {
    owner: readRequired(object, "coin_owner", readText),
    amount: readRequired(object, "coin_amount", readAmount),
  };
};

interface TransferInstructionAbort {
  readonly transferInstructionCid: string;
  readonly abortKind?: "withdraw" | "reject";
}

const readAbort: JsonReader<TransferInstructionAbort> = (json) => {
  const object = readObject(json);
  return omitUndefined({
    transferInstructionCid: readRequired(object, "transfer_instruction_cid", readText),
    abortKind: readOptional(object, "abort_kind", readerOfEnum(["withdraw", "reject"])),
  });
};

const readTransfer: JsonReader<HistoryTransfer> = (json) => {
  const object = readObject(json);
  return omitUndefined({
    sender: readRequired(object, "sender", readSender),
    receivers: readOptionalList(object, "receivers", readReceiver),
    balanceChanges: readOptionalList(object, "balance_changes", readBalanceChange),
    description: readOptional(object, "description", readText),
    transferInstructionReceiver: readOptional(object, "transferInstructionReceiver", readText),
    transferInstructionAmount: readOptional(object, "transferInstructionAmount", readAmount),
    transferInstructionCid: readOptional(object, "transferInstructionCid", readText),
    transferKind: readOptional(object, "transfer_kind", readerOfEnum(transferKinds)),
  });
};

const transferKinds = [
  "create_transfer_instruction",
  "transfer_instruction_accept",
  "preapproval_send",
] as const;

const readSender: JsonReader<HistorySender> = (json) => {
  const object = readObject(json);
  return {
    party: readRequired(object, "party", readText),
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
  const object = readObject(json);
  return {
    party: readRequired(object, "party", readText),
    amount: readRequired(object, "amount", readAmount),
    receiverFee: readAmountOrZero(object, "receiver_fee"),
  };
};

const readBalanceChange: JsonReader<HistoryTransfer["balanceChanges"][number]> = (json) => {
  const object = readObject(json);
  return {
    party: readRequired(object, "party", readText),
    changeToInitialAmountAsOfRoundZero: readAmountOrZero(
      object,
      "change_to_initial_amount_as_of_round_zero",
    ),
    changeToHoldingFeesRate: readAmountOrZero(object, "change_to_holding_fees_rate"),
  };
};

const readAmountOrZero = (object: JsonObject, field: string): bigint =>
  readOptional(object, field, readAmount) ?? 0n;

const payloadReaderByKind = {
  transfer: readTransfer,
  mint: readCoinAmount,
  tap: readCoinAmount,
  abort_transfer_instruction: readAbort,
};

const readChoice = readerOfTagged(payloadReaderByKind);

/** Reads the payload. Refuses a record with two payloads instead of ignoring one of them. */
const readPayload: typeof readChoice = (json) => {
  const given = Object.keys(payloadReaderByKind).filter(
    (key) => readObject(json)[key] !== undefined,
  );
  if (given.length <= 1) return readChoice(json);
  throw invalidArgument({
    expected: `exactly one of ${Object.keys(payloadReaderByKind).join(", ")}`,
    found: given,
  });
};
