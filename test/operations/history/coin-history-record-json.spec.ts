import { expect } from "chai";
import fc from "fast-check";

import type { CoinHistoryRecordContent, HistoryTransfer } from "../../../lib/history.ts";
import { toCoinHistoryRecordJson } from "../../../lib/operations/history/coin-history-record-json.ts";
import { readCoinHistoryRecordJson } from "../../../lib/operations/history/read-coin-history-record-json.ts";
import { arbitraryCharacter } from "../../support/arbitrary-character.ts";
import { historyRecord } from "../../support/history-records.ts";

const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const text = fc.string({ minLength: 1, unit: arbitraryCharacter });
const optionalPart = { nil: undefined };

const sender = fc.record({
  party: text,
  senderChangeFee: amount,
  senderChangeAmount: amount,
  senderFee: amount,
  holdingFees: amount,
  inputCoinAmount: amount,
  inputAppRewardAmount: amount,
  inputValidatorRewardAmount: amount,
  inputSvRewardAmount: amount,
  inputValidatorFaucetAmount: amount,
});

const transfer: fc.Arbitrary<HistoryTransfer> = fc.record(
  {
    sender,
    receivers: fc.array(fc.record({ party: text, amount, receiverFee: amount }), { maxLength: 3 }),
    balanceChanges: fc.array(
      fc.record({
        party: text,
        changeToInitialAmountAsOfRoundZero: amount,
        changeToHoldingFeesRate: amount,
      }),
      { maxLength: 3 },
    ),
    description: text,
    transferInstructionReceiver: text,
    transferInstructionAmount: amount,
    transferInstructionCid: text,
    transferKind: fc.constantFrom("create_transfer_instruction", "preapproval_send"),
  },
  { requiredKeys: ["sender", "receivers", "balanceChanges"] },
);

const bodies: fc.Arbitrary<CoinHistoryRecordContent> = fc.oneof(
  transfer.map((value) => ({ kind: "transfer" as const, ...value })),
  fc.record({ kind: fc.constantFrom("mint" as const, "tap" as const), owner: text, amount }),
  fc.record(
    {
      kind: fc.constant("abortTransferInstruction" as const),
      transferInstructionCid: text,
      abortKind: fc.constantFrom("withdraw" as const, "reject" as const),
    },
    { requiredKeys: ["kind", "transferInstructionCid"] },
  ),
);

const records = fc.record({
  body: bodies,
  round: fc.option(fc.bigInt({ min: 0n, max: 10_000n }), optionalPart),
});

const keysOf = (json: unknown): readonly string[] =>
  typeof json === "object" && json !== null
    ? [...(Array.isArray(json) ? [] : Object.keys(json)), ...Object.values(json).flatMap(keysOf)]
    : [];

describe("toCoinHistoryRecordJson", () => {
  it("S18.5+ has exactly one payload", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const json = toCoinHistoryRecordJson(historyRecord(1, body));
        const payloads = ["transfer", "mint", "tap", "abort_transfer_instruction"];
        expect(Object.keys(json).filter((key) => payloads.includes(key))).to.have.length(1);
      }),
    );
  });

  it("S18.5- throws for a record without payload or with two", () => {
    const tap = { coin_owner: "alice::1220", coin_amount: "1.0" };
    for (const json of [{}, { tap, mint: tap }, { tap, transfer: {} }]) {
      expect(() => readCoinHistoryRecordJson(json))
        .to.throw()
        .with.property("code", "INVALID_ARGUMENT");
    }
  });

  it("has fields in snake case, except three of transfer instructions", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const odd = keysOf(toCoinHistoryRecordJson(historyRecord(1, body))).filter(
          (key) => !/^[a-z_]+$/.test(key),
        );
        expect([
          "transferInstructionReceiver",
          "transferInstructionAmount",
          "transferInstructionCid",
        ]).to.include.members(odd);
      }),
    );
  });

  it("is parsed to the same record", () => {
    fc.assert(
      fc.property(records, ({ body, round }) => {
        const record = { ...historyRecord(3, body), ...(round === undefined ? {} : { round }) };
        const json = toCoinHistoryRecordJson(record, { extendedFields: true });
        expect(readCoinHistoryRecordJson(JSON.parse(JSON.stringify(json)))).to.deep.equal(record);
      }),
    );
  });

  it("omits absent fields, and an empty description", () => {
    const json = toCoinHistoryRecordJson(historyRecord(0));
    expect(json).to.have.all.keys("event_id", "date", "domain_id", "offset", "tap");
    const body = fc.sample(transfer, 1).map((value) => ({
      kind: "transfer" as const,
      sender: value.sender,
      receivers: [],
      balanceChanges: [],
      description: "",
    }))[0];
    const { transfer: payload } = toCoinHistoryRecordJson(historyRecord(0, body)) as {
      transfer?: object;
    };
    expect(payload).to.have.all.keys("sender", "receivers", "balance_changes");
  });

  it("prints the offset as nine bytes in hex, and the ledger begin as an empty text", () => {
    const offsets = [0, 1, 47, 2 ** 40].map(
      (offset) => toCoinHistoryRecordJson({ ...historyRecord(0), offset }).offset,
    );
    expect(offsets).to.deep.equal([
      "",
      "000000000000000001",
      "00000000000000002f",
      "000000010000000000",
    ]);
  });

  it("prints the date in UTC without trailing zeros", () => {
    const dates = [0n, 100_000n, 381n].map(
      (date) => toCoinHistoryRecordJson({ ...historyRecord(0), date }).date,
    );
    expect(dates).to.deep.equal([
      "1970-01-01T00:00:00Z",
      "1970-01-01T00:00:00.1Z",
      "1970-01-01T00:00:00.000381Z",
    ]);
  });

  it("adds fields that the specification lacks only on request", () => {
    const record = historyRecord(0, {
      kind: "abortTransferInstruction",
      transferInstructionCid: "00c0",
      abortKind: "reject",
    });
    expect(toCoinHistoryRecordJson(record)).to.not.have.property("transaction_type");
    expect(toCoinHistoryRecordJson(record, { extendedFields: true })).to.deep.include({
      transaction_type: "abort_transfer_instruction",
      abort_transfer_instruction: { transfer_instruction_cid: "00c0", abort_kind: "reject" },
    });
  });
});
