import { useSignal } from "@preact/signals";

import type { RefusedCommand } from "../../../ledger-facts.ts";
import { linkToView } from "../../base/address.ts";
import { controlUrl } from "../../base/boot.ts";
import { askControl, askData } from "../../base/client.ts";
import { fetchRequestJournal, type RequestJournal } from "../../base/journal.ts";
import { contentChangeCount, contentVersion, currentRights } from "../../base/ledger.ts";
import { useAnswer } from "../../base/use-answer.ts";
import { Card } from "../../parts/layout.tsx";
import { truncateText } from "../../parts/long-text.tsx";
import { UserLink } from "../../parts/names.tsx";
import { AnswerView } from "../../parts/notices.tsx";

/** A refused request, with a link to its details. */
interface RefusedRequest {
  readonly key: string;
  readonly code: string;
  readonly cause: string;
  readonly what: string;
  readonly whose: string;
  readonly link: string;
}

const maxShown = 8;

/** Recent refusals: from the request journal if it is on, otherwise from completions. */
export const Refusals = () => {
  const isOff = useSignal(false);
  const answer = useAnswer("refusals", contentVersion.value, async (signal) => {
    const journal = await fetchRefusedRequests(signal);
    isOff.value = journal?.kept === null;
    const hasEntries = journal !== undefined && (journal.kept !== null || journal.size > 0);
    if (hasEntries) return listRefusals(journal);
    return currentRights.peek().readsAll ? fetchRefusedCompletions(signal) : undefined;
  });
  if (answer.value === undefined && !answer.isAsking && answer.error === undefined) return null;
  return (
    <Card
      kind="flush"
      title="Recent refusals"
      actions={<a href={linkToView("/requests", { show: "refused" })}>Refused requests</a>}
    >
      <AnswerView answer={answer} what="the refusals">
        {(refusals) => (
          <table>
            <tbody>
              {refusals?.map(({ key, code, cause, what, whose, link }) => (
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
                  <td class="soft">{whose !== "" && <UserLink id={whose} />}</td>
                </tr>
              ))}
              {refusals?.length === 0 && (
                <tr>
                  <td class="soft">
                    {isOff.value ? "No refused commands." : "No refused requests."}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        )}
      </AnswerView>
      {isOff.value && <RecordingOffNotice />}
    </Card>
  );
};

const RecordingOffNotice = () => {
  const record = async (): Promise<void> => {
    await askControl("requests", { body: { keep: true, bodies: true } });
    contentChangeCount.value++;
  };
  return (
    <div class="pad actions">
      <span class="soft">
        Request recording is off: requests that were refused before a decision are missing here.
      </span>
      <button type="button" class="quiet" onClick={() => void record()}>
        Record requests
      </button>
    </div>
  );
};

/** Returns the refused requests of the journal; undefined if the page has no access to it. */
const fetchRefusedRequests = async (signal: AbortSignal): Promise<RequestJournal | undefined> =>
  controlUrl === undefined
    ? undefined
    : fetchRequestJournal({ status: "refused" }, signal).catch(() => undefined);

const listRefusals = ({ requests }: RequestJournal): readonly RefusedRequest[] =>
  requests
    .slice(-maxShown)
    .reverse()
    .map(({ id, error, status, commandId, operationId, path, principal }) => ({
      key: String(id),
      code: error?.code ?? String(status),
      cause: error?.cause ?? "",
      what: commandId ?? operationId ?? path,
      whose: principal ?? "",
      link: linkToView(`/requests/${id}`),
    }));

const fetchRefusedCompletions = async (signal: AbortSignal): Promise<readonly RefusedRequest[]> => {
  const { refusals } = (await askData("refusals", { signal })) as {
    readonly refusals: readonly RefusedCommand[];
  };
  return refusals.map(({ offset, code, cause, commandId, userId }) => ({
    key: String(offset),
    code,
    cause,
    what: commandId,
    whose: userId,
    link: linkToView("/commands", { user: userId, command: commandId }),
  }));
};
