import type { TransactionJson } from "../../../../lib/api.ts";
import { UpdateLink } from "../parts/names.tsx";

/** Result of a sent command. */
export const CommandResult = ({ transaction }: { readonly transaction: TransactionJson }) => (
  <div class="notice good" role="status">
    <span>
      On the ledger at offset {transaction.offset}, as update{" "}
      <UpdateLink id={transaction.updateId} />
    </span>
  </div>
);
