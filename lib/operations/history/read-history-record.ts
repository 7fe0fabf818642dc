import { invalidArgument } from "../../base/errors/argument-error.ts";
import type { Micros, Offset, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type {
  HistoryBody,
  HistorySender,
  HistoryTransfer,
} from "../../base/model/history-record.ts";
import {
  type JsonObject,
  optional,
  optionalList,
  type Reader,
  readerOfEnum,
  readerOfTagged,
  readInt64,
  readObject,
  readText,
  readTimestamp,
  required,
} from "../../views/envelope/readers.ts";
import { readAmount } from "./amount.ts";
import { isEventId } from "./event-ids.ts";
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
 * Reads a record in the form of the history endpoint, including extended fields. All fields except
 * the payload are optional, and amounts that are zero, too. Raises INVALID_ARGUMENT and
 * MISSING_FIELD.
 */
export const readHistoryRecord: Reader<HistoryRecordInput> = (json) => {
  const object = readObject(json);
  return omitUndefined({
    eventId: optional(object, "event_id", readEventId),
    date: optional(object, "date", readTimestamp),
    synchronizerId: optional(object, "domain_id", readText),
    offset: optional(object, "offset", readHistoryOffset),
    round: optional(object, "round", readInt64),
    body: readBody(object),
  });
};

const readEventId: Reader<string> = (json) => {
  const text = readText(json);
  if (isEventId(text)) return text;
  throw invalidArgument({
    expected: "an event id: #, sixteen digits of which the first is 0, a colon and any text",
    found: text,
  });
};

const readHistoryOffset: Reader<Offset> = (json) => {
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

const readCoinAmount: Reader<{ readonly owner: string; readonly amount: bigint }> = (json) => {
  const object = readObject(json);
  return {
    owner: required(object, "coin_owner", readText),
    amount: required(object, "coin_amount", readAmount),
  };
};

interface Abort {
  readonly transferInstructionCid: string;
  readonly abortKind?: "withdraw" | "reject";
}

const readAbort: Reader<Abort> = (json) => {
  const object = readObject(json);
  return omitUndefined({
    transferInstructionCid: required(object, "transfer_instruction_cid", readText),
    abortKind: optional(object, "abort_kind", readerOfEnum(["withdraw", "reject"])),
  });
};

const readTransfer: Reader<HistoryTransfer> = (json) => {
  const object = readObject(json);
  return omitUndefined({
    sender: required(object, "sender", readSender),
    receivers: optionalList(object, "receivers", readReceiver),
    balanceChanges: optionalList(object, "balance_changes", readBalanceChange),
    description: optional(object, "description", readText),
    transferInstructionReceiver: optional(object, "transferInstructionReceiver", readText),
    transferInstructionAmount: optional(object, "transferInstructionAmount", readAmount),
    transferInstructionCid: optional(object, "transferInstructionCid", readText),
    transferKind: optional(object, "transfer_kind", readerOfEnum(transferKinds)),
  });
};

const transferKinds = [
  "create_transfer_instruction",
  "transfer_instruction_accept",
  "preapproval_send",
] as const;

const readSender: Reader<HistorySender> = (json) => {
  const object = readObject(json);
  return {
    party: required(object, "party", readText),
    senderChangeFee: amountOf(object, "sender_change_fee"),
    senderChangeAmount: amountOf(object, "sender_change_amount"),
    senderFee: amountOf(object, "sender_fee"),
    holdingFees: amountOf(object, "holding_fees"),
    inputCoinAmount: amountOf(object, "input_coin_amount"),
    inputAppRewardAmount: amountOf(object, "input_app_reward_amount"),
    inputValidatorRewardAmount: amountOf(object, "input_validator_reward_amount"),
    inputSvRewardAmount: amountOf(object, "input_sv_reward_amount"),
    inputValidatorFaucetAmount: amountOf(object, "input_validator_faucet_amount"),
  };
};

const readReceiver: Reader<HistoryTransfer["receivers"][number]> = (json) => {
  const object = readObject(json);
  return {
    party: required(object, "party", readText),
    amount: required(object, "amount", readAmount),
    receiverFee: amountOf(object, "receiver_fee"),
  };
};

const readBalanceChange: Reader<HistoryTransfer["balanceChanges"][number]> = (json) => {
  const object = readObject(json);
  return {
    party: required(object, "party", readText),
    changeToInitialAmountAsOfRoundZero: amountOf(
      object,
      "change_to_initial_amount_as_of_round_zero",
    ),
    changeToHoldingFeesRate: amountOf(object, "change_to_holding_fees_rate"),
  };
};

const amountOf = (object: JsonObject, field: string): bigint =>
  optional(object, field, readAmount) ?? 0n;

const payloads = {
  transfer: readTransfer,
  mint: readCoinAmount,
  tap: readCoinAmount,
  abort_transfer_instruction: readAbort,
};

const readChoice = readerOfTagged(payloads);

/** Reads the payload. Refuses a record with two payloads instead of ignoring one of them. */
const readPayload: typeof readChoice = (json) => {
  const given = Object.keys(payloads).filter((key) => readObject(json)[key] !== undefined);
  if (given.length <= 1) return readChoice(json);
  throw invalidArgument({
    expected: `exactly one of ${Object.keys(payloads).join(", ")}`,
    found: given,
  });
};
