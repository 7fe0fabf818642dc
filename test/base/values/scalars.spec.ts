import { expect } from "chai";
import fc from "fast-check";

import { formatTimestamp, parseTimestamp } from "../../../lib/api.ts";
import { createNumericValue } from "../../../lib/base/values/constructors.ts";
import { compareContractIds, splitContractId } from "../../../lib/base/values/contract-id-form.ts";
import {
  addNumeric,
  compareNumeric,
  divideNumeric,
  formatNumeric,
  multiplyNumeric,
  negateNumeric,
  parseNumeric,
  rescaleNumericExactly,
  roundNumeric,
  roundQuotient,
  subtractNumeric,
} from "../../../lib/base/values/numeric.ts";
import { compareText, isWellFormedText } from "../../../lib/base/values/text.ts";
import {
  formatDate,
  formatInstant,
  formatIsoDuration,
  maxDateInDays,
  maxTimestampMicros,
  minDateDays,
  minTimestampMicros,
  parseDate,
} from "../../../lib/base/values/time.ts";
import type { NumericValue } from "../../../lib/store.ts";
import { arbitraryText } from "../../support/arbitrary-values.ts";
import { errorOf } from "../../support/error-of.ts";

const decimal = (written: string, scale = 10): NumericValue =>
  parseNumeric(written, scale) ?? expect.fail(`${written} is a number`);

const shown = (value: NumericValue | undefined): string =>
  value === undefined ? "none" : formatNumeric(value);

const nines = "9".repeat(38);

describe("parseNumeric", () => {
  const accepted: readonly (readonly [string, number, string])[] = [
    ["1", 10, "1.0000000000"],
    ["1.", 0, "1."],
    ["+1.5", 1, "1.5"],
    ["-0.5", 2, "-0.50"],
    ["-0", 2, "0.00"],
    ["00012.30", 1, "12.3"],
    ["1.5000", 1, "1.5"],
    [nines, 0, `${nines}.`],
    [`0.${"0".repeat(36)}1`, 37, `0.${"0".repeat(36)}1`],
    ["9." + "9".repeat(37), 37, "9." + "9".repeat(37)],
  ];
  for (const [written, scale, expected] of accepted) {
    it(`reads ${written} at scale ${scale}`, () => {
      expect(shown(parseNumeric(written, scale))).to.equal(expected);
    });
  }

  const refused: readonly (readonly [string, number])[] = [
    ["", 10],
    [".5", 10],
    ["1e3", 10],
    ["1,5", 10],
    ["0x10", 10],
    [" 1", 10],
    ["1\n", 10],
    ["--1", 10],
    ["NaN", 10],
    ["١", 10],
    ["1.05", 1],
    ["10", 37],
    [nines, 1],
    ["1".repeat(39), 0],
    ["1." + "0".repeat(38), 10],
  ];
  for (const [written, scale] of refused) {
    it(`refuses ${JSON.stringify(written)} at scale ${scale}`, () => {
      expect(parseNumeric(written, scale)).to.equal(undefined);
    });
  }
});

describe("Numeric arithmetic", () => {
  const binary: readonly (readonly [string, NumericValue | undefined, string])[] = [
    ["adds", addNumeric(decimal("0.1"), decimal("0.2")), "0.3000000000"],
    [
      "adds up to the limit",
      addNumeric(decimal(nines, 0), decimal("-1", 0)),
      `${"9".repeat(37)}8.`,
    ],
    ["refuses a sum beyond the limit", addNumeric(decimal(nines, 0), decimal("1", 0)), "none"],
    ["subtracts", subtractNumeric(decimal("0.1"), decimal("0.2")), "-0.1000000000"],
    [
      "refuses a difference beyond the limit",
      subtractNumeric(decimal(`-${nines}`, 0), decimal("1", 0)),
      "none",
    ],
    ["negates", negateNumeric(decimal("2.5", 1)), "-2.5"],
    ["multiplies exactly", multiplyNumeric(decimal("1.5", 1), decimal("1.5", 1), 2), "2.25"],
    [
      "rounds a product half to even, down",
      multiplyNumeric(decimal("0.5", 1), decimal("0.5", 1)),
      "0.2",
    ],
    [
      "rounds a product half to even, up",
      multiplyNumeric(decimal("1.5", 1), decimal("0.5", 1)),
      "0.8",
    ],
    ["rounds a negative product", multiplyNumeric(decimal("-1.5", 1), decimal("0.5", 1)), "-0.8"],
    [
      "multiplies into a larger scale",
      multiplyNumeric(decimal("2", 0), decimal("3", 0), 5),
      "6.00000",
    ],
    [
      "refuses a product beyond the limit",
      multiplyNumeric(decimal(nines, 0), decimal("2", 0)),
      "none",
    ],
    ["divides", divideNumeric(decimal("1"), decimal("3")), "0.3333333333"],
    ["rounds a quotient up", divideNumeric(decimal("2"), decimal("3")), "0.6666666667"],
    ["rounds a quotient half to even", divideNumeric(decimal("1", 0), decimal("8", 0), 2), "0.12"],
    ["divides to a smaller scale", divideNumeric(decimal("7.77", 2), decimal("2", 0), 0), "4."],
    ["divides by a negative", divideNumeric(decimal("1"), decimal("-3")), "-0.3333333333"],
    ["refuses to divide by zero", divideNumeric(decimal("1"), decimal("0")), "none"],
    [
      "refuses a quotient beyond the limit",
      divideNumeric(decimal(nines, 0), decimal("0.1", 1)),
      "none",
    ],
    ["rounds to fewer digits", roundNumeric(decimal("2.345", 3), 2), "2.340"],
    ["rounds to tens", roundNumeric(decimal("-25.0", 1), -1), "-20.0"],
    ["refuses to round to more digits than there are", roundNumeric(decimal("1", 1), 2), "none"],
    ["refuses to round all digits away", roundNumeric(decimal("1", 1), -37), "none"],
    ["refuses to round up beyond the limit", roundNumeric(decimal(nines, 0), -1), "none"],
    ["casts to a larger scale", rescaleNumericExactly(decimal("1.5", 1), 3), "1.500"],
    ["casts to a smaller scale", rescaleNumericExactly(decimal("1.500", 3), 1), "1.5"],
    ["refuses a cast that loses digits", rescaleNumericExactly(decimal("1.55", 2), 1), "none"],
    ["refuses a cast beyond the limit", rescaleNumericExactly(decimal(nines, 0), 1), "none"],
  ];
  for (const [title, result, expected] of binary) {
    it(title, () => expect(shown(result)).to.equal(expected));
  }

  it("compares numbers of different scales", () => {
    expect(compareNumeric(decimal("1.5", 1), decimal("1.50", 2))).to.equal(0);
    expect(compareNumeric(decimal("-1.51", 2), decimal("-1.5", 1))).to.equal(-1);
    expect(compareNumeric(decimal("2", 0), decimal("1.9", 37))).to.equal(1);
  });

  it("rounds by at most half a unit, and half to even", () => {
    const integer = fc.bigInt(-(10n ** 20n), 10n ** 20n);
    fc.assert(
      fc.property(integer, integer, (numerator, denominator) => {
        fc.pre(denominator !== 0n);
        const quotient = roundQuotient(numerator, denominator);
        const error = 2n * (quotient * denominator - numerator);
        const size = error < 0n ? -error : error;
        const unit = denominator < 0n ? -denominator : denominator;
        expect(size <= unit).to.equal(true);
        if (size === unit) expect(quotient % 2n).to.equal(0n);
      }),
    );
  });

  it("parses its own output at every scale", () => {
    const unscaled = fc.bigInt(1n - 10n ** 38n, 10n ** 38n - 1n);
    fc.assert(
      fc.property(fc.nat(37), unscaled, (scale, digits) => {
        const value = createNumericValue(scale, digits);
        expect(parseNumeric(formatNumeric(value), scale)).to.deep.equal(value);
      }),
    );
  });
});

describe("parseTimestamp", () => {
  const accepted: readonly (readonly [string, bigint])[] = [
    ["1970-01-01T00:00:00Z", 0n],
    ["1970-01-01T00:00:00.00001Z", 10n],
    ["1969-12-31T23:59:59.999999Z", -1n],
    ["2024-02-29T12:34:56.789Z", 1_709_210_096_789_000n],
    ["1970-01-01T00:00:00.123456789Z", 123_456n],
    ["1970-01-01T02:30:00+02:30", 0n],
    ["1969-12-31T22:00:00-02:00", 0n],
    ["1970-01-01T00:01Z", 60_000_000n],
    ["1970-01-01t00:00:00z", 0n],
    ["0001-01-01T00:00:00Z", minTimestampMicros],
    ["9999-12-31T23:59:59.9999999Z", maxTimestampMicros],
    ["0099-03-01T00:00:00Z", -59_037_897_600_000_000n],
  ];
  for (const [written, micros] of accepted) {
    it(`reads ${written}`, () => expect(parseTimestamp(written)).to.equal(micros));
  }

  const refused = [
    "",
    "now",
    "1970-01-01",
    "1970-01-01T00:00:00",
    "1970-01-01 00:00:00Z",
    "1970-13-01T00:00:00Z",
    "1970-00-01T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "1970-04-31T00:00:00Z",
    "1970-01-00T00:00:00Z",
    "1970-01-01T24:00:00Z",
    "1970-01-01T00:60:00Z",
    "1970-01-01T00:00:60Z",
    "1970-01-01T00:00:00.Z",
    "1970-01-01T00:00:00.1234567890Z",
    "1970-01-01T00:00:00+25:00",
    "0000-12-31T00:00:00Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "10000-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z\n",
  ];
  for (const written of refused) {
    it(`refuses ${JSON.stringify(written)}`, () => {
      expect(parseTimestamp(written)).to.equal(undefined);
    });
  }
});

describe("formatTimestamp", () => {
  it("omits trailing zeros of the fraction", () => {
    expect(formatTimestamp(0n)).to.equal("1970-01-01T00:00:00Z");
    expect(formatTimestamp(10n)).to.equal("1970-01-01T00:00:00.00001Z");
    expect(formatTimestamp(-500_000n)).to.equal("1969-12-31T23:59:59.5Z");
    expect(formatTimestamp(minTimestampMicros)).to.equal("0001-01-01T00:00:00Z");
    expect(formatTimestamp(maxTimestampMicros)).to.equal("9999-12-31T23:59:59.999999Z");
  });

  it("prints what parseTimestamp can read", () => {
    fc.assert(
      fc.property(fc.bigInt(minTimestampMicros, maxTimestampMicros), (micros) => {
        expect(parseTimestamp(formatTimestamp(micros))).to.equal(micros);
        expect(parseTimestamp(formatInstant(micros))).to.equal(micros);
      }),
    );
  });
});

describe("formatInstant", () => {
  it("prints 0, 3 or 6 digits of the fraction", () => {
    expect(formatInstant(0n)).to.equal("1970-01-01T00:00:00Z");
    expect(formatInstant(500_000n)).to.equal("1970-01-01T00:00:00.500Z");
    expect(formatInstant(10n)).to.equal("1970-01-01T00:00:00.000010Z");
  });
});

describe("dates", () => {
  it("are parsed and printed over the whole range", () => {
    expect(parseDate("1970-01-11")).to.equal(10);
    expect(parseDate("0001-01-01")).to.equal(minDateDays);
    expect(parseDate("9999-12-31")).to.equal(maxDateInDays);
    fc.assert(
      fc.property(fc.integer({ min: minDateDays, max: maxDateInDays }), (days) => {
        expect(parseDate(formatDate(days))).to.equal(days);
      }),
    );
  });

  for (const written of [
    "",
    "1970-1-1",
    "1970-02-30",
    "0000-01-01",
    "10000-01-01",
    "1970-01-01Z",
  ]) {
    it(`are refused when written as ${JSON.stringify(written)}`, () => {
      expect(parseDate(written)).to.equal(undefined);
    });
  }
});

describe("formatIsoDuration", () => {
  for (const [micros, text] of [
    [0n, "PT0S"],
    [1n, "PT0.000001S"],
    [1_500_000n, "PT1.5S"],
    [60_000_000n, "PT1M"],
    [3_600_000_000n, "PT1H"],
    [3_600_000_010n, "PT1H0.00001S"],
    [93_784_000_000n, "PT26H3M4S"],
  ] as const) {
    it(`prints ${text}`, () => expect(formatIsoDuration(micros)).to.equal(text));
  }
});

describe("compareText", () => {
  it("sorts characters beyond U+FFFF last, unlike code unit order", () => {
    const [astral, last] = ["\u{1f600}", "\uffff"];
    expect(compareText(astral, last)).to.equal(1);
    expect([astral, last].sort()).to.deep.equal([astral, last]);
  });

  it("sorts like UTF-8 bytes", () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, arbitraryText, (prefix, a, b) => {
        const bytes = Buffer.compare(Buffer.from(prefix + a), Buffer.from(prefix + b));
        expect(compareText(prefix + a, prefix + b)).to.equal(bytes);
      }),
    );
  });
});

describe("isWellFormedText", () => {
  for (const fine of ["", "a", "\u{1f600}", "\u0001", "\ufffe\uffff", "línea\n"]) {
    it(`accepts ${JSON.stringify(fine)}`, () => expect(isWellFormedText(fine)).to.equal(true));
  }
  for (const broken of ["\0", "a\0b", "\ud83d", "\ude00", "\ude00\ud83d", "x\ud83dy"]) {
    it(`refuses ${JSON.stringify(broken)}`, () => expect(isWellFormedText(broken)).to.equal(false));
  }
});

const local1 = "ab".repeat(32);

const local2 = "cd".repeat(12);

describe("splitContractId", () => {
  it("parses version 1 ids", () => {
    expect(splitContractId(`00${local1}ca12`)).to.deep.equal({
      version: "V1",
      local: local1,
      suffix: "ca12",
    });
  });

  it("parses version 2 ids", () => {
    expect(splitContractId(`01${local2}80ff`)).to.deep.equal({
      version: "V2",
      local: local2,
      suffix: "80ff",
    });
  });

  const malformed: Record<string, string> = {
    "an empty text": "",
    "an unknown version": `02${local1}`,
    "a discriminator that is too short": `00${"ab".repeat(31)}`,
    "half a byte": `00${local1}c`,
    "capital letters": `00${local1.toUpperCase()}`,
    "a suffix of 95 bytes": `00${local1}${"ee".repeat(95)}`,
    "a version 2 suffix of 34 bytes": `01${local2}${"ee".repeat(34)}`,
  };
  for (const [what, written] of Object.entries(malformed)) {
    it(`refuses ${what}`, () => expect(splitContractId(written)).to.equal(undefined));
  }

  it("accepts the longest suffixes", () => {
    expect(splitContractId(`00${local1}${"ee".repeat(94)}`)).to.not.equal(undefined);
    expect(splitContractId(`01${local2}${"ee".repeat(33)}`)).to.not.equal(undefined);
  });
});

describe("compareContractIds", () => {
  it("sorts version 1 before version 2", () => {
    expect(compareContractIds(`00${"ff".repeat(32)}ca`, `01${"00".repeat(12)}80`)).to.equal(-1);
  });

  it("compares the local part, then the suffix", () => {
    expect(compareContractIds(`00${"aa".repeat(32)}ff`, `00${"bb".repeat(32)}00`)).to.equal(-1);
    expect(compareContractIds(`00${local1}ca12`, `00${local1}ca11`)).to.equal(1);
    expect(compareContractIds(`00${local1}ca`, `00${local1}ca11`)).to.equal(-1);
  });

  it("treats equal ids as equal, suffixed or not", () => {
    expect(compareContractIds(`00${local1}`, `00${local1}`)).to.equal(0);
    expect(compareContractIds(`01${local2}00aa`, `01${local2}00aa`)).to.equal(0);
  });

  it("does not compare the suffixes of ids that differ before them", () => {
    expect(compareContractIds(`00${"aa".repeat(32)}`, `00${"bb".repeat(32)}ca12`)).to.equal(-1);
  });

  const open: readonly (readonly [string, string, string])[] = [
    ["a version 1 id without suffix", `00${local1}`, `00${local1}ca12`],
    ["a version 2 id without suffix", `01${local2}80aa`, `01${local2}`],
    ["a relative version 2 suffix", `01${local2}00aa`, `01${local2}80aa`],
  ];
  for (const [what, left, right] of open) {
    it(`refuses to compare ${what} with an id of the same local part`, () => {
      expect(errorOf(() => compareContractIds(left, right)).code).to.equal(
        "CONTRACT_ID_COMPARABILITY",
      );
    });
  }
});
