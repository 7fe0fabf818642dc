import { expect } from "chai";
import fc from "fast-check";

import { formatTimestamp, parseTimestamp } from "../../../lib/api.ts";
import {
  formatDate,
  formatDuration,
  formatInstant,
  maxDays,
  maxMicros,
  minDays,
  minMicros,
  parseDate,
} from "../../../lib/ground/values/time.ts";

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
    ["0001-01-01T00:00:00Z", minMicros],
    ["9999-12-31T23:59:59.9999999Z", maxMicros],
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
  it("trims the zeros of the fraction", () => {
    expect(formatTimestamp(0n)).to.equal("1970-01-01T00:00:00Z");
    expect(formatTimestamp(10n)).to.equal("1970-01-01T00:00:00.00001Z");
    expect(formatTimestamp(-500_000n)).to.equal("1969-12-31T23:59:59.5Z");
    expect(formatTimestamp(minMicros)).to.equal("0001-01-01T00:00:00Z");
    expect(formatTimestamp(maxMicros)).to.equal("9999-12-31T23:59:59.999999Z");
  });

  it("prints what parseTimestamp reads", () => {
    fc.assert(
      fc.property(fc.bigInt(minMicros, maxMicros), (micros) => {
        expect(parseTimestamp(formatTimestamp(micros))).to.equal(micros);
        expect(parseTimestamp(formatInstant(micros))).to.equal(micros);
      }),
    );
  });
});

describe("formatInstant", () => {
  it("prints no, three or six digits of the fraction", () => {
    expect(formatInstant(0n)).to.equal("1970-01-01T00:00:00Z");
    expect(formatInstant(500_000n)).to.equal("1970-01-01T00:00:00.500Z");
    expect(formatInstant(10n)).to.equal("1970-01-01T00:00:00.000010Z");
  });
});

describe("dates", () => {
  it("are read and printed over the whole range", () => {
    expect(parseDate("1970-01-11")).to.equal(10);
    expect(parseDate("0001-01-01")).to.equal(minDays);
    expect(parseDate("9999-12-31")).to.equal(maxDays);
    fc.assert(
      fc.property(fc.integer({ min: minDays, max: maxDays }), (days) => {
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
    it(`are refused when written ${JSON.stringify(written)}`, () => {
      expect(parseDate(written)).to.equal(undefined);
    });
  }
});

describe("formatDuration", () => {
  for (const [micros, text] of [
    [0n, "PT0S"],
    [1n, "PT0.000001S"],
    [1_500_000n, "PT1.5S"],
    [60_000_000n, "PT1M"],
    [3_600_000_000n, "PT1H"],
    [3_600_000_010n, "PT1H0.00001S"],
    [93_784_000_000n, "PT26H3M4S"],
  ] as const) {
    it(`prints ${text}`, () => expect(formatDuration(micros)).to.equal(text));
  }
});
