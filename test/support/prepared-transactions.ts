import type { PrepareSubmissionResponse } from "../../lib/api.ts";
import { hashPreparedTransaction } from "../../lib/operations/interactive/hash/prepared-hash.ts";
import { decodePreparedTransaction } from "../../lib/operations/interactive/wire/prepared-transaction-decode.ts";
import { encodePreparedTransaction } from "../../lib/operations/interactive/wire/prepared-transaction-encode.ts";

/** A request or response with a prepared transaction, in Base64. */
interface WithPrepared {
  readonly preparedTransaction: string;
}

export type Prepared = ReturnType<typeof decodePrepared>;

/** Returns the decoded prepared transaction of a request or response. */
export const decodePrepared = ({ preparedTransaction }: WithPrepared) =>
  decodePreparedTransaction(Buffer.from(preparedTransaction, "base64"));

/**
 * Returns the request or response with a changed prepared transaction. The hash and the signatures remain
 * those of the original.
 */
export const alterPrepared = <Body extends WithPrepared>(
  body: Body,
  change: (prepared: Prepared) => Prepared,
): Body => ({ ...body, preparedTransaction: encoded(change(decodePrepared(body))) });

/** Returns the response with a changed prepared transaction and its new hash. */
export const alterAndRehash = (
  response: PrepareSubmissionResponse,
  change: (prepared: Prepared) => Prepared,
): PrepareSubmissionResponse => {
  const changed = alterPrepared(response, change);
  return { ...changed, preparedTransactionHash: preparedHashOf(changed) };
};

/** Returns the hash that the parties sign, in Base64, computed by hashing scheme version 2. */
export const preparedHashOf = (body: WithPrepared): string =>
  Buffer.from(hashPreparedTransaction(decodePrepared(body), 2)).toString("base64");

const encoded = (prepared: Prepared): string =>
  Buffer.from(encodePreparedTransaction(prepared)).toString("base64");
