import type { Refusal } from "../../../ledger-facts.ts";
import { linkTo } from "../../base/address.ts";
import { controlUrl } from "../../base/boot.ts";
import { askData } from "../../base/client.ts";
import { readJournal } from "../../base/journal.ts";
import { contentVersion, rights } from "../../base/ledger.ts";
import { useAnswer } from "../../base/use-answer.ts";
import { Card } from "../../parts/layout.tsx";
import { shortened } from "../../parts/long-text.tsx";
import { AnswerView } from "../../parts/notices.tsx";

/** A refused request, with a link to its details. */
interface Refused {
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
  const answer = useAnswer(contentVersion.value, async (signal) => {
    const journaled = await fromJournal(signal);
    return journaled ?? (rights.peek().readsAll ? fromCompletions(signal) : undefined);
  });
  if (answer.value === undefined && !answer.isAsking && answer.error === undefined) return null;
  return (
    <Card
      kind="flush"
      title="Recent refusals"
      actions={<a href={linkTo("/requests", { show: "refused" })}>Refused requests</a>}
    >
      <AnswerView answer={answer} what="the refusals">
        {(refusals) => (
          <table>
            <tbody>
              {refusals?.map(({ key, code, cause, what, whose, link }) => (
                <tr key={key}>
                  <td>
                    <span class="tag bad" title={shortened(cause)}>
                      {code}
                    </span>
                  </td>
                  <td>
                    <a href={link}>
                      <bdi>{what}</bdi>
                    </a>
                  </td>
                  <td class="soft">
                    <bdi>{whose}</bdi>
                  </td>
                </tr>
              ))}
              {refusals?.length === 0 && (
                <tr>
                  <td class="soft">No refused requests.</td>
                </tr>
              )}
            </tbody>
          </table>
        )}
      </AnswerView>
    </Card>
  );
};

/** Undefined if the journal is off or not accessible. */
const fromJournal = async (signal: AbortSignal): Promise<readonly Refused[] | undefined> => {
  if (controlUrl === undefined) return undefined;
  const journal = await readJournal({ status: "refused" }, signal).catch(() => undefined);
  if (journal === undefined || (journal.kept === null && journal.size === 0)) return undefined;
  return journal.requests
    .slice(-maxShown)
    .reverse()
    .map(({ id, error, status, commandId, operationId, path, principal }) => ({
      key: String(id),
      code: error?.code ?? String(status),
      cause: error?.cause ?? "",
      what: commandId ?? operationId ?? path,
      whose: principal ?? "",
      link: linkTo(`/requests/${id}`),
    }));
};

const fromCompletions = async (signal: AbortSignal): Promise<readonly Refused[]> => {
  const { refusals } = (await askData("refusals", { signal })) as {
    readonly refusals: readonly Refusal[];
  };
  return refusals.map(({ offset, code, cause, commandId, userId }) => ({
    key: String(offset),
    code,
    cause,
    what: commandId,
    whose: userId,
    link: linkTo("/commands", { user: userId, command: commandId }),
  }));
};
