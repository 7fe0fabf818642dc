import { createViewUrl } from "../../base/address.ts";
import { startRequestJournal } from "../../base/journal.ts";
import type { LoadedValueState } from "../../base/use-loaded-value.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Card } from "../../parts/layout.tsx";
import { truncateText } from "../../parts/long-text.tsx";
import { UserCommandsLink } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import type { RefusedRequestsSummary } from "./refused-requests-summary.ts";

/** Recent refusals of all users. */
export const RecentRefusalsCard = ({
  answer,
}: {
  readonly answer: LoadedValueState<RefusedRequestsSummary>;
}) => (
  <Card
    kind="flush"
    title="Recent refusals"
    actions={<a href={createViewUrl("/requests", { show: "refused" })}>Refused requests</a>}
  >
    <LoadedValueView answer={answer} what="the refusals">
      {({ newest, isOff }) => (
        <>
          <table>
            <tbody>
              {newest.map(({ key, code, cause, what, userId, link }) => (
                <tr key={key}>
                  <td>
                    <span class="tag bad" title={truncateText(cause)}>
                      {code}
                    </span>
                  </td>
                  <td>
                    <a href={link}>
                      <bdi>{what}</bdi>
                    </a>
                  </td>
                  <td class="soft">{userId !== "" && <UserCommandsLink id={userId} />}</td>
                </tr>
              ))}
              {newest.length === 0 && (
                <tr>
                  <td class="soft">{isOff ? "No refused commands." : "No refused requests."}</td>
                </tr>
              )}
            </tbody>
          </table>
          {isOff && <RecordingOffNotice />}
        </>
      )}
    </LoadedValueView>
  </Card>
);

const RecordingOffNotice = () => (
  <div class="pad actions">
    <span class="soft">
      Request recording is off: requests that were refused before a decision are missing here.
    </span>
    <ActionButton perform={startRequestJournal}>Record requests</ActionButton>
  </div>
);
