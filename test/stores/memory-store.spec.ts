import { createMemoryStore } from "../../lib/stores/memory-store.ts";
import { journalStoreContract } from "../contract/journal-store.ts";

journalStoreContract("the memory store", () => Promise.resolve(createMemoryStore()));
