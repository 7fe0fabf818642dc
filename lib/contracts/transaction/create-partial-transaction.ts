import type { OpenTransaction } from "./finished-transaction.ts";
import type { PartialTransactionOptions } from "./partial-transaction-options.ts";
import { TransactionBuilder } from "./transaction-builder.ts";

/** An empty transaction, to be built by an engine. */
export const createPartialTransaction = (options: PartialTransactionOptions): OpenTransaction =>
  new TransactionBuilder(options);
