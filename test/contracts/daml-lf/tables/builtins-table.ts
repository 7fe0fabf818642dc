import { definitions, expr } from "../../../support/lf/notation.ts";
import { collectionGroups, collectionSource } from "./builtins-collection-rows.ts";
import { conversionGroups } from "./builtins-conversion-rows.ts";
import { cryptoGroups } from "./builtins-crypto-rows.ts";
import { exceptionGroups, exceptionSource } from "./builtins-exception-rows.ts";
import { integerGroups } from "./builtins-integer-rows.ts";
import { numericGroups } from "./builtins-numeric-rows.ts";
import { textGroups } from "./builtins-text-rows.ts";
import type { RowGroup } from "./public-table.ts";
import type { ValueRow, ValueTable } from "./value-table.ts";

/** Contract ids of version 1: one with a suffix, and one of a contract whose transaction has not ended. */
const suffixed = { kind: "contractId", value: `00${"1a".repeat(32)}ff000102` } as const;
const local = { kind: "contractId", value: `00${"2b".repeat(32)}` } as const;
const alice = { kind: "party", value: "alice" } as const;

const referenceGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "compare contract ids, and never print them",
    rows: [
      { written: "EQUAL a a", expr: expr`EQUAL`, args: [suffixed, suffixed], gives: "True" },
      { written: "EQUAL a b", expr: expr`EQUAL`, args: [suffixed, local], gives: "False" },
      {
        written: "CONTRACT_ID_TO_TEXT b",
        expr: expr`CONTRACT_ID_TO_TEXT`,
        args: [local],
        gives: "None",
      },
    ],
  },
  {
    title: "print parties without quotes",
    rows: [
      {
        written: "PARTY_TO_TEXT alice",
        expr: expr`PARTY_TO_TEXT`,
        args: [alice],
        gives: '"alice"',
      },
    ],
  },
];

export const builtinsTable: ValueTable = {
  suite: "interpreter/…/speedy/SBuiltinTest",
  about: "builtins",
  source: definitions`${collectionSource} ${exceptionSource}`,
  groups: [
    ...integerGroups,
    ...numericGroups,
    ...textGroups,
    ...conversionGroups,
    ...referenceGroups,
    ...collectionGroups,
    ...exceptionGroups,
    ...cryptoGroups,
  ],
  leftOut: [
    { cases: 6, what: "arithmetic errors of BigNumeric", why: "Daml-LF 2.dev only" },
    {
      cases: 400,
      what: "comparisons of numerics by the old names of the builtins",
      why: "archives of Daml-LF 2 cannot name them; the general comparisons give the same results",
    },
    { cases: 1, what: "a party in quotes", why: "archives of Daml-LF 2 cannot name the builtin" },
    {
      cases: 1,
      what: "a contract id converted to a text outside of a transaction",
      why: "only Daml Script runs code outside of transactions",
    },
    {
      cases: 1,
      what: "the message of an exception whose package is unknown",
      why: "the upload of a package that refers to a missing package is refused",
    },
    {
      cases: 6,
      what: "a long text with several lines",
      why: "the shorter texts cover the same behaviour",
    },
  ],
};
