import { currentUser, currentUserRights, grantRights, knownParties } from "../base/ledger.ts";
import { ActionButton } from "./action-button.tsx";

/** Slightly below the maximum number of rights of a user. */
const maxGranted = 900;

/** Explains to an administrator without rights to act how to submit commands, and grants the rights. */
export const ActRightsNotice = () => {
  const { isAdmin, actsAsAll, actAs } = currentUserRights.value;
  const id = currentUser.value?.id;
  if (id === undefined || !isAdmin || actsAsAll || actAs.length > 0) return null;
  const granted = knownParties.value.slice(0, maxGranted);
  if (granted.length === 0) return null;
  const kinds = granted.map((party) => ({ CanActAs: { value: { party } } }));
  return (
    <div class="notice act-rights">
      <p>
        <b>{id} reads as all parties and acts as none.</b> To submit commands, a user needs the
        right to act as a party. The right is kept with the ledger, and you can revoke it under
        Parties and users.
      </p>
      <div class="actions">
        <ActionButton perform={() => grantRights(id, kinds)}>
          Let {id} act as {formatPartyCount(granted.length)}
        </ActionButton>
      </div>
    </div>
  );
};

const formatPartyCount = (count: number): string => {
  const all = knownParties.value.length;
  if (count < all) return `the first ${count} of ${all.toLocaleString("en-GB")} parties`;
  return count === 1 ? "the only party" : `all ${count} parties`;
};
