import type { RightJson, UserJson } from "../../../../../lib/api.ts";
import { type HeldUserRight, listHeldUserRights } from "../../base/held-rights.ts";
import { PartyLink, UserCommandsLink } from "../../parts/names.tsx";

export interface UserWithRights {
  readonly user: UserJson;
  readonly held: readonly RightJson[];
}

/** Maximum number of columns. */
const maxParties = 40;

const letterByRight: Readonly<Record<string, { readonly letter: string; readonly word: string }>> =
  {
    CanActAs: { letter: "A", word: "acts" },
    CanExecuteAs: { letter: "E", word: "executes" },
    CanReadAs: { letter: "R", word: "reads" },
  };

/** Matrix of users and parties, with the rights of the user for the party in each cell. */
export const RightsMatrix = ({ users }: { readonly users: readonly UserWithRights[] }) => {
  const rows = users.map((each) => ({ id: each.user.id, held: listHeldUserRights(each.held) }));
  const named = new Set(rows.flatMap(({ held }) => held.flatMap(({ party }) => party ?? [])));
  const parties = [...named].sort();
  const shown = parties.slice(0, maxParties);
  return (
    <>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">User</th>
            {shown.map((party) => (
              <th key={party} scope="col" title={party}>
                <PartyLink party={party} isPlain />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, held }) => (
            <tr key={id}>
              <th scope="row">
                <UserCommandsLink id={id} />
              </th>
              {shown.map((party) => (
                <td key={party}>
                  <Rights held={held} party={party} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="pad soft">
        A: can act as the party, E: can execute as it, R: can read as it; in italics if a right for
        all parties grants it.
        {parties.length > shown.length &&
          ` The first ${shown.length} of ${parties.length.toLocaleString("en-GB")} parties.`}
      </p>
    </>
  );
};

const Rights = ({
  held,
  party,
}: {
  readonly held: readonly HeldUserRight[];
  readonly party: string;
}) => (
  <>
    {Object.entries(letterByRight).map(([kind, { letter, word }]) => {
      const isOwn = held.some((each) => each.kind === kind && each.party === party);
      const isOfAll = held.some((each) => each.kind === `${kind}AnyParty`);
      if (!isOwn && !isOfAll) return null;
      return (
        <span key={kind} title={isOwn ? word : `${word} as all parties`}>
          {isOwn ? <b>{letter}</b> : <i>{letter}</i>}
        </span>
      );
    })}
  </>
);
