import type { TransactionJson } from "../../../../lib/api.ts";
import { UpdateLink } from "../parts/names.tsx";

/** Result of a sent command. */
export const CommandResult = ({ transaction }: { readonly transaction: TransactionJson }) => (
  <div class="notice good" role="status">
    <span>
      Committed at offset {transaction.offset}, update <UpdateLink id={transaction.updateId} />
    </span>
  </div>
);
