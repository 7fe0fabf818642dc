import { expect } from "chai";

import type { JournalStore, LedgerEvent } from "../../lib/store.ts";
import { collected } from "./collected.ts";

/** Of an entry that can be told from others by the user it names. */
export const written = (userId: string): readonly LedgerEvent[] => [
  { kind: "userDeleted", userId },
];

/** An entry for each of them, behind what the store has. */
export const appendAll = async (
  store: JournalStore,
  ...users: readonly string[]
): Promise<void> => {
  for (const user of users) {
    expect(await store.append((await store.position()) + 1, written(user))).to.equal(true);
  }
};

/** The user of each entry after a position. */
export const usersIn = async (store: JournalStore, after = 0): Promise<readonly unknown[]> =>
  (await collected(store.read(after))).flatMap(({ events }) =>
    events.map((event) => (event.kind === "userDeleted" ? event.userId : event.kind)),
  );
