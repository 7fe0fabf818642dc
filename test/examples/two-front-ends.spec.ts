import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { openFrontEnd } from "../../examples/two-front-ends/front-end.ts";
import { allocateParty } from "../../lib/api.ts";
import { usePostgres } from "../support/use-postgres.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

const folder = join(import.meta.dirname, "..", "..", "examples", "two-front-ends");

describe("examples/two-front-ends", () => {
  const { newConnection } = usePostgres();

  it("shows an update of one front end on the other, whose waiting requests end @slow", async () => {
    const database = newConnection();
    const [one, two] = [await openFrontEnd(database), await openFrontEnd(database)];
    const ledgerEnd = async (url: string): Promise<number> =>
      ((await (await fetch(url)).json()) as { readonly ledgerEnd: number }).ledgerEnd;
    await withListeningServer(one.app, (oneUrl) =>
      withListeningServer(two.app, async (twoUrl) => {
        const { party } = (await allocateParty(one.ledger, { partyIdHint: "alice" })).partyDetails;
        const before = await ledgerEnd(oneUrl);
        while (two.ledger.state.ledgerEnd < before) await two.ledger.changed(two.ledger.state);
        // The server responds when an element arrives, or after the timeout.
        const polled = fetch(`${twoUrl}/ledger/v2/updates?stream_idle_timeout_ms=1500`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            beginExclusive: before,
            verbose: false,
            updateFormat: {
              includeTransactions: {
                transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
                eventFormat: { filtersByParty: { [party]: {} }, verbose: false },
              },
            },
          }),
        });
        const submitted = await fetch(`${oneUrl}/ledger/v2/commands/submit-and-wait`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            commandId: "1",
            userId: "participant_admin",
            actAs: [party],
            commands: [
              {
                CreateCommand: {
                  templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
                  createArguments: { id: "1", initiator: party, responder: party },
                },
              },
            ],
          }),
        });
        const answer = (await submitted.json()) as { readonly updateId: string };
        expect(submitted.status, JSON.stringify(answer)).to.equal(200);
        expect(await ledgerEnd(oneUrl)).to.be.greaterThan(before);
        expect(await (await polled).text()).to.contain(answer.updateId);
        expect(await ledgerEnd(twoUrl)).to.equal(await ledgerEnd(oneUrl));
      }),
    );
    await Promise.all([one.ledger.close(), two.ledger.close()]);
  });

  it("has a compose file with a database and two front ends that share it", () => {
    const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"), {
      merge: true,
    }) as { readonly services: Readonly<Record<string, { readonly command?: string }>> };
    expect(Object.keys(services)).to.deep.equal(["database", "one", "two"]);
    expect(services["two"]?.command).to.equal(services["one"]?.command);
    expect(services["one"]?.command).to.contain("--store postgres://");
  });
});
