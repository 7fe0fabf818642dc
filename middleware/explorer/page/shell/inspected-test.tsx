import { createViewUrl } from "../base/address.ts";
import { explorerPageConfig } from "../base/boot.ts";
import { finishInspectedTest, isTestWaitingForPage } from "../base/inspected-test.ts";
import { LongMonospaceText, LongText, truncateText } from "../parts/long-text.tsx";

/** The failed test that the ledger belongs to, with its error. */
export const InspectedTest = () => {
  const { watched } = explorerPageConfig;
  if (watched === undefined) return null;
  const [first = "", ...more] = watched.error.split("\n");
  return (
    <section class="watched" aria-label="Failed test">
      <div class="watched-head">
        <span class="tag bad">failed</span>
        <b>
          <bdi>{watched.title}</bdi>
        </b>
        <span class="soft">{describeTestState(watched.isLive)}</span>
        <span class="actions">
          <a class="quiet" href={createViewUrl("/requests")}>
            Requests of the test
          </a>
          {isTestWaitingForPage.value && (
            <button type="button" class="quiet" onClick={() => void finishInspectedTest()}>
              End the test
            </button>
          )}
        </span>
      </div>
      {more.length === 0 ? (
        <p class="mono">
          <LongText text={first} />
        </p>
      ) : (
        <details>
          <summary class="mono">
            <bdi>{truncateText(first)}</bdi>
          </summary>
          <LongMonospaceText text={more.join("\n")} />
        </details>
      )}
    </section>
  );
};

const describeTestState = (isLive: boolean): string => {
  if (!isLive) return "ledger from a file";
  return isTestWaitingForPage.value
    ? "waits until this page is closed"
    : "ended; its ledger is closed";
};
