import { expect } from "chai";

import type { JournalEvent, JournalStore } from "../../lib/store.ts";
import { collectAll } from "./collect-all.ts";

/** Returns the events of a journal entry that deletes a user. Tests recognize the entry by the user id. */
export const deletedUserEvents = (userId: string): readonly JournalEvent[] => [
  { kind: "userDeleted", userId },
];

/** Appends one entry per user to the store. */
export const appendDeletedUsers = async (
  store: JournalStore,
  ...users: readonly string[]
): Promise<void> => {
  for (const user of users) {
    expect(await store.append((await store.position()) + 1, deletedUserEvents(user))).to.equal(
      true,
    );
  }
};

/** Returns the user id of each entry after a position. */
export const usersIn = async (store: JournalStore, after = 0): Promise<readonly unknown[]> =>
  (await collectAll(store.read(after))).flatMap(({ events }) =>
    events.map((event) => (event.kind === "userDeleted" ? event.userId : event.kind)),
  );
