import { activeContracts } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";

const format = {
  filtersForAnyParty: {
    cumulative: [
      { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
    ],
  },
};

/** Returns the created-event blob of an active contract, as the API returns it. */
export const blobOf = (ledger: Ledger, contractId: string): string => {
  const activeAtOffset = ledger.state.ledgerEnd;
  for (const { contractEntry } of activeContracts(ledger, {
    activeAtOffset,
    eventFormat: format,
  })) {
    if (!("JsActiveContract" in contractEntry)) continue;
    const { createdEvent } = contractEntry.JsActiveContract;
    if (createdEvent.contractId === contractId) return createdEvent.createdEventBlob;
  }
  throw new TypeError(`The contract ${contractId} is not active.`);
};
