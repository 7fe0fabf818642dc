import { expect } from "chai";
import fc from "fast-check";

import type { JournaledRequest, Ledger } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { cellHistories, cellLedger } from "../support/cells.ts";
import { eventFormatJson } from "../support/formats.ts";
import { runs } from "../support/properties.ts";
import { transactionsOf } from "../support/visibility-oracle.ts";

const shapes = {
  ledgerEffects: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  acsDelta: "TRANSACTION_SHAPE_ACS_DELTA",
} as const;

type Shape = keyof typeof shapes;

/**
 * Reads updates as some parties. Returns the events as `offset/node`, and the journal's record of that
 * request.
 */
const readAs = async (ledger: Ledger, parties: readonly string[], shape: Shape) => {
  const fetch = createFetch(ledger, { auth: "disabled" });
  const eventFormat = eventFormatJson(parties);
  const updateFormat = {
    includeTransactions: { eventFormat, transactionShape: shapes[shape] },
  };
  const endInclusive = ledger.state.ledgerEnd;
  const answer = await fetch("/v2/updates?limit=200", {
    method: "POST",
    body: JSON.stringify({ beginExclusive: 0, endInclusive, updateFormat }),
  });
  const items = (await answer.json()) as readonly {
    readonly update: { readonly Transaction: { readonly value: ShownTransaction } };
  }[];
  const shown = items.flatMap(({ update: { Transaction } }) =>
    Transaction.value.events.map(
      (event) => `${Transaction.value.offset}/${Object.values(event)[0]?.nodeId ?? ""}`,
    ),
  );
  const entry: JournaledRequest = [...ledger.requests].at(-1) ?? expect.fail();
  return { shown, entry };
};

interface ShownTransaction {
  readonly offset: number;
  readonly events: readonly Readonly<Record<string, { readonly nodeId: number }>>[];
}

describe("events recorded as withheld in the request journal", () => {
  it("are exactly those that were not returned, each with an explanation for each party @property", async () => {
    let withheld = 0;
    await fc.assert(
      fc.asyncProperty(cellHistories, async (history) => {
        const { ledger, parties } = await cellLedger(history);
        ledger.requests.keep();
        const all = transactionsOf(ledger.state).flatMap(({ offset, transaction }) =>
          transaction.nodes.flatMap(({ kind, nodeId }) =>
            kind === "create" || kind === "exercise" ? [`${offset}/${nodeId}`] : [],
          ),
        );
        const [first = "", second = ""] = parties;
        for (const asked of [[first], [first, second]]) {
          for (const shape of ["ledgerEffects", "acsDelta"] as const) {
            const { shown, entry } = await readAs(ledger, asked, shape);
            const hidden = entry.withheld.map(({ offset, nodeId }) => `${offset}/${nodeId}`);
            if (entry.withholdsMore) expect(hidden).to.have.length(100);
            else expect([...shown, ...hidden]).to.have.members(all);
            expect(shown.filter((each) => hidden.includes(each))).to.deep.equal([]);
            for (const event of entry.withheld) {
              expect(event.why.map(({ party }) => party)).to.deep.equal(asked);
              for (const { party = "", because } of event.why) {
                const explained = ledger
                  .explain(event.updateId, party)
                  .events.find(({ nodeId }) => nodeId === event.nodeId);
                expect(explained?.shown[shape]).to.equal(false);
                expect(explained?.because).to.deep.include.members([...because]);
              }
              withheld += 1;
            }
          }
        }
      }),
      { numRuns: runs(6) },
    );
    expect(withheld).to.be.above(runs(10));
  });
});
