import type { DecisiveFact } from "../../../../../lib/api.ts";
import type { JournaledRequest } from "../../../../../lib/index.ts";
import { PartyLink } from "../../parts/names.tsx";

/** Rules and rights that were checked for a call; the last one decided. */
export const AuthorizationCheckList = ({ entry }: { readonly entry: JournaledRequest }) => (
  <ol class="decided">
    {entry.decidedBy.map((each, index) => (
      <li key={index} class={isRefusalReason(each) ? "against" : "for"}>
        <RuleSentence decisive={each} />
      </li>
    ))}
    {entry.decidedBy.length === 0 && <li>The operation needs no rights.</li>}
  </ol>
);

const isRefusalReason = (decisive: DecisiveFact): boolean => {
  switch (decisive.by) {
    case "trust":
      return false;
    case "right":
      return decisive.heldBy === undefined;
    case "token":
    case "fault":
    case "rule":
      return true;
  }
};

const RuleSentence = ({ decisive }: { readonly decisive: DecisiveFact }) => {
  switch (decisive.by) {
    case "trust":
      return <>Authorization is disabled.</>;
    case "token":
      return <>No token, or the token was not accepted.</>;
    case "fault":
      return (
        <>
          Fault rule applied: <bdi>{decisive.fault}</bdi>.
        </>
      );
    case "rule":
      return (
        <>
          {decisive.code === undefined ? (
            "Refused: the request could not be read"
          ) : (
            <>
              Refused with <code>{decisive.code}</code>
            </>
          )}
          {decisive.rule !== undefined && (
            <>
              , by rule <code>{decisive.rule}</code>
            </>
          )}
          .
        </>
      );
    case "right": {
      const { anyOf, party, heldBy } = decisive;
      if (anyOf.length === 0) return <>Every user is permitted.</>;
      return (
        <>
          {heldBy === undefined ? "Lacks the right " : "Has the right "}
          <code>{heldBy ?? anyOf.join(" or ")}</code>
          {party !== undefined && (
            <>
              {" for "}
              <PartyLink party={party} />
            </>
          )}
          .
        </>
      );
    }
  }
};
