import { expect } from "chai";

import { valueTables } from "./public-tables.ts";
import { type GroupOutcome, outcomesOf } from "./value-table.ts";

describe("values in tables from Daml's public test suites", () => {
  for (const table of valueTables) {
    describe(table.about, () => {
      let outcomes: readonly GroupOutcome[];

      before(() => {
        outcomes = outcomesOf(table);
      });

      for (const [index, { title }] of table.groups.entries()) {
        it(title, () => {
          const { expected, actual, agreeing } = outcomes[index] ?? {};
          expect(actual).to.deep.equal(expected);
          expect(agreeing, "rows that are marked as different but agree").to.deep.equal([]);
        });
      }
    });
  }
});
