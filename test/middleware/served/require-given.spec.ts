import { createServer } from "node:http";

import { expect } from "chai";

import { createLedger } from "../../../lib/index.ts";
import { attachLedgerStreams, createFetch, createLedgerRouter } from "../../../middleware/index.ts";
import { untyped } from "../../support/untyped.ts";

describe("hosts that no compiler tells", () => {
  const options = { auth: "disabled" } as const;
  const server = createServer();
  const served = {
    createLedgerRouter,
    createFetch,
    attachLedgerStreams: attachLedgerStreams.bind(undefined, server),
  };

  for (const [name, serve] of Object.entries(served)) {
    it(`are told what ${name} lacks`, async () => {
      const ledger = await createLedger();
      const without: (...given: readonly unknown[]) => unknown = untyped(serve);
      expect(() => without(ledger)).to.throw(TypeError, "The option auth must be given");
      expect(() => without(createLedger(), options)).to.throw(
        TypeError,
        "await createLedger(); this is a promise of one",
      );
      expect(() => without(undefined, options)).to.throw(TypeError, "A ledger is expected");
    });
  }
});
