import type { ListUsersResponse } from "../../../../lib/api.ts";
import { callLedgerApi } from "../base/client.ts";
import { ledgerContentChangeCount } from "../base/ledger.ts";
import { useLoadedValue } from "../base/use-loaded-value.ts";

interface UserPickerProps {
  readonly label: string;
  /** Chosen user; default: none. */
  readonly value?: string;
  /** Text of the empty option; default: `choose …`. */
  readonly none?: string;
  /** Ids that are offered beside the users of the ledger. */
  readonly others?: readonly string[];
  readonly pick: (userId: string) => void;
}

/** Select element with the users of the ledger, for users who may list them. */
export const UserPicker = ({
  label,
  value = "",
  none = "choose …",
  others = [],
  pick,
}: UserPickerProps) => {
  const answer = useLoadedValue("users", ledgerContentChangeCount.value, async (signal) => {
    const { users } = (await callLedgerApi("/v2/users?pageSize=1000", {
      signal,
    })) as ListUsersResponse;
    return users.map(({ id }) => id);
  });
  const known = new Set([value, ...others, ...(answer.value ?? [])].filter((id) => id !== ""));
  return (
    <label class="field narrow">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
        <option value="">{none}</option>
        {[...known].map((id) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  );
};
