import { signal } from "@preact/signals";

import { pageConfig } from "./boot.ts";
import { askData } from "./client.ts";

/** True while the test waits, which it does as long as the page is open. */
export const isTestWaiting = signal(pageConfig.watched?.isLive === true);

/** Holds a request open while the page is open, so that the test waits. */
export const keepTestWaiting = async (): Promise<void> => {
  if (!isTestWaiting.peek()) return;
  await askData("watched").catch(() => undefined);
  isTestWaiting.value = false;
};

export const finishInspectedTest = (): Promise<unknown> => askData("watched", { body: {} });
