import { createRecordValue, createTextValue } from "../../lib/base/values/constructors.ts";
import type { ContractRecord } from "../../lib/store.ts";
import { contractOf, east } from "./journal-events.ts";

/** Returns `count` active contracts as they are in a ledger's state, each of at least half a kilobyte. */
export const manyContracts = (count: number): readonly ContractRecord[] =>
  Array.from({ length: count }, (_, index) => {
    const contractId = `00${String(index).padStart(64, "0")}`;
    const contract = contractOf(contractId, { signatories: ["alice"], observers: ["bob"] });
    const argument = createRecordValue([
      createTextValue("x".repeat(200)),
      createTextValue(String(index)),
    ]);
    const created = { offset: 1, nodeId: index, synchronizerId: east };
    const activation = { ...created, sequence: index + 1, reassignmentCounter: 0, workflowId: "" };
    return { contract: { ...contract, argument }, created, activation };
  });
