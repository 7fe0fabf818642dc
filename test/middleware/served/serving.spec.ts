import { expect } from "chai";
import { parse } from "yaml";

import type { FailedCallIdentifiers } from "../../../lib/api.ts";
import type { LedgerApiOptions } from "../../../middleware/index.ts";
import streams from "../../../spec/ledger-api.async.json" with { type: "json" };
import ledgerApi from "../../../spec/ledger-api.client.json" with { type: "json" };
import type { Send } from "../../support/api-client.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { transports } from "../../support/transports.ts";

type Ask = (method: string, path: string, body?: unknown) => Promise<Answered>;

/** The JSON of a response, read by paths such as `transaction.events.0`. */
interface Answered {
  readonly json: unknown;
  readonly at: (path: string) => unknown;
}

const asking =
  (send: Send): Ask =>
  async (method, path, body) => {
    const { status, text, json } = await send(method, path, body === undefined ? {} : { body });
    expect(status, `${method} ${path}: ${text}`).to.equal(200);
    return { json, at: (keys) => keys.split(".").reduce(valueAt, json) };
  };

const valueAt = (json: unknown, key: string): unknown =>
  typeof json === "object" && json !== null ? new Map(Object.entries(json)).get(key) : undefined;

const iou = ({ alice, bob }: IouLedger) => ({
  CreateCommand: {
    templateId: "#iou:Iou:Iou",
    createArguments: { issuer: alice, owner: bob, amount: "1.0", watchers: [] },
  },
});

const format = ({ alice }: IouLedger) => ({ filtersByParty: { [alice]: {} }, verbose: true });
const updateFormat = (served: IouLedger, shape = "ACS_DELTA") => ({
  includeTransactions: {
    eventFormat: format(served),
    transactionShape: `TRANSACTION_SHAPE_${shape}`,
  },
});

describe("serving over HTTP", () => {
  for (const { name, serve } of transports) {
    describe(name, () => {
      const served = <Result>(
        use: (ask: Ask, ledger: IouLedger) => Promise<Result>,
      ): Promise<Result> =>
        iouLedger().then((ledger) =>
          serve(ledger.ledger, { auth: "disabled" }, (send) => use(asking(send), ledger)),
        );

      it("submits commands by every endpoint and returns their outcomes", async () => {
        await served(async (ask, ledger) => {
          const { alice } = ledger;
          const commands = (more = {}) => commandsBody(alice, iou(ledger), more);
          const waited = await ask("POST", "/v2/commands/submit-and-wait", commands());
          const flat = await ask("POST", "/v2/commands/submit-and-wait-for-transaction", {
            commands: commands({ workflowId: "w" }),
          });
          expect(flat.at("transaction.workflowId")).to.equal("w");
          const tree = await ask(
            "POST",
            "/v2/commands/submit-and-wait-for-transaction-tree",
            commands(),
          );
          expect(tree.at("transactionTree.eventsById.0.CreatedTreeEvent.value.nodeId")).to.equal(0);
          expect((await ask("POST", "/v2/commands/async/submit", commands())).json).to.deep.equal(
            {},
          );
          const completions = await ask(
            "POST",
            "/v2/commands/completions?limit=10&stream_idle_timeout_ms=20",
            { userId: "ann", parties: [alice] },
          );
          expect(completions.json).to.have.length(5);
          expect(completions.at("0.completionResponse.OffsetCheckpoint.value.offset")).to.equal(1);
          const first = completions.at("1.completionResponse.Completion.value");
          expect(first).to.include({ updateId: waited.at("updateId"), userId: "ann" });
        });
      });

      it("returns the trace id of a submission in its transaction, with a new span id", async () => {
        const { ledger, alice, bob, carol } = await iouLedger();
        const traceparent = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`;
        await serve(ledger, { auth: "disabled" }, async (send) => {
          const answer = await send("POST", "/v2/commands/submit-and-wait-for-transaction", {
            body: { commands: commandsBody(alice, iou({ ledger, alice, bob, carol })) },
            headers: { traceparent, tracestate: "a=b" },
          });
          expect(answer.json)
            .to.have.nested.property("transaction.traceContext")
            .that.satisfies(
              (trace: { readonly traceparent: string; readonly tracestate?: unknown }) =>
                /^00-(ab){16}-(?!(cd)+-)[0-9a-f]{16}-01$/.test(trace.traceparent) &&
                trace.tracestate === "a=b",
            );
          const refused = await send("POST", "/v2/commands/submit-and-wait", {
            body: commandsBody(alice, [], { submissionId: "s-1" }),
            headers: { traceparent },
          });
          expect(refused.json).to.include({ correlationId: "s-1", traceId: "ab".repeat(16) });
        });
      });

      it("creates a trace if the trace context of a request is invalid", async () => {
        const { ledger, alice, bob, carol } = await iouLedger();
        await serve(ledger, { auth: "disabled" }, async (send) => {
          for (const traceparent of [
            `ff-${"ab".repeat(16)}-${"cd".repeat(8)}-01`,
            `00-${"0".repeat(32)}-${"cd".repeat(8)}-01`,
            `00-${"ab".repeat(16)}-${"0".repeat(16)}-01`,
          ]) {
            const { json } = await send("POST", "/v2/commands/submit-and-wait-for-transaction", {
              body: { commands: commandsBody(alice, iou({ ledger, alice, bob, carol })) },
              headers: { traceparent },
            });
            expect(json)
              .to.have.nested.property("transaction.traceContext.traceparent")
              .that.matches(/^00-(?!(ab)+-|0+-)[0-9a-f]{32}-(?!0+-)[0-9a-f]{16}-01$/);
          }
        });
      });

      it("creates a trace if a request has none, and returns it in transaction, completion and error", async () => {
        const given = await iouLedger();
        await serve(given.ledger, { auth: "disabled" }, async (send) => {
          const headers = { traceparent: "no trace" };
          const traceOf = async (body: object) => {
            const path = "/v2/commands/submit-and-wait-for-transaction";
            const { json } = await send("POST", path, { body, headers });
            return (json as { transaction: { traceContext: { traceparent: string } } }).transaction
              .traceContext.traceparent;
          };
          const commands = () => ({ commands: commandsBody(given.alice, iou(given)) });
          const first = await traceOf(commands());
          expect(first).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
          expect(completionsOn(given.ledger).at(-1)?.traceContext).to.deep.equal({
            traceparent: first,
          });
          expect(await traceOf(commands())).to.not.equal(first);
          const errors = [
            await send("POST", "/v2/commands/submit-and-wait", {
              body: commandsBody(given.alice, []),
            }),
            await send("GET", "/v2/users/nobody"),
          ];
          const ids = errors.map(({ json }) => (json as { traceId: string }).traceId);
          for (const id of ids) expect(id).to.match(/^[0-9a-f]{32}$/);
          expect(ids[0]).to.not.equal(ids[1]);
          expect(errors[1]?.json).to.include({ correlationId: null });
          expect(errors[1]?.json).to.have.nested.property("context.tid", ids[1]);
        });
      });

      it("reports the withheld cause of an error to the host, with the trace id of the response", async () => {
        const { ledger } = await iouLedger();
        const found: (readonly [string, FailedCallIdentifiers])[] = [];
        const options: LedgerApiOptions = {
          auth: { hs256Secret: "secret" },
          onWithheldError: ({ code }, identity) => found.push([code, identity]),
        };
        await serve(ledger, options, async (send) => {
          const { json } = await send("GET", "/v2/users");
          const { correlationId, traceId } = json as { correlationId: string; traceId: string };
          expect(correlationId).to.equal(traceId);
          expect(found).to.deep.equal([
            ["UNAUTHENTICATED", { operationId: "listUsers", participant: "participant", traceId }],
          ]);
        });
      });

      it("finds updates, transactions and contracts", async () => {
        await served(async (ask, ledger) => {
          const { alice } = ledger;
          const submitted = await ask("POST", "/v2/commands/submit-and-wait-for-transaction", {
            commands: commandsBody(alice, iou(ledger)),
          });
          const updateId = String(submitted.at("transaction.updateId"));
          const offset = submitted.at("transaction.offset");
          const contractId = submitted.at("transaction.events.0.CreatedEvent.contractId");
          const asked = { updateId, offset, updateFormat: updateFormat(ledger) };
          for (const path of ["/v2/updates/update-by-id", "/v2/updates/update-by-offset"]) {
            const found = await ask("POST", path, asked);
            expect(found.at("update.Transaction.value.updateId"), path).to.equal(updateId);
          }
          for (const path of [
            "/v2/updates/transaction-by-id",
            "/v2/updates/transaction-by-offset",
          ]) {
            const found = await ask("POST", path, { updateId, offset, requestingParties: [alice] });
            expect(found.at("transaction.updateId"), path).to.equal(updateId);
          }
          const query = `?parties=${encodeURIComponent(alice)}`;
          for (const path of [`by-id/${updateId}`, `by-offset/${String(offset)}`]) {
            const found = await ask("GET", `/v2/updates/transaction-tree-${path}${query}`);
            expect(found.at("transaction.updateId"), path).to.equal(updateId);
          }
          const contract = await ask("POST", "/v2/contracts/contract-by-id", { contractId });
          expect(contract.at("createdEvent.contractId")).to.equal(contractId);
          const events = await ask("POST", "/v2/events/events-by-contract-id", {
            contractId,
            eventFormat: format(ledger),
          });
          expect(events.at("created.createdEvent.contractId")).to.equal(contractId);
          expect(events.at("archived")).to.equal(null);
        });
      });

      it("lists active contracts and updates in all formats", async () => {
        await served(async (ask, ledger) => {
          for (let count = 0; count < 3; count++) {
            await ask(
              "POST",
              "/v2/commands/submit-and-wait",
              commandsBody(ledger.alice, iou(ledger)),
            );
          }
          const end = (await ask("GET", "/v2/state/ledger-end")).at("offset");
          const active = "/v2/state/active-contracts";
          const eventFormat = format(ledger);
          const all = await ask("POST", active, { activeAtOffset: end, eventFormat });
          expect(all.json).to.have.length(3);
          const digits = { activeAtOffset: String(end), eventFormat, filter: null };
          expect((await ask("POST", `${active}?limit=2`, digits)).json).to.have.length(2);
          const streamContinuationToken = all.at("1.streamContinuationToken");
          const rest = { activeAtOffset: end, eventFormat, streamContinuationToken };
          expect((await ask("POST", active, rest)).json).to.have.length(1);
          const bounded = { beginExclusive: 0, endInclusive: end };
          for (const shape of ["ACS_DELTA", "LEDGER_EFFECTS"]) {
            const body = { ...bounded, updateFormat: updateFormat(ledger, shape) };
            expect((await ask("POST", "/v2/updates", body)).json).to.have.length(3);
          }
          const legacy = { ...bounded, filter: { filtersByParty: { [ledger.alice]: {} } } };
          for (const path of ["/v2/updates", "/v2/updates/flats", "/v2/updates/trees"]) {
            expect((await ask("POST", path, legacy)).json, path).to.have.length(3);
          }
        });
      });

      it("L.2+ completes open-ended lists after the idle time", async () => {
        // Without the requested idle time, the list would take the timeout of `listWaitMillis`.
        const listWaitMillis = 20_000;
        const given = await iouLedger({ limits: { listWaitMillis } });
        await serve(given.ledger, { auth: "disabled" }, async (send) => {
          const body = { beginExclusive: 0, updateFormat: updateFormat(given) };
          const path = "/v2/updates?stream_idle_timeout_ms=30";
          const start = performance.now();
          const answer = await asking(send)("POST", path, body);
          expect(answer.json).to.have.length(1);
          expect(answer.at("0.update.OffsetCheckpoint.value.offset")).to.equal(1);
          expect(performance.now() - start)
            .to.be.at.least(25)
            .and.below(listWaitMillis);
        });
      });

      it("administers parties and users", async () => {
        await served(async (ask, ledger) => {
          const allocated = await ask("POST", "/v2/parties", { partyIdHint: "__proto__" });
          const party = String(allocated.at("partyDetails.party"));
          const path = `/v2/parties/${encodeURIComponent(party)}`;
          expect((await ask("GET", path)).at("partyDetails.0.party")).to.equal(party);
          // Daml scripts send such requests: the path has a constant in place of the party, and the query has
          // the party.
          const asked = `/v2/parties/party?parties=${encodeURIComponent(party)}`;
          expect((await ask("GET", asked)).at("partyDetails.0.party")).to.equal(party);
          const unknown = await ask("GET", "/v2/parties/nobody%3A%3A1220");
          expect(unknown.json).to.deep.equal({ partyDetails: [] });
          const page = await ask("GET", "/v2/parties?pageSize=1&filter-party=ali");
          expect(page.at("partyDetails.0.party")).to.equal(ledger.alice);
          expect((await ask("GET", "/v2/parties/participant-id")).at("participantId")).to.equal(
            ledger.ledger.state.participantId,
          );

          const right = { kind: { CanActAs: { value: { party } } } };
          await ask("POST", "/v2/users", { user: { id: "ann", isDeactivated: false }, rights: [] });
          const change = { userId: "ann", identityProviderId: "", rights: [right] };
          const granted = await ask("POST", "/v2/users/ann/rights", change);
          expect(granted.json).to.deep.equal({ newlyGrantedRights: [right] });
          const rights = await ask("GET", "/v2/users/ann/rights");
          expect(rights.json).to.deep.equal({ rights: [right] });
          const revoked = await ask("PATCH", "/v2/users/ann/rights", change);
          expect(revoked.json).to.deep.equal({ newlyRevokedRights: [right] });
          expect((await ask("GET", "/v2/users/ann")).at("user.id")).to.equal("ann");
          expect((await ask("GET", "/v2/users?pageSize=1")).at("users.0.id")).to.equal("ann");
        });
      });

      it("reports its version, synchronizers, pruned offsets and packages", async () => {
        await served(async (ask, { ledger }) => {
          expect((await ask("GET", "/v2/version")).at("version")).to.equal(ledger.config.version);
          const synchronizers = await ask("GET", "/v2/state/connected-synchronizers");
          expect(synchronizers.at("connectedSynchronizers.0.synchronizerId")).to.equal(
            ledger.state.synchronizers[0]?.id,
          );
          await ask("GET", "/v2/state/latest-pruned-offsets");
          expect((await ask("GET", "/v2/packages")).at("packageIds")).to.be.an("array").not.empty;
        });
      });

      it("reports its health as a participant does, and in JSON if the client accepts it", async () => {
        const { ledger } = await iouLedger();
        await serve(ledger, { auth: "disabled" }, async (send) => {
          const headers = { accept: "application/json, text/plain, */*" };
          const alive = await send("GET", "/livez");
          expect(alive).to.include({ status: 200, contentType: "", text: "" });
          const ready = await send("GET", "/readyz");
          expect(ready).to.include({ status: 200, contentType: "text/plain" });
          expect(ready.text).to.equal("[+] ledger ok (SERVING)\nreadyz check passed\n");
          expect((await send("GET", "/readyz", { headers })).json).to.deep.equal({
            status: "ready",
          });
        });
      });

      it("serves its documents in YAML, and in JSON if the client names it", async () => {
        const { ledger } = await iouLedger();
        await serve(ledger, { auth: "disabled" }, async (send) => {
          for (const [path, document] of [
            ["/docs/openapi", ledgerApi],
            ["/docs/asyncapi", streams],
          ] as const) {
            const yaml = await send("GET", path);
            expect(yaml, path).to.include({ status: 200, contentType: "text/plain" });
            expect(parse(yaml.text), path).to.deep.equal(document);
            const headers = { accept: "application/json" };
            expect((await send("GET", path, { headers })).json, path).to.deep.equal(document);
          }
        });
      });

      it("answers 406, and does not execute the command, if the client does not accept JSON", async () => {
        const served = await iouLedger();
        await serve(served.ledger, { auth: "disabled" }, async (send) => {
          const { state } = served.ledger;
          const ask = (accept: string, body: unknown = commandsBody(served.alice, iou(served))) =>
            send("POST", "/v2/commands/submit-and-wait", { body, headers: { accept } });
          for (const accept of ["text/plain", "text/html, application/xml", "image/*"]) {
            expect(await ask(accept), accept).to.include({
              status: 406,
              contentType: "",
              text: "",
            });
          }
          expect((await ask("text/plain", {})).status).to.equal(400);
          expect(served.ledger.state).to.equal(state);
          for (const accept of ["*/*", "application/*", "text/html, application/json;q=0.1", "a"]) {
            expect((await ask(accept)).status, accept).to.equal(200);
          }
        });
      });

      it("answers 503 if a response takes too long, and stops waiting for it", async () => {
        const ledger = await iouLedger({ limits: { commandTrackingMillis: 20 } });
        const options = { auth: "disabled", requestTimeoutMillis: 20 } as const;
        await serve(ledger.ledger, options, async (send) => {
          const body = commandsBody(ledger.alice, iou(ledger), {
            minLedgerTimeRel: { seconds: 60 },
          });
          // The ledger's clock is frozen, so the timeout that it measures does not occur.
          const answer = await send("POST", "/v2/commands/submit-and-wait", { body });
          expect(answer).to.include({ status: 503, contentType: "text/plain" });
          expect(answer.text).to.match(/not able to produce a timely response/);
        });
      });

      it("L.2+ returns a list that waits longer than the request timeout, with all its items", async () => {
        const ledger = await iouLedger();
        const options = { auth: "disabled", requestTimeoutMillis: 20 } as const;
        await serve(ledger.ledger, options, async (send) => {
          const body = commandsBody(ledger.alice, iou(ledger), { userId: "ann" });
          await send("POST", "/v2/commands/submit-and-wait", { body });
          const path = "/v2/commands/completions?stream_idle_timeout_ms=60";
          const asked = { userId: "ann", parties: [ledger.alice] };
          const { status, text } = await send("POST", path, { body: asked });
          expect(status, text).to.equal(200);
          expect(text).to.include('"Completion"');
        });
      });

      it("answers 503 to commands that wait longer than the request timeout, and still executes them", async () => {
        const ledger = await iouLedger();
        const options = { auth: "disabled", requestTimeoutMillis: 20 } as const;
        await serve(ledger.ledger, options, async (send) => {
          const minLedgerTimeRel = { seconds: 60, nanos: 0 };
          const body = commandsBody(ledger.alice, iou(ledger), { minLedgerTimeRel });
          const { status } = await send("POST", "/v2/commands/submit-and-wait", { body });
          expect(status).to.equal(503);
          const before = ledger.ledger.state.ledgerEnd;
          ledger.ledger.clock.advance("1m");
          await ledger.ledger.settled();
          expect(ledger.ledger.state.ledgerEnd).to.be.above(before);
        });
      });

      it("L.1- refuses lists that are longer than the server allows", async () => {
        const ledger = await iouLedger({ limits: { maxListElements: 2 } });
        await serve(ledger.ledger, { auth: "disabled" }, async (send) => {
          for (let count = 0; count < 3; count++) {
            const body = commandsBody(ledger.alice, iou(ledger));
            await send("POST", "/v2/commands/submit-and-wait", { body });
          }
          const offset = ledger.ledger.state.ledgerEnd;
          const body = { activeAtOffset: offset, eventFormat: format(ledger) };
          for (const [query, status] of [
            ["", 413],
            ["?limit=3", 413],
            ["?limit=2", 200],
            ["?limit=0", 200],
          ] as const) {
            const answer = await send("POST", `/v2/state/active-contracts${query}`, { body });
            expect(answer.status, query).to.equal(status);
            if (status === 413) {
              const code = "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED";
              expect(answer.json).to.include({ code, errorCategory: 2 });
            }
          }
        });
      });
    });
  }
});
