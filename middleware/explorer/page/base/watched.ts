import { signal } from "@preact/signals";

import { boot } from "./boot.ts";
import { askData } from "./client.ts";

/** True while the test waits, which it does as long as the page is open. */
export const waits = signal(boot.watched?.isLive === true);

/** Holds a request open while the page is open, so that the test waits. */
export const attendTest = async (): Promise<void> => {
  if (!waits.peek()) return;
  await askData("watched").catch(() => undefined);
  waits.value = false;
};

export const endTest = (): Promise<unknown> => askData("watched", { body: {} });
