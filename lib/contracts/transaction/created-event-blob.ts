import { isLedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Contract } from "../../base/model/contract.ts";
import { decodeBase64, encodeBase64 } from "../../base/values/base64.ts";
import { decodeVersionedMessage, encodeVersionedPayload } from "../../base/values/versioned.ts";
import { createMalformedBytesError } from "../../base/values/wire-message.ts";
import { decodeContractProtobuf } from "./contract-wire-decode.ts";
import { encodeContractProtobuf } from "./contract-wire-encode.ts";

/**
 * Returns a contract as a blob with which a client can disclose it to other participants
 * (daml-lf.md 17.6), in base64. Equal contracts have equal blobs.
 */
export const encodeCreatedEventBlob = (contract: Contract): string =>
  encodeBase64(encodeCreatedEventBlobBytes(contract));

/**
 * Returns the contract in a blob. Does not check that the content matches the contract id: `isContractIdAuthentic`
 * checks this once the types of the template are known. Only the exact output of {@link
 * encodeCreatedEventBlob} is accepted, with or without padding. Recently decoded blobs are cached,
 * because clients disclose the same contracts with every command. Raises INVALID_ARGUMENT.
 */
export const decodeCreatedEventBlob = (blob: string): Contract => {
  const known = recentContracts.get(blob);
  if (known !== undefined) return known;
  const contract = decodeBlob(blob);
  cacheContract(blob, contract);
  return contract;
};

/** Cache of decoded blobs. Decoding is a pure function, so all ledgers share it. */
const recentContracts = new Map<string, Contract>();
const maxRecent = 256;
const maxRecentLength = 65_536;

const cacheContract = (blob: string, contract: Contract): void => {
  if (blob.length > maxRecentLength) return;
  const [oldest] = recentContracts.size < maxRecent ? [] : recentContracts.keys();
  if (oldest !== undefined) recentContracts.delete(oldest);
  recentContracts.set(blob, contract);
};

const decodeBlob = (blob: string): Contract => {
  const bytes = decodeBase64(blob.padEnd(4 * Math.ceil(blob.length / 4), "="));
  if (bytes === undefined) throw invalidBlobError("it is not base64");
  try {
    const contract = decodeContractProtobuf(decodeVersionedMessage(bytes).payload);
    if (!equalBytes(encodeCreatedEventBlobBytes(contract), bytes)) {
      throw createMalformedBytesError("it is not in canonical form");
    }
    return contract;
  } catch (error) {
    throw isLedgerError(error) ? invalidBlobError(error.details.cause) : error;
  }
};

/**
 * Returns the bytes of {@link encodeCreatedEventBlob} before base64. Contracts with a key and contracts
 * without one have different version numbers.
 */
export const encodeCreatedEventBlobBytes = (contract: Contract): Uint8Array =>
  encodeVersionedPayload({
    version: contract.key === undefined ? "2.1" : "2",
    payload: encodeContractProtobuf(contract),
  });

const equalBytes = (left: Uint8Array, right: Uint8Array): boolean => {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false;
  }
  return true;
};

const invalidBlobError = (reason: string) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The created event blob is not one that a ledger has issued: ${reason}`,
  });
