import { useSignal } from "@preact/signals";

import { askLedger } from "../base/client.ts";
import { parties, readRights, refresh, rights, user } from "../base/ledger.ts";
import { Empty, ErrorNotice } from "../parts/notices.tsx";

/** Notice for a user without rights to read; an administrator can grant them. */
export const NoReadRights = () => {
  const error = useSignal<Error | undefined>(undefined);
  const id = user.value?.id ?? "";
  const grant = async (): Promise<void> => {
    try {
      await grantAll(id);
      await readRights();
      await refresh();
    } catch (reason) {
      error.value = reason as Error;
    }
  };
  return (
    <Empty icon="eye" title={`${id} has no right to read as a party`}>
      {rights.value.isAdmin ? (
        <>
          <p class="soft">
            A user sees what its parties see. As an administrator, this user can grant itself the
            rights to read as all parties and to act as {whom()}.
          </p>
          <button type="button" class="primary" onClick={() => void grant()}>
            Grant {id} all parties
          </button>
        </>
      ) : (
        <p class="soft">An administrator can grant rights to this user.</p>
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </Empty>
  );
};

const whom = (): string => {
  const count = parties.value.length;
  return count > maxGranted
    ? `the first ${maxGranted} of the ${count.toLocaleString("en-GB")} parties of this ledger`
    : `the ${count} ${count === 1 ? "party" : "parties"} of this ledger`;
};

/** Slightly below the maximum number of rights of a user. */
const maxGranted = 900;

const grantAll = async (userId: string): Promise<void> => {
  const actAs = parties.peek().slice(0, maxGranted);
  const kinds = [
    { CanReadAsAnyParty: { value: {} } },
    ...actAs.map((party) => ({ CanActAs: { value: { party } } })),
  ];
  await askLedger(`/v2/users/${encodeURIComponent(userId)}/rights`, {
    body: { userId, identityProviderId: "", rights: kinds.map((kind) => ({ kind })) },
  });
};
