import { expect } from "chai";

import { valueTables } from "./public-tables.ts";
import { type GroupOutcome, outcomesOf } from "./value-table.ts";

describe("value tables of the public suites", () => {
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
          expect(agreeing, "rows that no longer differ").to.deep.equal([]);
        });
      }
    });
  }
});
