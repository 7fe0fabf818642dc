import { createMemoryStore } from "../../../lib/store.ts";
import { journalStoreContract } from "./journal-store-contract.ts";

journalStoreContract("the memory store", () => Promise.resolve(createMemoryStore()));
