import { expect } from "chai";

import { createLedger } from "../../../lib/create-ledger.ts";
import { nextTurn } from "../../../lib/internal.ts";
import { trustedCaller } from "../../../lib/operations/authorization/caller.ts";
import { activeContractsInTurns } from "../../../lib/operations/queries/active-contracts.ts";
import { inTurns, SteppedItems, type Steps } from "../../../lib/operations/queries/in-turns.ts";
import { ledgerEnd } from "../../../lib/operations/queries/ledger-status.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { untyped } from "../../support/untyped.ts";
import { useFolder } from "../../support/use-folder.ts";

describe("a query that looks at much of the past", () => {
  const place = useFolder("in-turns");

  it("lets others be answered before active contracts as of an old offset are", async () => {
    const ledger = await createLedger({
      packages: [iouPackage],
      limits: { recentEntries: 10 },
      store: await openLevelStore(place()),
    });
    const party: string = ledger.state.participantId;
    for (let count = 0; count < 200; count++) {
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      await ledger.submit({ actAs: party, commands });
    }
    expect(ledger.state.past).to.not.equal(undefined);
    const answered: string[] = [];
    const request = { activeAtOffset: 1, eventFormat: eventFormatJson([party]) };
    const old = activeContractsInTurns(ledger, untyped(request), trustedCaller, {}).then(() =>
      answered.push("old"),
    );
    await nextTurn();
    ledgerEnd(ledger, {});
    answered.push("innocent");
    await old;
    expect(answered).to.deep.equal(["innocent", "old"]);
    await ledger.close();
  });

  it("ends with the reason of its signal once a turn is over", async () => {
    function* endless(): Steps<never> {
      for (;;) yield;
    }
    const gone = new Error("nobody waits");
    const outcome = inTurns(endless(), { signal: AbortSignal.abort(gone) });
    expect(await outcome.catch((error: unknown) => error)).to.equal(gone);
  });

  it("has a turn for others between items that are far apart", async () => {
    const items = new SteppedItems(function* () {
      for (let step = 0; step < 1_000; step++) yield undefined;
      yield "item";
    });
    const over = new AbortController();
    const others = (async () => {
      let turns = 0;
      for (; !over.signal.aborted; turns++) await nextTurn();
      return turns;
    })();
    const found: string[] = [];
    for await (const item of items.inTurns()) found.push(item);
    over.abort();
    expect(found).to.deep.equal(["item"]);
    expect(await others).to.be.greaterThan(5);
  });
});
