import express from "express";

import type { TestLocalnet } from "../../fixtures/testing/localnet.ts";
import { createExplorerRouter } from "../../middleware/index.ts";
import { withListeningServer } from "./with-listening-server.ts";

interface Facts {
  readonly amuletPrice: string;
  readonly offers: readonly { readonly kind: string; readonly what: string }[];
}

/** Returns what the explorer shows of a LocalNet. */
export const factsOf = ({ ledger }: TestLocalnet): Promise<Facts> =>
  withListeningServer(
    express().use(createExplorerRouter(ledger, { auth: "disabled" })),
    async (base) => {
      const answer = await fetch(`${base}/explorer-data/localnet`);
      return (await answer.json()) as Facts;
    },
  );
