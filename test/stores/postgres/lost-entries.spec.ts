import { expect } from "chai";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

/** As by a standby that was behind when it took the place of a server, and that others wrote to before all had noticed. */
describe("a journal in PostgreSQL whose server lost what it had acknowledged", () => {
  const { place, ask } = usePostgres();
  const open: { close(): Promise<void> }[] = [];
  let connection = "";
  beforeEach(() => (connection = place()));
  afterEach(async () => {
    await Promise.allSettled(open.splice(0).map((each) => each.close()));
  });
  const opened = async (): Promise<JournalStore> => {
    const store = await openPostgresStore(connection);
    open.push(store);
    return store;
  };
  const lose = (position: number) =>
    ask(`delete from ${schemaIn(connection)}.journal where position >= ${position}`);

  /** One that knows of an entry in whose place others have another, and what follows that. */
  const outdated = async () => {
    const store = await opened();
    await appendAll(store, "a", "b");
    const mark = store.mark(2);
    await lose(2);
    const other = await opened();
    await appendAll(other, "other b", "other c");
    return { store, mark, other };
  };

  it("is not read on behind an entry in whose place others have put another", async () => {
    const { store } = await outdated();
    const { code, cause } = await rejectionOf(usersIn(store, 2));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.contain("entry 2 is not the one that was written");
  });

  it("is not written to, compacted or gone back to by who knows of that entry", async () => {
    for (const asked of [
      async (store: JournalStore) => {
        await store.append(3, written("c"));
        await store.position();
      },
      async (store: JournalStore) => store.compact?.(2, () => written("a and b")),
      async (store: JournalStore, mark: ReturnType<JournalStore["mark"]>) => store.restore(mark),
    ]) {
      connection = place();
      const { store, mark, other } = await outdated();
      expect((await rejectionOf(asked(store, mark))).code).to.equal("SERVICE_NOT_RUNNING");
      expect(await usersIn(other)).to.deep.equal(["a", "other b", "other c"]);
    }
  });

  it("is refused from when that was found, whatever it becomes, until it is opened anew", async () => {
    const store = await opened();
    await appendAll(store, "a", "b");
    await lose(2);
    const { cause: found } = await rejectionOf(usersIn(store, 2));
    expect(found).to.contain("it had come to entry 2, and ends with entry 1");
    await appendAll(await opened(), "other b", "other c");
    for (const asked of [
      () => store.append(3, written("c")),
      () => store.append(4, written("d")),
      () => usersIn(store),
      () => store.position(),
      () => store.restore(store.mark(1)),
    ]) {
      const { code, cause } = await rejectionOf(new Promise((resolve) => resolve(asked())));
      expect(code).to.equal("SERVICE_NOT_RUNNING");
      expect(cause).to.equal(found);
    }
    expect(await usersIn(await opened())).to.deep.equal(["a", "other b", "other c"]);
  });

  it("is found by a ledger when it hears that others wrote, and is not written to any more", async () => {
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    const ledgerOf = async (): Promise<Ledger> => {
      const ledger = await createLedger({
        packages: [iouPackage],
        seed: 1,
        store: await openPostgresStore(connection),
        reportError: () => tell(),
      });
      open.push(ledger);
      return ledger;
    };
    const issue = (ledger: Ledger, commandId: string) => {
      const party: string = ledger.state.participantId;
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      return ledger.submit({ actAs: party, commandId, commands });
    };
    const one = await ledgerOf();
    await issue(one, "lost");
    const { position } = one.state;
    await lose(position);
    const two = await ledgerOf();
    await issue(two, "other 1");
    await issue(two, "other 2");
    await Promise.race([told, one.changed(one.state)]);
    expect(one.state.position).to.equal(position);
    const { code } = await rejectionOf(issue(one, "next"));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(one.contracts(Iou)).to.have.length(1);
    expect(two.contracts(Iou)).to.have.length(2);
  });
});
