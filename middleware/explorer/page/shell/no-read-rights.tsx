import {
  currentUser,
  currentUserRights,
  grantRights,
  readAsAnyPartyRight,
} from "../base/ledger.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { EmptyListPlaceholder } from "../parts/notices.tsx";

/** Notice for a user without rights to read; an administrator can grant them. */
export const NoReadRights = () => {
  const id = currentUser.value?.id ?? "";
  return (
    <EmptyListPlaceholder icon="eye" title={`${id} has no read rights`}>
      {currentUserRights.value.isAdmin ? (
        <>
          <p class="soft">
            As on a participant, an administrator reads no contracts. This user can grant itself the
            right to read as any party.
          </p>
          <ActionButton isPrimary perform={() => grantRights(id, [readAsAnyPartyRight])}>
            Let {id} read as any party
          </ActionButton>
        </>
      ) : (
        <p class="soft">An administrator can grant rights to this user.</p>
      )}
    </EmptyListPlaceholder>
  );
};
