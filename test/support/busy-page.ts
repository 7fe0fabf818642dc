import type { Page } from "playwright-core";

import { definePackage, defineTemplate, type Ledger, Party, Text } from "../../lib/index.ts";

export const Tick = defineTemplate("Main:Tick", {
  payload: { owner: Party, text: Text },
  signatories: ({ owner }) => [owner],
  choices: { Next: { controllers: ({ owner }) => [owner] } },
});
Tick.implement({ Next: () => undefined });

/** The contracts that a busy stream creates and archives. */
export const ticks = definePackage({ name: "ticks", version: "1.0.0", templates: { Tick } });

/**
 * Creates a contract and archives it: two updates, after which the number of active contracts is unchanged.
 */
export const tick = async (ledger: Ledger, owner: string, number: number): Promise<void> => {
  const commands = Tick.create({ owner, text: `tick ${number}` });
  const sent = await ledger.submit({ actAs: owner, commands });
  const [created] = sent.created(Tick);
  if (created !== undefined) {
    await ledger.submit({ actAs: owner, commands: created.exercise(Tick.Next) });
  }
};

/** The memory of a page after garbage collection. */
interface PageMemory {
  /** Bytes on the JavaScript heap. */
  readonly heap: number;
  readonly elements: number;
}

export const memoryOfPage = async (page: Page): Promise<PageMemory> => {
  const session = await page.context().newCDPSession(page);
  try {
    // The second collection frees objects that the first one made unreachable.
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const elements = await page.evaluate<number>("document.getElementsByTagName('*').length");
    return { heap: usedSize, elements };
  } finally {
    await session.detach();
  }
};
