import type { ComponentChildren } from "preact";

import { ApiError } from "../base/client.ts";
import { currentUser, currentUserRights, grantRights } from "../base/ledger.ts";
import { getHintOfPartyId } from "../base/names.ts";
import { ActionButton } from "../parts/action-button.tsx";

interface ActingParties {
  readonly actAs: readonly string[];
  readonly setActAs: (parties: readonly string[]) => void;
}

/** Returns buttons that correct the parties of a refused command; undefined if none can. */
export const createActingPartyFixButtons = (
  error: Error,
  { actAs, setActAs }: ActingParties,
): ComponentChildren | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const { advice, expected } = error.refusal.hint ?? {};
  const [, missing] = /^Add (.+) to actAs/.exec(advice ?? "") ?? [];
  if (missing !== undefined) {
    const parties = missing.split(/, | and /).filter((party) => party.includes("::"));
    if (parties.length === 0) return undefined;
    return (
      <button type="button" class="quiet" onClick={() => setActAs([...actAs, ...parties])}>
        Add {parties.map(getHintOfPartyId).join(", ")} to Act as
      </button>
    );
  }
  const [, party] = /^the right CanActAs over (\S+)/.exec(expected ?? "") ?? [];
  return party === undefined ? undefined : (
    <WithoutRight party={party} remove={() => setActAs(actAs.filter((each) => each !== party))} />
  );
};

interface WithoutRightProps {
  readonly party: string;
  readonly remove: () => void;
}

const WithoutRight = ({ party, remove }: WithoutRightProps) => {
  const id = currentUser.value?.id ?? "";
  return (
    <>
      {currentUserRights.value.isAdmin && id !== "" ? (
        <ActionButton perform={() => grantRights(id, [{ CanActAs: { value: { party } } }])}>
          Let {id} act as {getHintOfPartyId(party)}
        </ActionButton>
      ) : (
        <span>An administrator can grant this right.</span>
      )}
      <button type="button" class="quiet" onClick={remove}>
        Remove {getHintOfPartyId(party)} from Act as
      </button>
    </>
  );
};
