import { expect } from "chai";

import type { JournalStore, LedgerEvent } from "../../lib/store.ts";
import { collected } from "./collected.ts";

/** The events of an entry that is identified by the user it names. */
export const written = (userId: string): readonly LedgerEvent[] => [
  { kind: "userDeleted", userId },
];

/** Appends an entry for each user after those of the store. */
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
