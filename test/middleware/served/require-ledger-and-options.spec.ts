import { createServer } from "node:http";

import { expect } from "chai";

import { tokenFor } from "../../../fixtures/testing/index.ts";
import { createLedger } from "../../../lib/index.ts";
import {
  attachLedgerStreams,
  createControlRouter,
  createExplorerRouter,
  createFetch,
  createHistoryRouter,
  createLedgerRouter,
} from "../../../middleware/index.ts";
import { untyped } from "../../support/untyped.ts";

describe("errors for hosts without TypeScript", () => {
  const options = { auth: "disabled" } as const;
  const server = createServer();
  const served = {
    createLedgerRouter,
    createFetch,
    attachLedgerStreams: attachLedgerStreams.bind(undefined, server),
  };

  for (const [name, serve] of Object.entries(served)) {
    it(`report the missing options of ${name}`, async () => {
      const ledger = await createLedger();
      const without: (...given: readonly unknown[]) => unknown = untyped(serve);
      expect(() => without(ledger)).to.throw(TypeError, "The option auth is required");
      expect(() => without(createLedger(), options)).to.throw(
        TypeError,
        "await createLedger(); this is a promise of one",
      );
      expect(() => without(undefined, options)).to.throw(TypeError, "Expected a ledger");
    });
  }

  it("report ledgers that were not awaited, in functions without other required options", async () => {
    for (const create of [createHistoryRouter, createControlRouter, createExplorerRouter]) {
      const without: (...given: readonly unknown[]) => unknown = untyped(create);
      expect(() => without(createLedger()), create.name).to.throw(TypeError, "a promise of one");
      expect(() => without(), create.name).to.throw(TypeError, "Expected a ledger");
    }
    const attach: (...given: readonly unknown[]) => unknown = untyped(attachLedgerStreams);
    const ledger = await createLedger();
    expect(() => attach(() => undefined, ledger, options)).to.throw(TypeError, "not the app");
  });

  it("report invalid arguments of functions of the library", async () => {
    const create: (options: unknown) => Promise<unknown> = untyped(createLedger);
    const wrong = [
      [{ packages: {} }, "packages: expected a list"],
      [{ packages: [{ create: true }] }, "packages[0]: expected a package from definePackage"],
      [{ clock: "2030" }, "clock: expected real, or an object"],
      [{ seed: {} }, "as the seed"],
    ] as const;
    for (const [given, says] of wrong) {
      const error = await create(given).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(String(error)).to.include(says);
    }
    const ledger = await createLedger();
    const contracts: (of?: unknown) => unknown = untyped(ledger.contracts.bind(ledger));
    expect(() => contracts()).to.throw("of: expected a template");
    const mint: (...given: readonly unknown[]) => unknown = untyped(tokenFor);
    expect(() => mint("secret")).to.throw("tokenFor(secret, userId)");
    const submit: (request: unknown) => Promise<unknown> = untyped(ledger.submit.bind(ledger));
    const refused = await submit({ actAs: "a" }).catch((reason: unknown) => reason);
    expect(String(refused)).to.include("The field commands is required");
  });
});
