import { ledgerError } from "../base/errors/ledger-error.ts";
import type { Party } from "../base/identifiers/identifiers.ts";
import { decodeBase64, encodeBase64 } from "../base/values/base64.ts";
import {
  type HashingSchemeName,
  parseHashingScheme,
} from "../operations/interactive/hash/hashing-scheme.ts";
import { hashPreparedTransaction } from "../operations/interactive/hash/prepared-hash.ts";
import { decodePreparedTransaction } from "../operations/interactive/wire/prepared-transaction-decode.ts";
import type { SignatureJson, TestKeyPair } from "./key-pair.ts";

/** The fields of a prepare response that are needed for signing. */
export interface PreparedToSign {
  readonly preparedTransaction: string;
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: HashingSchemeName;
}

/** The signed part of an execute request. The caller may add a user id and a format. */
export interface SignedToExecute {
  readonly preparedTransaction: string;
  readonly partySignatures: {
    readonly signatures: readonly {
      readonly party: Party;
      readonly signatures: readonly SignatureJson[];
    }[];
  };
  readonly hashingSchemeVersion: HashingSchemeName;
  readonly submissionId: string;
  readonly deduplicationPeriod: { readonly Empty: Readonly<Record<string, never>> };
}

/**
 * Signs a prepared transaction with every key pair, for its acting parties. Like a wallet, computes
 * the hash from the transaction itself. The submission id is derived from the transaction's UUID.
 * Raises INVALID_ARGUMENT if `preparedTransactionHash` is not the hash of the transaction.
 */
export const signPrepared = (
  prepared: PreparedToSign,
  ...keyPairs: readonly TestKeyPair[]
): SignedToExecute => {
  const { preparedTransaction, preparedTransactionHash, hashingSchemeVersion } = prepared;
  const bytes = decodeBase64(preparedTransaction);
  const scheme = parseHashingScheme(hashingSchemeVersion);
  if (bytes === undefined || scheme === undefined) throw hashMismatch();
  const decoded = decodePreparedTransaction(bytes);
  const hash = hashPreparedTransaction(decoded, scheme);
  if (encodeBase64(hash) !== preparedTransactionHash) throw hashMismatch();
  return {
    preparedTransaction,
    hashingSchemeVersion,
    partySignatures: {
      signatures: decoded.metadata.actAs.map((party) => ({
        party,
        signatures: keyPairs.map((keyPair) => keyPair.sign(hash)),
      })),
    },
    submissionId: `signed-${decoded.metadata.transactionUuid}`,
    deduplicationPeriod: { Empty: {} },
  };
};

const hashMismatch = () =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      "The field preparedTransactionHash is not the hash of the prepared transaction. Do not sign this transaction.",
  });
