import type { ListPartiesResponse } from "../../../../../lib/api.ts";
import { createViewUrl } from "../../base/address.ts";
import { callLedgerApi } from "../../base/client.ts";
import { formatCount } from "../../base/count.ts";
import { useHostedParties } from "../../base/hosted-parties.ts";
import { currentUserRights, ledgerContentChangeCount } from "../../base/ledger.ts";
import { getHintOfPartyId } from "../../base/names.ts";
import { canActAs, canReadAs } from "../../base/rights.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { CopyButton } from "../../parts/copy.tsx";
import { Card, LabelledValue, LabelledValues, ViewFrame } from "../../parts/layout.tsx";
import { PartyDot, SynchronizerLink } from "../../parts/names.tsx";

/** Asks whether the participant knows the party; undefined if the user may not ask. */
const useIsKnown = (party: string): boolean | undefined =>
  useLoadedValue(party, ledgerContentChangeCount.value, async (signal) => {
    if (!currentUserRights.peek().isAdmin) return undefined;
    const path = `/v2/parties/${encodeURIComponent(party)}`;
    const { partyDetails } = (await callLedgerApi(path, { signal })) as ListPartiesResponse;
    return partyDetails.some((each) => each.party === party);
  }).value;

/** One party: its id, what the user may do as it, where it is hosted, and what it sees. */
export const PartyPage = ({ party }: { readonly party: string }) => {
  const isKnown = useIsKnown(party);
  const hosted = useHostedParties().value?.parties.find((each) => each.party === party);
  const mayRead = canReadAs(party);
  return (
    <ViewFrame
      title={getHintOfPartyId(party)}
      about={isKnown === false ? "This participant does not know this party." : "Party"}
      actions={
        mayRead && (
          <>
            <a class="quiet" href={createViewUrl("/contracts", { as: party })}>
              View contracts
            </a>
            <a class="quiet" href={createViewUrl("/updates", { as: party })}>
              View updates
            </a>
            <a class="quiet" href={createViewUrl("/holdings", { as: party })}>
              View holdings
            </a>
          </>
        )
      }
    >
      <Card>
        <LabelledValues>
          <LabelledValue name="Id">
            <PartyDot party={party} />
            &nbsp;<code>{party}</code> <CopyButton text={party} what="id" />
          </LabelledValue>
          <LabelledValue name="Your rights">
            {canActAs(party) ? "act and read" : mayRead ? "read" : "none over this party"}
          </LabelledValue>
          {hosted?.hosted.map(({ synchronizerId, permission }) => (
            <LabelledValue name="Hosted" key={synchronizerId}>
              <p>
                on <SynchronizerLink id={synchronizerId} />, {permission}
              </p>
            </LabelledValue>
          ))}
          {hosted?.signedBy.map(({ synchronizerId, keys, threshold }) => (
            <LabelledValue name="External" key={synchronizerId}>
              {threshold} of {formatCount(keys.length, "key")} must sign
            </LabelledValue>
          ))}
        </LabelledValues>
      </Card>
    </ViewFrame>
  );
};
