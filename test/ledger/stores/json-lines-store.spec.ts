import { appendFile } from "node:fs/promises";

import { expect } from "chai";

import { createLedger } from "../../../lib/index.ts";
import { appendDeletedUsers, usersIn } from "../../support/deleted-users.ts";
import { useFolder } from "../../support/use-folder.ts";
import { describeJournalStore } from "./journal-store-contract.ts";
import { openJsonLinesStore } from "./json-lines-store.ts";

describe("example store: a file of JSON lines", () => {
  const place = useFolder("json-lines");

  describeJournalStore("keeps a journal", {
    place: () => {
      const file = place();
      return () => openJsonLinesStore(file);
    },
  });

  it("ignores a truncated line", async () => {
    const file = place();
    const store = await openJsonLinesStore(file);
    await appendDeletedUsers(store, "a");
    await store.close();
    await appendFile(file, '{"kind":"append","posi');
    const again = await openJsonLinesStore(file);
    await appendDeletedUsers(again, "b");
    await again.close();
    const last = await openJsonLinesStore(file);
    expect(await usersIn(last)).to.deep.equal(["a", "b"]);
    await last.close();
  });

  it("persists a ledger", async () => {
    const file = place();
    const ledger = await createLedger({ store: await openJsonLinesStore(file) });
    const { participantId, position } = ledger.state;
    await ledger.close();
    const again = await createLedger({ store: await openJsonLinesStore(file) });
    expect([again.state.participantId, again.state.position]).to.deep.equal([
      participantId,
      position,
    ]);
    await again.close();
  });
});
