import { signal } from "@preact/signals";

import { boot } from "./boot.ts";
import { askData } from "./client.ts";

/** Whether the test still waits; it does so as long as this page is open. */
export const waits = signal(boot.watched?.isLive === true);

/** Says that somebody looks, for as long as the page is open. */
export const attendTest = async (): Promise<void> => {
  if (!waits.peek()) return;
  await askData("watched").catch(() => undefined);
  waits.value = false;
};

export const endTest = (): Promise<unknown> => askData("watched", { body: {} });
