import {
  decodeCreatedEventBlob,
  encodeCreatedEventBlob,
} from "../../lib/contracts/transaction/created-event-blob.ts";
import type { Contract } from "../../lib/store.ts";

/** Returns the created-event blob of a contract, in Base64. */
export const encodedBlobOf = (contract: Contract): string => encodeCreatedEventBlob(contract);

/** Returns a created-event blob with a changed contract. */
export const alteredBlob = (
  blob: string,
  change: (contract: ReturnType<typeof decodeCreatedEventBlob>) => object,
): string => {
  const contract = decodeCreatedEventBlob(blob);
  return encodeCreatedEventBlob({ ...contract, ...change(contract) });
};
