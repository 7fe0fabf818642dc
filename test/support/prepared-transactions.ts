import type { PrepareSubmissionResponse } from "../../lib/api.ts";
import { hashPrepared } from "../../lib/operations/interactive/hash/prepared-hash.ts";
import { decodePreparedTransaction } from "../../lib/operations/interactive/wire/prepared-transaction-decode.ts";
import { encodePreparedTransaction } from "../../lib/operations/interactive/wire/prepared-transaction-encode.ts";

/** A request or response with a prepared transaction, in Base64. */
interface WithPrepared {
  readonly preparedTransaction: string;
}

export type Prepared = ReturnType<typeof decoded>;

/** The decoded prepared transaction of a request or response. */
export const decoded = ({ preparedTransaction }: WithPrepared) =>
  decodePreparedTransaction(Buffer.from(preparedTransaction, "base64"));

/** A request or response with a changed prepared transaction, and the hash and signatures of the original. */
export const altered = <Body extends WithPrepared>(
  body: Body,
  change: (prepared: Prepared) => Prepared,
): Body => ({ ...body, preparedTransaction: encoded(change(decoded(body))) });

/** A response with a changed prepared transaction, and the hash of the changed one. */
export const rehashed = (
  response: PrepareSubmissionResponse,
  change: (prepared: Prepared) => Prepared,
): PrepareSubmissionResponse => {
  const changed = altered(response, change);
  return { ...changed, preparedTransactionHash: hashOf(changed) };
};

/** The hash that the parties sign, in Base64, by hashing scheme version 2. */
export const hashOf = (body: WithPrepared): string =>
  Buffer.from(hashPrepared(decoded(body), 2)).toString("base64");

const encoded = (prepared: Prepared): string =>
  Buffer.from(encodePreparedTransaction(prepared)).toString("base64");
