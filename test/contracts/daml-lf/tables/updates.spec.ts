import { expect } from "chai";

import { updateTables } from "./public-tables.ts";
import { expectedLine, type RunRow, stageOf } from "./update-table.ts";

describe("updates in tables from Daml's public test suites", () => {
  for (const table of updateTables) {
    describe(table.about, () => {
      let run: RunRow;

      before(() => {
        run = stageOf(table);
      });

      for (const { title, rows } of table.groups) {
        it(title, () => {
          const agreed = rows.filter(({ differs }) => differs === undefined);
          expect(agreed.map(run)).to.deep.equal(agreed.map(expectedLine));
          const agreeing = rows
            .filter((row) => row.differs !== undefined && run(row) === expectedLine(row))
            .map(({ what }) => what);
          expect(agreeing, "rows that are marked as different but agree").to.deep.equal([]);
        });
      }
    });
  }
});
