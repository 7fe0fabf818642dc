import { expect } from "chai";
import fc from "fast-check";

import {
  contractIdGrammar,
  type IdentifierGrammar,
  ledgerStringGrammar,
  matchesGrammar,
  partyIdGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../../lib/base/identifiers/identifier-syntax.ts";
import {
  checkIdentifierOfUnnamedField,
  checkOptionalIdentifier,
  readPartyIdentifier,
  requireContractId,
  requireIdentifier,
} from "../../../lib/views/envelope/identifier-readers.ts";
import {
  createEnumJsonReader,
  createListReader,
  createMapJsonReader,
  createTaggedVariantReader,
  createWrappedValueReader,
  readBase64Bytes,
  readBoolean,
  readDurationMicros,
  readDurationNanos,
  readInt32,
  readInt64,
  readJsonObject,
  readJsonString,
  readObjectIgnoringContent,
  readOffset,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
  readRequiredJsonField,
  readTimestamp,
} from "../../../lib/views/envelope/readers.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

describe("readers of the JSON envelope", () => {
  describe("readers of required and optional fields", () => {
    it("read a present field", () => {
      expect(readRequiredJsonField({ a: "x" }, "a", readJsonString)).to.equal("x");
    });

    it("refuse an absent required field, naming it in snake case", () => {
      const error = errorOf(() => readRequiredJsonField({}, "commandId", readJsonString));
      expect(error).to.include({ code: "MISSING_FIELD", path: "commandId" });
      expect(error.context).to.deep.equal({ field_name: "command_id" });
    });

    it("refuse null for a required text", () => {
      const error = errorOf(() => readRequiredJsonField({ a: null }, "a", readJsonString));
      expect(error).to.include({ code: "INVALID_ARGUMENT", path: "a" });
    });

    it("treat a null optional field as absent", () => {
      expect(readOptionalJsonField({ a: null }, "a", readJsonString)).to.equal(undefined);
      expect(readOptionalJsonField({}, "a", readJsonString)).to.equal(undefined);
      expect(readOptionalText({}, "a")).to.equal("");
      expect(readOptionalList({ a: null }, "a", readJsonString)).to.deep.equal([]);
    });

    it("ignore unknown fields", () => {
      const object = readJsonObject({ a: "x", other: 1 });
      expect(readRequiredJsonField(object, "a", readJsonString)).to.equal("x");
    });

    it("name the path of an error in nested input", () => {
      const items = createListReader((json) =>
        readRequiredJsonField(readJsonObject(json), "amount", readInt64),
      );
      const error = errorOf(() =>
        readRequiredJsonField({ items: [{ amount: 1 }, { amount: [] }] }, "items", items),
      );
      expect(error.path).to.equal("items[1].amount");
    });
  });

  describe("readers of integers", () => {
    it("accept numbers and decimal texts", () => {
      fc.assert(
        fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
          expect(readInt64(String(value))).to.equal(value);
          if (Number.isSafeInteger(Number(value))) {
            expect(readInt64(Number(value))).to.equal(value);
          }
        }),
        { numRuns: runs(50) },
      );
    });

    for (const json of [
      1.5,
      "1.5",
      "",
      "0x10",
      " 1",
      "01",
      "+1",
      "1e-3",
      "1e99",
      null,
      true,
      [],
      {},
      2 ** 63,
      "9223372036854775808",
    ]) {
      it(`refuse ${JSON.stringify(json)} as an int64`, () => {
        expect(errorOf(() => readInt64(json)).code).to.equal("INVALID_ARGUMENT");
      });
    }

    it("keep 32-bit integers within their range", () => {
      expect(readInt32(2 ** 31 - 1)).to.equal(2 ** 31 - 1);
      expect(errorOf(() => readInt32(2 ** 31)).code).to.equal("INVALID_ARGUMENT");
    });

    it("leave the validation of offsets to the operation", () => {
      expect(readOffset(-1)).to.equal(-1);
      expect(readOffset("9223372036854775807")).to.be.greaterThan(Number.MAX_SAFE_INTEGER);
    });
  });

  describe("readers of timestamps", () => {
    it("read microseconds and truncate smaller fractions", () => {
      expect(readTimestamp("1970-01-01T00:00:01.000001999Z")).to.equal(1_000_001n);
    });

    it("read time zone offsets", () => {
      expect(readTimestamp("1970-01-01T01:00:00+01:00")).to.equal(0n);
      expect(readTimestamp("1969-12-31T22:30:00-01:30")).to.equal(0n);
    });

    it("read the first and the last instant", () => {
      expect(readTimestamp("0001-01-01T00:00:00Z")).to.equal(-62_135_596_800_000_000n);
      expect(readTimestamp("9999-12-31T23:59:59.999999Z")).to.equal(253_402_300_799_999_999n);
    });

    for (const text of [
      "2023-02-29T00:00:00Z",
      "2024-01-01T24:00:00Z",
      "0000-12-31T00:00:00Z",
      "2024-01-01T00:00Z",
      "2024-01-01T00:00:00+0100",
      "2024-01-01T00:00:00",
      "2024-01-01",
      "",
      0,
    ]) {
      it(`refuse the timestamp ${JSON.stringify(text)}`, () => {
        expect(errorOf(() => readTimestamp(text)).code).to.equal("INVALID_ARGUMENT");
      });
    }
  });

  describe("readers of durations", () => {
    it("add seconds and nanos, with zero for absent parts", () => {
      expect(readDurationMicros({ seconds: 2, nanos: 5_000 })).to.equal(2_000_005n);
      expect(readDurationMicros({ seconds: "2" })).to.equal(2_000_000n);
      expect(readDurationMicros({})).to.equal(0n);
    });

    it("accept negative durations", () => {
      expect(readDurationMicros({ seconds: -1 })).to.equal(-1_000_000n);
    });

    it("accept durations of any length, and durations finer than microseconds", () => {
      expect(readDurationMicros({ seconds: "9223372036854775807" })).to.equal(
        9_223_372_036_854_775_807_000_000n,
      );
      expect(readDurationNanos({ seconds: 1, nanos: -1 })).to.equal(999_999_999n);
      expect(readDurationMicros({ nanos: -1_999 })).to.equal(-1n);
    });
  });

  describe("readers of bytes", () => {
    it("read Base64 with and without padding", () => {
      expect([...readBase64Bytes("AQI=")]).to.deep.equal([1, 2]);
      expect([...readBase64Bytes("AQI")]).to.deep.equal([1, 2]);
      expect([...readBase64Bytes("")]).to.deep.equal([]);
    });

    for (const text of ["A", "AQI==", "AQ==I===", "A*I=", "-_8=", 7]) {
      it(`refuse the bytes ${JSON.stringify(text)}`, () => {
        expect(errorOf(() => readBase64Bytes(text)).code).to.equal("INVALID_ARGUMENT");
      });
    }
  });

  describe("readers of tagged variants", () => {
    const read = createTaggedVariantReader({
      Text: readJsonString,
      Flag: createWrappedValueReader(readBoolean),
      Empty: readObjectIgnoringContent,
    });

    it("return the variant", () => {
      expect(read({ Text: "x" })).to.deep.equal({ kind: "Text", value: "x" });
      expect(read({ Flag: { value: true } })).to.deep.equal({ kind: "Flag", value: true });
      expect(read({ Empty: {} })).to.deep.equal({ kind: "Empty", value: undefined });
    });

    it("use the alphabetically first of several variants", () => {
      expect(read({ Text: "x", Flag: { value: true } })).to.include({ kind: "Flag" });
      expect(read({ Text: "x", Empty: {}, Other: 1 })).to.include({ kind: "Empty" });
    });

    it("name the path of an error inside the variant", () => {
      expect(errorOf(() => read({ Flag: { value: 1 } })).path).to.equal("Flag.value");
    });

    for (const json of [{}, { Other: {} }, "Text", null, []]) {
      it(`refuse ${JSON.stringify(json)}, which has no known key`, () => {
        expect(errorOf(() => read(json)).code).to.equal("INVALID_ARGUMENT");
      });
    }
  });

  describe("readers of maps and constants", () => {
    it("keep every key, including __proto__", () => {
      const map = createMapJsonReader(readJsonString)(
        JSON.parse('{"__proto__":"a","constructor":"b"}'),
      );
      expect([...map]).to.deep.equal([
        ["__proto__", "a"],
        ["constructor", "b"],
      ]);
    });

    it("refuse an unknown constant", () => {
      expect(createEnumJsonReader(["A", "B"])("B")).to.equal("B");
      expect(errorOf(() => createEnumJsonReader(["A", "B"])("C")).code).to.equal(
        "INVALID_ARGUMENT",
      );
    });
  });
});

const legal: readonly (readonly [IdentifierGrammar, string])[] = [
  [ledgerStringGrammar, "a.b:c-d#e/f g_1"],
  [ledgerStringGrammar, "x".repeat(255)],
  [partyIdGrammar, "alice::1220-_ x"],
  [partyIdGrammar, "__proto__"],
  [userIdGrammar, "a@b^$.!`-#+'~_|:()"],
  [userIdGrammar, "x".repeat(128)],
  [uniqueIdentifierGrammar, `wallet::1220${"ab".repeat(32)}`],
  [uniqueIdentifierGrammar, "__proto__::1220ab"],
  [contractIdGrammar, `00${"ab".repeat(68)}`],
  [contractIdGrammar, `01${"ab".repeat(12)}`],
];

const illegal: readonly (readonly [IdentifierGrammar, string])[] = [
  [ledgerStringGrammar, ""],
  [ledgerStringGrammar, "x".repeat(256)],
  [ledgerStringGrammar, "a\u0000b"],
  [ledgerStringGrammar, "a\n"],
  [ledgerStringGrammar, "é"],
  [partyIdGrammar, "alice.bob"],
  [partyIdGrammar, "\ud800"],
  [userIdGrammar, "x".repeat(129)],
  [userIdGrammar, "a b"],
  [uniqueIdentifierGrammar, "wallet"],
  [uniqueIdentifierGrammar, "::1220ab"],
  [uniqueIdentifierGrammar, "a::b::c"],
  [contractIdGrammar, "00ABab"],
  [contractIdGrammar, `00${"ab".repeat(31)}`],
  [contractIdGrammar, `02${"ab".repeat(68)}`],
  [contractIdGrammar, `00${"ab".repeat(68)}a`],
];

describe("readers of identifiers", () => {
  for (const [grammar, text] of legal) {
    it(`accept ${JSON.stringify(text.slice(0, 40))} as a ${grammar.name}`, () => {
      expect(matchesGrammar(grammar, text)).to.equal(true);
    });
  }

  for (const [grammar, text] of illegal) {
    it(`refuse ${JSON.stringify(text.slice(0, 40))} as a ${grammar.name}`, () => {
      expect(matchesGrammar(grammar, text)).to.equal(false);
    });
  }

  it("distinguish a missing required identifier from a malformed one", () => {
    expect(errorOf(() => requireIdentifier(ledgerStringGrammar, "", "commandId"))).to.deep.include({
      code: "MISSING_FIELD",
      context: { field_name: "command_id" },
    });
    expect(errorOf(() => requireIdentifier(ledgerStringGrammar, "é", "commandId"))).to.deep.include(
      {
        code: "INVALID_FIELD",
        context: { field_name: "command_id" },
      },
    );
    expect(errorOf(() => requireContractId("xyz", "contractId")).code).to.equal("INVALID_FIELD");
  });

  it("allow an empty optional identifier", () => {
    expect(checkOptionalIdentifier(userIdGrammar, "", "userId")).to.equal("");
  });

  it("report bad list elements as invalid arguments", () => {
    expect(errorOf(() => checkIdentifierOfUnnamedField(partyIdGrammar, "", "actAs[0]"))).to.include(
      {
        code: "INVALID_ARGUMENT",
        path: "actAs[0]",
      },
    );
    expect(errorOf(() => readPartyIdentifier("a.b")).code).to.equal("INVALID_ARGUMENT");
  });
});
