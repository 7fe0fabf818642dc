import { expect } from "chai";
import { authorizationTable } from "./authorization-table.ts";
import { evaluationOrderTable } from "./evaluation-order-table.ts";
import { exceptionsTable } from "./exceptions-table.ts";
import { propagationTable } from "./propagation-table.ts";
import { rollbackTable } from "./rollback-tables.ts";
import { expectedLine, stageOf, type RunRow, type UpdateTable } from "./update-table.ts";

const tables: readonly UpdateTable[] = [
  exceptionsTable,
  evaluationOrderTable,
  authorizationTable,
  propagationTable,
  rollbackTable,
];

describe("updates, as the public suites have them", () => {
  for (const isDeep of [false, true])
    for (const table of tables)
      describe(`${table.about}${isDeep ? ", recursing deeply" : ""}`, () => {
        let run: RunRow;

        before(() => {
          run = stageOf(table, isDeep);
        });

        for (const { title, rows } of table.groups)
          it(title, () => {
            const agreed = rows.filter(({ differs }) => differs === undefined);
            expect(agreed.map(run)).to.deep.equal(agreed.map(expectedLine));
            const agreeing = rows
              .filter((row) => row.differs !== undefined && run(row) === expectedLine(row))
              .map(({ what }) => what);
            expect(agreeing, "rows that no longer differ").to.deep.equal([]);
          });
      });
});
