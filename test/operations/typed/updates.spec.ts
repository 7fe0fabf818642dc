import { getEventListeners } from "node:events";

import { expect } from "chai";
import { expectTypeOf } from "expect-type";

import { allocateParty } from "../../../lib/api.ts";
import type { ContractOf, SeenUpdate } from "../../../lib/index.ts";
import { errorOf, rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";

describe("ledger.updates", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  const issue = (owner: string, amount: string) =>
    given.ledger.submit({
      actAs: given.alice,
      commands: Iou.create({ issuer: given.alice, owner, amount, watchers: [] }),
    });

  it("yields the updates that come after the call and are visible to the parties, typed and in order", async () => {
    const { ledger, bob, carol } = given;
    await issue(bob, "1");
    const updates = ledger.updates({ as: bob });
    const [mine] = (await issue(bob, "2")).created(Iou);
    await issue(carol, "3");
    if (mine === undefined) return expect.fail("no contract");
    await ledger.submit({ actAs: bob, commands: mine.exercise(Iou.Transfer, { newOwner: carol }) });
    const seen: string[] = [];
    for await (const update of updates) {
      if (update.kind !== "transaction") return expect.fail(update.kind);
      const created = update.created(Iou);
      expectTypeOf(created).toEqualTypeOf<readonly ContractOf<typeof Iou>[]>();
      seen.push(...created.map(({ payload }) => `+${payload.amount.toString()}`));
      seen.push(...update.archived(Iou).map((id) => `-${String(id.equals(mine))}`));
      const newOwners = update.exercised(Iou.Transfer).map(({ argument }) => argument.newOwner);
      expect(newOwners).to.deep.equal(update.archived(Iou).map(() => carol));
      if (update.archived(Iou).length > 0) break;
    }
    // Bob witnesses the new IOU, but `created` omits it, because he is no stakeholder.
    expect(seen).to.deep.equal(["+2.0", "-true"]);
    expect(await updates.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("waits for the next update, and ends if its signal aborts during the wait", async () => {
    const { ledger, bob } = given;
    const controller = new AbortController();
    const updates = ledger.updates({ as: bob, signal: controller.signal });
    const first = updates.next();
    const { offset } = await issue(bob, "2");
    expect((await first).value?.offset).to.equal(offset);
    const second = updates.next();
    controller.abort();
    expect((await second).done).to.equal(true);
    expect((await updates.next()).done).to.equal(true);
    await issue(bob, "3");
    expect((await ledger.updates({ signal: AbortSignal.abort(), after: 0 }).next()).done).to.equal(
      true,
    );
  });

  it("ends when the ledger closes, and when return() is called during a wait", async () => {
    const { ledger } = given;
    const closed = ledger.updates().next();
    const returned = ledger.updates();
    const waiting = returned.next();
    await returned.return?.();
    expect((await waiting).done).to.equal(true);
    await ledger.close();
    expect((await closed).done).to.equal(true);
  });

  it("starts after an offset, and includes topology and the JSON of the API", async () => {
    const { ledger, bob } = given;
    await issue(bob, "2");
    const seen: SeenUpdate[] = [];
    for await (const update of ledger.updates({ after: 0 })) {
      seen.push(update);
      if (update.offset === ledger.state.ledgerEnd) break;
    }
    expect(seen.map(({ kind }) => kind)).to.deep.equal([
      "topology",
      "topology",
      "topology",
      "transaction",
    ]);
    const last = seen.at(-1);
    expect(last?.json).to.have.nested.property(
      "events[0].CreatedEvent.createArgument.amount",
      "2.0000000000",
    );
    expect(last?.recordTime).to.equal("2024-01-01T12:00:00Z");
  });

  it("removes its listeners from ledger and signal when it has ended", async () => {
    const { ledger, bob } = given;
    const { signal } = new AbortController();
    const listening = (): number => getEventListeners(signal, "abort").length;
    for (let round = 0; round < 100; round++) {
      const updates = ledger.updates({ as: bob, signal });
      const next = updates.next();
      expect(listening()).to.equal(1);
      await issue(bob, "1");
      await next;
      await updates.return?.();
      expect(listening()).to.equal(0);
    }
  });

  it("does not buffer updates for a slow reader, which reads them from the log", async () => {
    const { ledger, bob } = given;
    const updates = ledger.updates({ as: bob });
    const waiting = updates.next();
    for (let count = 1; count <= 300; count++) await issue(bob, String(count));
    let expected = (await waiting).value?.offset ?? 0;
    for (let count = 2; count <= 300; count++) {
      expect((await updates.next()).value?.offset).to.equal((expected += 1));
    }
    await updates.return?.();
  });

  it("fails if the ledger is reverted to an earlier offset, or prunes unread updates", async () => {
    const { ledger, bob } = given;
    const before = ledger.snapshot();
    const updates = ledger.updates();
    await issue(bob, "1");
    await updates.next();
    const next = updates.next();
    await ledger.revert(before);
    expect((await rejectionOf(next)).code).to.equal("OFFSET_AFTER_LEDGER_END");
    const slow = ledger.updates();
    await issue(bob, "1");
    await ledger.prune(ledger.state.ledgerEnd);
    const pruned = "PARTICIPANT_PRUNED_DATA_ACCESSED";
    expect((await rejectionOf(slow.next())).code).to.equal(pruned);
    expect(errorOf(() => ledger.updates({ after: 1 })).code).to.equal(pruned);
  });

  it("refuses unknown parties and offsets", async () => {
    const { ledger } = given;
    expect(errorOf(() => ledger.updates({ as: "bob" })).path).to.equal("as");
    expect(errorOf(() => ledger.updates({ after: 1.5 })).code).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => ledger.updates({ after: -1 })).code).to.equal("NEGATIVE_OFFSET");
    expect(errorOf(() => ledger.updates({ after: 99 })).code).to.equal("OFFSET_AFTER_LEDGER_END");
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "dave" });
    expect(
      await ledger.updates({ as: partyDetails.party, after: 0 }).next(),
    ).to.have.nested.property("value.kind", "topology");
  });
});
