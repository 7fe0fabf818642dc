import { linkTo } from "../base/address.ts";
import { boot } from "../base/boot.ts";
import { endTest, waits } from "../base/watched.ts";
import { LongLines, LongText, shortened } from "../parts/long-text.tsx";

/** The failed test that the ledger belongs to, with its error. */
export const WatchedTest = () => {
  const { watched } = boot;
  if (watched === undefined) return null;
  const [first = "", ...more] = watched.error.split("\n");
  return (
    <section class="watched" aria-label="The test that failed">
      <div class="watched-head">
        <span class="tag bad">failed</span>
        <b>
          <bdi>{watched.title}</bdi>
        </b>
        <span class="soft">{stateOf(watched.isLive)}</span>
        <span class="actions">
          <a class="quiet" href={linkTo("/requests")}>
            Its requests
          </a>
          {waits.value && (
            <button type="button" class="quiet" onClick={() => void endTest()}>
              Let the test end
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
            <bdi>{shortened(first)}</bdi>
          </summary>
          <LongLines text={more.join("\n")} />
        </details>
      )}
    </section>
  );
};

const stateOf = (isLive: boolean): string => {
  if (!isLive) return "its ledger, from a file";
  return waits.value ? "it waits until this page is closed" : "it is over, and its ledger is gone";
};
