import { useHostedParties } from "../../base/hosted-parties.ts";
import type { useSynchronizers } from "../../base/synchronizers.ts";
import { Card } from "../../parts/layout.tsx";
import { CopyableShortId, PartyLink } from "../../parts/names.tsx";

/** Number of parties shown; the others are counted. */
const maxNamed = 24;

interface ConnectedProps {
  readonly synchronizers: ReturnType<typeof useSynchronizers>;
}

/** The synchronizers with their hosted parties. */
export const ConnectedSynchronizerList = ({ synchronizers }: ConnectedProps) => {
  const people = useHostedParties().value;
  return (
    <Card kind="flush" title="Connected synchronizers and hosted parties">
      <table>
        <thead>
          <tr>
            <th>Alias</th>
            <th>Id</th>
            {people !== undefined && <th>Hosted here</th>}
          </tr>
        </thead>
        <tbody>
          {synchronizers.map(({ synchronizerAlias, synchronizerId }) => {
            const hosted = (people?.parties ?? []).flatMap(({ party, hosted: on }) => {
              const place = on.find((each) => each.synchronizerId === synchronizerId);
              return place === undefined ? [] : [{ party, permission: place.permission }];
            });
            const count = people?.counts[synchronizerId] ?? 0;
            return (
              <tr key={synchronizerId}>
                <td>{synchronizerAlias}</td>
                <td>
                  <CopyableShortId id={synchronizerId} />
                </td>
                {people !== undefined && (
                  <td>
                    <span class="parties wrapping">
                      {hosted.slice(0, maxNamed).map(({ party, permission }) => (
                        <span key={party}>
                          <PartyLink party={party} isPlain />
                          {permission !== "submission" && <span class="tag">{permission}</span>}
                        </span>
                      ))}
                      {count > Math.min(hosted.length, maxNamed) && (
                        <span class="soft">{count.toLocaleString("en-GB")} in total</span>
                      )}
                    </span>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
};
