import { signal } from "@preact/signals";

import { explorerPageConfig } from "./boot.ts";
import { requestExplorerData } from "./client.ts";

/** True while the test waits, which it does as long as the page is open. */
export const isTestWaitingForPage = signal(explorerPageConfig.watched?.isLive === true);

/** Holds a request open while the page is open, so that the test waits. */
export const keepTestWaiting = async (): Promise<void> => {
  if (!isTestWaitingForPage.peek()) return;
  await requestExplorerData("watched").catch(() => undefined);
  isTestWaitingForPage.value = false;
};

export const finishInspectedTest = (): Promise<unknown> =>
  requestExplorerData("watched", { body: {} });
