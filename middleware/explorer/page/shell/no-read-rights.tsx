import { useSignal } from "@preact/signals";

import {
  currentRights,
  currentUser,
  grantRights,
  readAsAnyParty,
  reloadLedger,
} from "../base/ledger.ts";
import { Empty, ErrorNotice } from "../parts/notices.tsx";

/** Notice for a user without rights to read; an administrator can grant them. */
export const NoReadRights = () => {
  const error = useSignal<Error | undefined>(undefined);
  const id = currentUser.value?.id ?? "";
  const grant = async (): Promise<void> => {
    try {
      await grantRights(id, [readAsAnyParty]);
      await reloadLedger();
    } catch (reason) {
      error.value = reason as Error;
    }
  };
  return (
    <Empty icon="eye" title={`${id} has no read rights`}>
      {currentRights.value.isAdmin ? (
        <>
          <p class="soft">
            As on a participant, an administrator reads no contracts. This user can grant itself the
            right to read as any party.
          </p>
          <button type="button" class="primary" onClick={() => void grant()}>
            Let {id} read as any party
          </button>
        </>
      ) : (
        <p class="soft">An administrator can grant rights to this user.</p>
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </Empty>
  );
};
