import { expect } from "chai";
import { builtinsTable } from "./builtins-table.ts";
import { numericsTable } from "./numerics-table.ts";
import { ledgerTimeTable, normalizationTable, scopesTable } from "./rollback-tables.ts";
import { textTable } from "./text-table.ts";
import { timeTable } from "./time-table.ts";
import { orderTable } from "./order-table.ts";
import { outcomesOf, type GroupOutcome, type ValueTable } from "./value-table.ts";

const tables: readonly ValueTable[] = [
  builtinsTable,
  numericsTable,
  textTable,
  timeTable,
  orderTable,
  normalizationTable,
  scopesTable,
  ledgerTimeTable,
];

describe("values, as the public suites have them", () => {
  for (const table of tables)
    describe(table.about, () => {
      let outcomes: readonly GroupOutcome[];

      before(() => {
        outcomes = outcomesOf(table);
      });

      for (const [index, { title }] of table.groups.entries())
        it(title, () => {
          const { expected, actual, agreeing } = outcomes[index] ?? {};
          expect(actual).to.deep.equal(expected);
          expect(agreeing, "rows that no longer differ").to.deep.equal([]);
        });
    });
});
