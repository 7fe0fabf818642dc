import type { OpenTransaction } from "./finished-transaction.ts";
import type { PartialTransactionOptions } from "./partial-transaction-options.ts";
import { TransactionBuilder } from "./transaction-builder.ts";

/** Returns an empty transaction for an engine to build. */
export const createPartialTransaction = (options: PartialTransactionOptions): OpenTransaction =>
  new TransactionBuilder(options);
