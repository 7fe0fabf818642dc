import { useHostedParties } from "../../base/hosted-parties.ts";
import { Card } from "../../parts/layout.tsx";
import { CopyableShortId, PartyLink, SynchronizerLink } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";

/** Maximum number of external parties shown. */
const maxShown = 100;

/** External parties with their signing keys. */
export const ExternalPartyKeysCard = () => {
  const answer = useHostedParties();
  return (
    <Card title="External parties and their keys">
      <LoadedValueView answer={answer} what="the parties">
        {(people) => {
          const signing = people?.parties.filter(({ signedBy }) => signedBy.length > 0) ?? [];
          return signing.length === 0 ? (
            <p class="soft">None: this participant holds the keys of all parties that it hosts.</p>
          ) : (
            <ul class="stack">
              {signing.slice(0, maxShown).map(({ party, signedBy }) => (
                <li key={party}>
                  <PartyLink party={party} />
                  {signedBy.map(({ synchronizerId, keys, threshold }) => (
                    <div key={synchronizerId} class="soft">
                      on <SynchronizerLink id={synchronizerId} />, {threshold} of {keys.length}:{" "}
                      {keys.map(({ fingerprint, spec }) => (
                        <span key={fingerprint}>
                          {spec} <CopyableShortId id={fingerprint} />{" "}
                        </span>
                      ))}
                    </div>
                  ))}
                </li>
              ))}
              {signing.length > maxShown && (
                <li class="soft">and {signing.length - maxShown} more</li>
              )}
            </ul>
          );
        }}
      </LoadedValueView>
    </Card>
  );
};
