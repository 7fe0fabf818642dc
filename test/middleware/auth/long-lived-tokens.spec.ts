import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { createFetch, type LedgerApiOptions } from "../../../middleware/index.ts";
import { useManualDate } from "../../support/manual-clock.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";

describe("a token that is valid for longer than 300 seconds", () => {
  useManualDate();

  const tokenFor = (seconds: number | undefined) => {
    const lifetime = seconds === undefined ? {} : { exp: Math.floor(Date.now() / 1000) + seconds };
    return signedToken(scopeClaims("ann", lifetime));
  };

  /** Requests the ledger end twice. Resolves to the statuses, the hints, and the warnings in the log. */
  const ask = async (token: string, options: Partial<LedgerApiOptions> = {}) => {
    const ledger = await createLedger();
    await createUser(ledger, { user: { id: "ann" }, rights: [] });
    const notes: (string | undefined)[] = [];
    const fetch = createFetch(ledger, {
      auth: { hs256Secret: secret },
      onRequest: ({ note }) => notes.push(note),
      ...options,
    });
    const headers = { Authorization: `Bearer ${token}` };
    const answers = [
      await fetch("/v2/state/ledger-end", { headers }),
      await fetch("/v2/state/ledger-end", { headers }),
    ];
    const hints = answers.map((answer) => answer.headers.get("Ledger-Hint") ?? "");
    return { statuses: answers.map(({ status }) => status), hints, notes };
  };

  it("is accepted; the first response has a hint, and the log a warning", async () => {
    for (const seconds of [301, 900, undefined]) {
      const { statuses, hints, notes } = await ask(tokenFor(seconds));
      expect(statuses).to.deep.equal([200, 200]);
      expect(hints[0])
        .to.include("maxTokenLifetimeSeconds: 300")
        .and.include("--max-token-lifetime participant");
      expect(notes[0]).to.include("A participant refuses tokens");
      expect([hints[1], notes[1]]).to.deep.equal(["", undefined]);
    }
  });

  it("causes only a warning in the log if errors are exact", async () => {
    const { hints, notes } = await ask(tokenFor(900), { errors: "exact" });
    expect(hints).to.deep.equal(["", ""]);
    expect(notes[0]).to.include("A participant refuses tokens");
  });

  it("is refused if the host sets a maximum of 300 seconds; shorter-lived tokens cause no warning", async () => {
    const maximum = { maxTokenLifetimeSeconds: 300 };
    expect((await ask(tokenFor(301), maximum)).statuses).to.deep.equal([401, 401]);
    const { statuses, hints } = await ask(tokenFor(300));
    expect([...statuses, ...hints]).to.deep.equal([200, 200, "", ""]);
  });
});
