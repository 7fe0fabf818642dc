import type { Page } from "playwright-core";

import { definePackage, defineTemplate, type Ledger, Party, Text } from "../../lib/index.ts";

export const Tick = defineTemplate("Main:Tick", {
  payload: { owner: Party, text: Text },
  signatories: ({ owner }) => [owner],
  choices: { Next: { controllers: ({ owner }) => [owner] } },
});
Tick.implement({ Next: () => undefined });

/** What a stream is busy with: contracts that come and go. */
export const ticks = definePackage({ name: "ticks", version: "1.0.0", templates: { Tick } });

/** Two updates: a contract, and its archive, so that as many are active as before. */
export const tick = async (ledger: Ledger, owner: string, number: number): Promise<void> => {
  const commands = Tick.create({ owner, text: `tick ${number}` });
  const sent = await ledger.submit({ actAs: owner, commands });
  const [created] = sent.created(Tick);
  if (created !== undefined) {
    await ledger.submit({ actAs: owner, commands: created.exercise(Tick.Next) });
  }
};

/** What a page holds once nothing is left to be collected. */
interface Held {
  /** Bytes of the heap of its scripts. */
  readonly heap: number;
  readonly elements: number;
}

export const heldBy = async (page: Page): Promise<Held> => {
  const session = await page.context().newCDPSession(page);
  try {
    // What is freed by the first is only then free for the second.
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const elements = await page.evaluate<number>("document.getElementsByTagName('*').length");
    return { heap: usedSize, elements };
  } finally {
    await session.detach();
  }
};
