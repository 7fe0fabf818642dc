import { expect } from "chai";
import fc from "fast-check";

import {
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createNumericValue,
  createPartyValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createTextValue,
  createTimestampValue,
  createVariantValue,
  none,
  trueValue,
  unit,
} from "../../../lib/base/values/constructors.ts";
import {
  hasMoreJsonValuesThan,
  isParsedJsonNestedDeeperThan,
} from "../../../lib/base/values/json-size.ts";
import { decodeLosslessJson, encodeLosslessJson } from "../../../lib/base/values/tagged-json.ts";
import { decodeValueFromProtobuf } from "../../../lib/base/values/wire-decode.ts";
import { encodeValueAsProtobuf } from "../../../lib/base/values/wire-encode.ts";
import { isLedgerError } from "../../../lib/index.ts";
import type { Value } from "../../../lib/store.ts";
import { parseRequestBody } from "../../../middleware/decoding/body.ts";
import { arbitraryCharacter } from "../../support/arbitrary-character.ts";
import { arbitraryTypeWithValues } from "../../support/arbitrary-values.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const bytes = (written: string): Uint8Array => Uint8Array.from(Buffer.from(written, "hex"));

describe("protobuf form of values", () => {
  // Encodings with the field numbers of value.proto, checked by hand against blobs of a real participant.
  const written: readonly (readonly [string, Value, string])[] = [
    ["Unit", unit, "0a00"],
    ["Bool", trueValue, "1001"],
    ["Int64 in zigzag", createInt64Value(-1n), "1801"],
    ["Int64 of 64 bits", createInt64Value(2n ** 63n - 1n), "18feffffffffffffffff01"],
    ["Date before the epoch", createDateValue(-1), "20ffffffffffffffffff01"],
    ["Timestamp", createTimestampValue(1n), "290100000000000000"],
    ["Numeric with its scale", createNumericValue(10, 50_000_000n), "320c302e30303530303030303030"],
    ["Numeric of scale 0", createNumericValue(0, -1n), "32032d312e"],
    ["Party", createPartyValue("a"), "3a0161"],
    ["empty Text", createTextValue(""), "4200"],
    ["ContractId", createContractIdValue(`01${"ab".repeat(12)}`), `4a0d01${"ab".repeat(12)}`],
    ["None", none, "5200"],
    ["Some", createSomeValue(unit), "52040a020a00"],
    ["List", createListValue([unit, unit]), "5a080a020a000a020a00"],
    ["GenMap", createGenMapValue([[unit, none]]), "620a0a080a020a0012025200"],
    ["Record", createRecordValue([unit]), "6a060a040a020a00"],
    ["Variant", createVariantValue("A", unit), "72070a014112020a00"],
    ["Enum", createEnumValue("A"), "7a030a0141"],
    ["TextMap with the empty key", createTextMapValue([["", unit]]), "8201060a0412020a00"],
  ];
  for (const [what, value, expected] of written) {
    it(`writes ${what} and reads it back`, () => {
      expect(hex(encodeValueAsProtobuf(value))).to.equal(expected);
      expect(decodeValueFromProtobuf(bytes(expected))).to.deep.equal(value);
    });
  }

  it("normalizes records that it reads", () => {
    expect(decodeValueFromProtobuf(bytes("6a060a040a025200"))).to.deep.equal(createRecordValue([]));
  });

  it("sorts the keys of text maps", () => {
    expect(
      decodeValueFromProtobuf(bytes("8201120a070a016212020a000a070a016112020a00")),
    ).to.deep.equal(
      createTextMapValue([
        ["a", unit],
        ["b", unit],
      ]),
    );
  });

  const refused: readonly (readonly [string, string])[] = [
    ["nothing", ""],
    ["two values", "0a000a00"],
    ["an unknown case", "8a0100"],
    ["a known case of another wire type", "0800"],
    ["a truncated length", "42"],
    ["a length beyond the end", "420561"],
    ["a truncated timestamp", "2901000000"],
    ["a timestamp out of range", "29ffffffffffffff7f"],
    ["a date out of range", "20ffffffff07"],
    ["a Numeric with an exponent", "3203316533"],
    ["a Numeric without point", "320131"],
    ["a Numeric with leading zeros", "32043030312e"],
    ["a Party with other characters", "3a0121"],
    ["Text that is not UTF-8", "4201ff"],
    ["a ContractId that is too short", "4a0200ab"],
    ["content in Unit", "0a020800"],
    ["two values in an Optional", "52080a020a000a020a00"],
    ["an unknown field in a List", "5a0412020a00"],
    ["an unknown field in an Optional", "520412020a00"],
    ["an unknown field in a GenMap", "620412020a00"],
    ["an unknown field in a Record", "6a0412020a00"],
    ["an unknown field in a TextMap", "82010412020a00"],
    ["an unknown field in an entry of a GenMap", "620e0a0c0a020a00120252001a020a00"],
    ["two keys in an entry of a GenMap", "620e0a0c0a020a000a020a0012025200"],
    ["a Variant with two constructors", "720a0a01410a014212020a00"],
    ["a Variant with two payloads", "720b0a014112020a0012020a00"],
    ["a Record field without value", "6a020a00"],
    ["a Variant without payload", "72030a0141"],
    ["a Variant whose constructor is no name", "72070a013112020a00"],
    ["a Variant without constructor", "720412020a00"],
    ["an Enum with a payload", "7a070a014112020a00"],
    ["a repeated key in a TextMap", "82010c0a0412020a000a0412020a00"],
    ["a repeated key in a GenMap", "62140a080a020a00120252000a080a020a0012025200"],
    ["a GenMap entry without value", "62060a040a020a00"],
  ];
  for (const [what, form] of refused) {
    it(`refuses ${what}`, () => {
      expect(errorOf(() => decodeValueFromProtobuf(bytes(form))).code).to.equal("INVALID_ARGUMENT");
    });
  }

  it("refuses NUL characters in text", () => {
    expect(errorOf(() => decodeValueFromProtobuf(bytes("420100"))).code).to.equal("MALFORMED_TEXT");
  });

  it("reads dates and times from the start of year 1 to the end of year 9999", () => {
    const [firstDay, lastDay] = [-719_162, 2_932_896];
    const [firstTime, lastTime] = [-62_135_596_800_000_000n, 253_402_300_799_999_999n];
    for (const value of [
      createDateValue(firstDay),
      createDateValue(lastDay),
      createTimestampValue(firstTime),
      createTimestampValue(lastTime),
    ]) {
      expect(decodeValueFromProtobuf(encodeValueAsProtobuf(value))).to.deep.equal(value);
    }
    for (const value of [
      createDateValue(firstDay - 1),
      createDateValue(lastDay + 1),
      createTimestampValue(firstTime - 1n),
      createTimestampValue(lastTime + 1n),
    ]) {
      expect(errorOf(() => decodeValueFromProtobuf(encodeValueAsProtobuf(value))).code).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });

  const nestings: readonly (readonly [string, (inner: Value) => Value])[] = [
    ["Optionals", createSomeValue],
    ["Lists", (inner) => createListValue([inner])],
    ["keys of GenMaps", (inner) => createGenMapValue([[inner, unit]])],
    ["values of GenMaps", (inner) => createGenMapValue([[unit, inner]])],
    ["Records", (inner) => createRecordValue([inner])],
    ["Variants", (inner) => createVariantValue("A", inner)],
    ["TextMaps", (inner) => createTextMapValue([["a", inner]])],
  ];
  for (const [what, wrap] of nestings) {
    it(`reads 100 levels of ${what} below the outermost value, but not 101`, () => {
      const nested = (levels: number): Value => (levels === 0 ? unit : wrap(nested(levels - 1)));
      expect(decodeValueFromProtobuf(encodeValueAsProtobuf(nested(100)))).to.deep.equal(
        nested(100),
      );
      expect(
        errorOf(() => decodeValueFromProtobuf(encodeValueAsProtobuf(nested(101)))).code,
      ).to.equal("VALUE_NESTING");
    });
  }

  it("throws only LedgerErrors, for any bytes", () => {
    const damaged = arbitraryTypeWithValues(1).chain(({ values: [value = unit] }) => {
      const good = encodeValueAsProtobuf(value);
      return fc
        .tuple(fc.nat(good.length), fc.nat(255), fc.nat(good.length))
        .map(([at, byte, end]) =>
          Uint8Array.from(good)
            .fill(byte, at, at + 1)
            .subarray(0, end),
        );
    });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 30 })), (form) => {
        try {
          encodeValueAsProtobuf(decodeValueFromProtobuf(form));
        } catch (error) {
          if (!isLedgerError(error)) throw error;
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Generates names, some of which look like tags or are special on JavaScript objects. */
const names = fc.oneof(
  fc.constantFrom("$int", "$map", "$bytes", "$object", "$", "__proto__", "constructor", "1", ""),
  fc.string({ unit: arbitraryCharacter }),
);

const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 4, depthIdentifier: "data" },
    fc.string({ unit: arbitraryCharacter }),
    fc.constantFrom("\0", "\ud800", "\u2028", "\ufeff"),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.bigInt(),
    fc.uint8Array(),
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(names, tie("data"), { maxKeys: 3 }),
    fc.array(fc.tuple(fc.string(), tie("data")), { maxLength: 3 }).map((pairs) => new Map(pairs)),
  ),
}));

describe("tagged JSON", () => {
  it("restores exactly what was written", () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = encodeLosslessJson(value);
        expect(decodeLosslessJson(text)).to.deep.equal(value);
        expect(encodeLosslessJson(decodeLosslessJson(text))).to.equal(text);
        expect(() => void JSON.parse(text)).to.not.throw();
      }),
    );
  });

  it("writes strings and names as JSON does, of any length and content", () => {
    const unit = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("a", "é", "🦊", "/") },
      fc.constantFrom('"', "\\", "\n", "\u007f", "\ud83e", "\udd8a", "\u2029"),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const text = fc.string({ unit, maxLength: 300, size: "max" });
    fc.assert(
      fc.property(fc.array(text), text, (list, name) => {
        const value = { list, [name]: list.length, "": list };
        expect(encodeLosslessJson(value)).to.equal(JSON.stringify(value));
      }),
    );
  });

  it("is readable text", () => {
    const value = {
      int: -12n,
      bytes: Uint8Array.of(0, 1, 2),
      map: new Map([["a", 1n]]),
      none: undefined,
    };
    expect(encodeLosslessJson(value)).to.equal(
      '{"int":{"$int":"-12"},"bytes":{"$bytes":"AAEC"},"map":{"$map":[["a",{"$int":"1"}]]}}',
    );
    expect(encodeLosslessJson({ $int: "1" })).to.equal('{"$object":{"$int":"1"}}');
  });

  it("leaves object prototypes unchanged", () => {
    const read = decodeLosslessJson('{"__proto__":{"isAdmin":{"$int":"1"}},"a":1}') as object;
    expect("isAdmin" in read).to.equal(false);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
  });

  for (const text of [
    '{"$int":"1e3"}',
    '{"$int":""}',
    '{"$int":1}',
    `{"$int":"${"9".repeat(1001)}"}`,
    '{"$bytes":"A"}',
    '{"$map":[["a"]]}',
    '{"$map":{}}',
    '{"$object":[]}',
    '{"$other":1}',
    "",
    "{",
  ]) {
    it(`refuses ${text.slice(0, 30)}`, () => {
      expect(() => decodeLosslessJson(text)).to.throw(SyntaxError);
    });
  }

  for (const [what, value] of [
    ["a function", () => 1],
    ["a symbol", Symbol("a")],
    ["no number", Number.NaN],
    ["an object of a class", new Date(0)],
    ["nothing, in a list", [undefined]],
  ] as const) {
    it(`does not write ${what}`, () => {
      expect(() => encodeLosslessJson(value)).to.throw(TypeError);
    });
  }
});

/**
 * Returns the number of values in the JSON as the ledger counts them: each list and object once, and its
 * elements or fields except the first.
 */
const count = (json: unknown): number => {
  if (typeof json !== "object" || json === null) return 0;
  const parts = Object.values(json);
  return parts.reduce<number>((sum, part) => sum + count(part), Math.max(1, parts.length));
};

describe("number of values in a JSON body", () => {
  it("equals the number of values that a parser finds, also for strings that look like JSON", () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('",[{', '\\"', "\\\\", '\\\\",'));
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ depthSize: "small" })), fc.array(texts), (...parts) => {
        const json = [...parts, "x".repeat(2_000)];
        const text = JSON.stringify(json);
        const values = count(json);
        if (text.length <= 2 * values) return;
        expect(hasMoreJsonValuesThan(text, values)).to.equal(false);
        expect(hasMoreJsonValuesThan(text, values - 1)).to.equal(true);
      }),
    );
  });

  it("is limited, and counting stops at the limit", () => {
    const text = `[${"1,".repeat(150_000)}1]`;
    const bytes = new TextEncoder().encode(text);
    expect(() => parseRequestBody({ kind: "bytes", bytes }))
      .to.throw(/50000 values/u)
      .with.property("status", 413);
    expect(
      parseRequestBody({ kind: "parsed", value: `["${",".repeat(300_000)}"]` }),
    ).to.have.length(1);
  });

  it("does not depend on nesting depth, which is limited separately", () => {
    const nested = JSON.parse('[{"a":'.repeat(50_000) + "1" + "}]".repeat(50_000)) as unknown;
    expect(isParsedJsonNestedDeeperThan(nested, 1_000)).to.equal(true);
    expect(isParsedJsonNestedDeeperThan([[{ a: [] }]], 4)).to.equal(false);
    expect(isParsedJsonNestedDeeperThan([[{ a: [] }]], 3)).to.equal(true);
    expect(isParsedJsonNestedDeeperThan("[[[[", 1)).to.equal(false);
  });

  it("ignores content of unterminated strings", () => {
    expect(hasMoreJsonValuesThan(`["${"\\".repeat(1_000)}`, 10)).to.equal(false);
    expect(hasMoreJsonValuesThan(`["${'\\"'.repeat(1_000)}`, 10)).to.equal(false);
  });
});
