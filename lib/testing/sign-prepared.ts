import { ledgerError } from "../base/errors/ledger-error.ts";
import type { Party } from "../base/identifiers/identifiers.ts";
import { decodeBase64, encodeBase64 } from "../base/values/base64.ts";
import { type HashingSchemeName, schemeOf } from "../operations/interactive/hash/hashing-scheme.ts";
import { hashPrepared } from "../operations/interactive/hash/prepared-hash.ts";
import { decodePreparedTransaction } from "../operations/interactive/wire/prepared-transaction-decode.ts";
import type { SignatureJson, TestKeyPair } from "./key-pair.ts";

/** What prepare has answered, as far as it is needed for signing. */
export interface PreparedToSign {
  readonly preparedTransaction: string;
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: HashingSchemeName;
}

/** What execute takes; user id and format may be added. */
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
 * Signs a prepared transaction as a wallet does: computes the hash from the transaction itself, with
 * every key pair, for its acting party. The submission id follows from the hash. Raises
 * INVALID_ARGUMENT when the answer of prepare contradicts itself.
 */
export const signPrepared = (
  prepared: PreparedToSign,
  ...keyPairs: readonly TestKeyPair[]
): SignedToExecute => {
  const { preparedTransaction, preparedTransactionHash, hashingSchemeVersion } = prepared;
  const bytes = decodeBase64(preparedTransaction);
  const scheme = schemeOf(hashingSchemeVersion);
  if (bytes === undefined || scheme === undefined) throw contradiction();
  const decoded = decodePreparedTransaction(bytes);
  const hash = hashPrepared(decoded, scheme);
  if (encodeBase64(hash) !== preparedTransactionHash) throw contradiction();
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

const contradiction = () =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The hash that came with the prepared transaction is not its hash. Do not sign it.",
  });
