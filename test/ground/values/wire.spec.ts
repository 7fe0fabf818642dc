import { expect } from "chai";
import fc from "fast-check";

import {
  contractId,
  date,
  enumValue,
  genMap,
  int64,
  list,
  none,
  numeric,
  party,
  record,
  some,
  text,
  textMap,
  timestamp,
  trueValue,
  unit,
  variant,
} from "../../../lib/ground/values/constructors.ts";
import { decodeValue } from "../../../lib/ground/values/wire-decode.ts";
import { encodeValue } from "../../../lib/ground/values/wire-encode.ts";
import { isLedgerError } from "../../../lib/index.ts";
import type { Value } from "../../../lib/store.ts";
import { arbitraryTyped } from "../../support/arbitrary-values.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const bytes = (written: string): Uint8Array => Uint8Array.from(Buffer.from(written, "hex"));

describe("wire form of values", () => {
  // Field numbers of value.proto, checked by hand against blobs of a real participant.
  const written: readonly (readonly [string, Value, string])[] = [
    ["Unit", unit, "0a00"],
    ["Bool", trueValue, "1001"],
    ["Int64 in zigzag", int64(-1n), "1801"],
    ["Int64 of 64 bits", int64(2n ** 63n - 1n), "18feffffffffffffffff01"],
    ["Date before the epoch", date(-1), "20ffffffffffffffffff01"],
    ["Timestamp", timestamp(1n), "290100000000000000"],
    ["Numeric with its scale", numeric(10, 50_000_000n), "320c302e30303530303030303030"],
    ["Numeric of scale 0", numeric(0, -1n), "32032d312e"],
    ["Party", party("a"), "3a0161"],
    ["empty Text", text(""), "4200"],
    ["ContractId", contractId(`01${"ab".repeat(12)}`), `4a0d01${"ab".repeat(12)}`],
    ["None", none, "5200"],
    ["Some", some(unit), "52040a020a00"],
    ["List", list([unit, unit]), "5a080a020a000a020a00"],
    ["GenMap", genMap([[unit, none]]), "620a0a080a020a0012025200"],
    ["Record", record([unit]), "6a060a040a020a00"],
    ["Variant", variant("A", unit), "72070a014112020a00"],
    ["Enum", enumValue("A"), "7a030a0141"],
    ["TextMap with the empty key", textMap([["", unit]]), "8201060a0412020a00"],
  ];
  for (const [what, value, expected] of written) {
    it(`writes ${what} and reads it back`, () => {
      expect(hex(encodeValue(value))).to.equal(expected);
      expect(decodeValue(bytes(expected))).to.deep.equal(value);
    });
  }

  it("reads records into normal form", () => {
    expect(decodeValue(bytes("6a060a040a025200"))).to.deep.equal(record([]));
  });

  it("sorts the keys of text maps", () => {
    expect(decodeValue(bytes("8201120a070a016212020a000a070a016112020a00"))).to.deep.equal(
      textMap([
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
    ["Text that is no UTF-8", "4201ff"],
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
      expect(errorOf(() => decodeValue(bytes(form))).code).to.equal("INVALID_ARGUMENT");
    });
  }

  it("refuses NUL in text", () => {
    expect(errorOf(() => decodeValue(bytes("420100"))).code).to.equal("MALFORMED_TEXT");
  });

  it("reads dates and times from the first of year 1 to the last of year 9999", () => {
    const [firstDay, lastDay] = [-719_162, 2_932_896];
    const [firstTime, lastTime] = [-62_135_596_800_000_000n, 253_402_300_799_999_999n];
    for (const value of [
      date(firstDay),
      date(lastDay),
      timestamp(firstTime),
      timestamp(lastTime),
    ]) {
      expect(decodeValue(encodeValue(value))).to.deep.equal(value);
    }
    for (const value of [
      date(firstDay - 1),
      date(lastDay + 1),
      timestamp(firstTime - 1n),
      timestamp(lastTime + 1n),
    ]) {
      expect(errorOf(() => decodeValue(encodeValue(value))).code).to.equal("INVALID_ARGUMENT");
    }
  });

  const nestings: readonly (readonly [string, (inner: Value) => Value])[] = [
    ["Optionals", some],
    ["Lists", (inner) => list([inner])],
    ["keys of GenMaps", (inner) => genMap([[inner, unit]])],
    ["values of GenMaps", (inner) => genMap([[unit, inner]])],
    ["Records", (inner) => record([inner])],
    ["Variants", (inner) => variant("A", inner)],
    ["TextMaps", (inner) => textMap([["a", inner]])],
  ];
  for (const [what, wrap] of nestings) {
    it(`reads 100 levels of ${what} below the outermost value and no more`, () => {
      const nested = (levels: number): Value => (levels === 0 ? unit : wrap(nested(levels - 1)));
      expect(decodeValue(encodeValue(nested(100)))).to.deep.equal(nested(100));
      expect(errorOf(() => decodeValue(encodeValue(nested(101)))).code).to.equal("VALUE_NESTING");
    });
  }

  it("never fails in another way, whatever the bytes", () => {
    const damaged = arbitraryTyped(1).chain(({ values: [value = unit] }) => {
      const good = encodeValue(value);
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
          encodeValue(decodeValue(form));
        } catch (error) {
          if (!isLedgerError(error)) throw error;
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
