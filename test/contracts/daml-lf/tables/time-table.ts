import { parseTimestamp } from "../../../../lib/api.ts";
import {
  formatDate,
  formatInstant,
  maxTimestampMicros,
  minTimestampMicros,
  parseDate,
} from "../../../../lib/base/values/time.ts";
import { allGive, computed, rowsOf, type ValueRow, type ValueTable } from "./value-table.ts";

const overflow = "throws ArithmeticError";

/** Returns a row that parses a date and prints it. */
const dateRead = (written: string, gives = written): ValueRow =>
  computed(
    `date ${written}`,
    () => {
      const days = parseDate(written);
      return days === undefined ? "none" : formatDate(days);
    },
    gives,
  );

const instantRead = (written: string, gives = written): ValueRow =>
  computed(
    `instant ${written}`,
    () => {
      const micros = parseTimestamp(written);
      return micros === undefined ? "none" : formatInstant(micros);
    },
    gives,
  );

/** Texts of an instant, and its microseconds according to JavaScript's Date. */
const printed = ["", ".1", ".12", ".123", ".1234", ".12345", ".123456"].map((fraction) => {
  const digits = fraction.slice(1).padEnd(6, "0");
  const micros = BigInt(Date.parse("1969-07-20T20:17:00Z")) * 1000n + BigInt(digits);
  const shown = fraction === "" ? "" : `.${digits.replace(/000$/u, "")}`;
  return [micros, `"1969-07-20T20:17:00${shown}Z"`] as const;
});

export const timeTable: ValueTable = {
  suite: "data-tests/…/data/TimeSpec",
  about: "dates and times",
  groups: [
    {
      title: "count days from 1970-01-01, within the years 1 to 9999",
      rows: [
        ...rowsOf("DATE_TO_UNIX_DAYS", [["1970-01-01", "0"]]),
        ...rowsOf("UNIX_DAYS_TO_DATE", [
          ["0", "1970-01-01"],
          ["2932896", "9999-12-31"],
          ["-719162", "0001-01-01"],
        ]),
        ...allGive("UNIX_DAYS_TO_DATE", overflow, ["2932897", "-719163"]),
        dateRead("1970-01-01"),
        dateRead("9999-12-31"),
        dateRead("+10000-01-01", "none"),
        dateRead("0001-01-01"),
        dateRead("0000-12-31", "none"),
      ],
    },
    {
      title: "print dates in ISO 8601",
      rows: rowsOf("DATE_TO_TEXT", [
        ["(UNIX_DAYS_TO_DATE -719162)", '"0001-01-01"'],
        ["(UNIX_DAYS_TO_DATE 0)", '"1970-01-01"'],
        ["(UNIX_DAYS_TO_DATE 11323)", '"2001-01-01"'],
        ["(UNIX_DAYS_TO_DATE 2932896)", '"9999-12-31"'],
      ]),
    },
    {
      title: "count microseconds from 1970-01-01, within the years 1 to 9999",
      rows: [
        ...rowsOf("TIMESTAMP_TO_UNIX_MICROSECONDS", [["1970-01-01T00:00:00Z", "0"]]),
        ...rowsOf("UNIX_MICROSECONDS_TO_TIMESTAMP", [
          [String(maxTimestampMicros), "9999-12-31T23:59:59.999999Z"],
          [String(minTimestampMicros), "0001-01-01T00:00:00Z"],
        ]),
        ...allGive("UNIX_MICROSECONDS_TO_TIMESTAMP", overflow, [
          String(maxTimestampMicros + 1n),
          String(minTimestampMicros - 1n),
        ]),
        instantRead("1970-01-01T00:00:00Z"),
        instantRead("9999-12-31T23:59:59.999999Z"),
        instantRead("+10000-01-01T00:00:00.000999Z", "none"),
        instantRead("0001-01-01T00:00:00Z"),
        instantRead("0000-12-31T23:59:59.999Z", "none"),
      ],
    },
    {
      title: "print instants in ISO 8601",
      rows: rowsOf("TIMESTAMP_TO_TEXT", [
        [`(UNIX_MICROSECONDS_TO_TIMESTAMP ${minTimestampMicros})`, '"0001-01-01T00:00:00Z"'],
        ["(UNIX_MICROSECONDS_TO_TIMESTAMP 0)", '"1970-01-01T00:00:00Z"'],
        ...printed.map(
          ([micros, shown]) => [`(UNIX_MICROSECONDS_TO_TIMESTAMP ${micros})`, shown] as const,
        ),
        [`(UNIX_MICROSECONDS_TO_TIMESTAMP ${maxTimestampMicros})`, '"9999-12-31T23:59:59.999999Z"'],
      ]),
    },
  ],
  leftOut: [
    {
      cases: 4,
      what: "a duration added to an instant",
      why: "Daml code adds durations as whole numbers of microseconds, which the rows of the topic builtins cover",
    },
  ],
};
