import { createMemoryStore } from "../../../lib/store.ts";
import { describeJournalStore } from "./journal-store-contract.ts";

describeJournalStore("the memory store", {
  place: () => () => Promise.resolve(createMemoryStore()),
  isPersistent: false,
});
