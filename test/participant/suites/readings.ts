import { expect } from "chai";

import {
  type CaseLedger,
  type CompletionItem,
  createdIn,
  eventFormatFor,
  type Fields,
  type Update,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { withStreams } from "../../support/stream-client.ts";
import { delta, inShape, notes, offsetsOf, transactions } from "./streams.ts";
import { wait } from "./work.ts";

/** Returns a case: the JSON contains the labels of fields with and without `verbose`. */
const labelled =
  (argumentOf: (api: CaseLedger, eventFormat: Fields) => Promise<unknown>): Case =>
  async (api) => {
    const alice = await api.party("alice");
    await api.create(alice, noteOf(alice));
    for (const verbose of [true, false]) {
      const eventFormat = { ...eventFormatFor([alice]), verbose };
      expect(await argumentOf(api, eventFormat)).to.deep.equal({
        owner: alice,
        readers: [],
        text: "",
      });
    }
  };

/** Idle time of a reader without further options, in milliseconds. */
const idleMillis = 400;

const activeContracts = "/v2/state/active-contracts";

export const readings: readonly Suite[] = [
  {
    name: "ActiveContractsServiceIT",
    cases: {
      ACSverbosity: labelled(async (api, eventFormat) => {
        const body = { activeAtOffset: api.end, eventFormat };
        const [item] = await api.post<readonly Fields[]>(activeContracts, body);
        const { JsActiveContract } = (item?.["contractEntry"] ?? {}) as Fields;
        return ((JsActiveContract as Fields)["createdEvent"] as Fields)["createArgument"];
      }),
    },
  },
  {
    name: "TransactionServiceOutputsIT",
    cases: {
      TXVerbosity: labelled(async (api, eventFormat) => {
        const includeTransactions = { eventFormat, transactionShape: delta };
        const [transaction] = transactions(await api.updates({ includeTransactions }));
        return createdIn(transaction ?? expect.fail("there is none")).createArgument;
      }),
    },
  },
  {
    name: "OpenReadings",
    cases: {
      "D6-interpretation-before-dedup": async (api) => {
        const alice = await api.party("alice");
        const contractId = await api.create(alice, noteOf(alice));
        const commands = api.commands(alice, exercise(Note.reference, contractId, "Consume"));
        await api.post(wait, commands);
        await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, commands]);
      },
      "D4-limit above the maximum": async (api) => {
        const { alice } = await notes(api, 2);
        const body = { activeAtOffset: api.end, eventFormat: eventFormatFor([alice]) };
        const beyond = api.ledger.config.maxListElements + 1;
        const path = `${activeContracts}?limit=${beyond}`;
        expect(await api.post<readonly unknown[]>(path, body)).to.have.length(2);
      },
      "stream_idle_timeout_ms counts idle time only": async (api) => {
        const alice = await api.party("alice");
        const begin = Date.now();
        const open = api.post<readonly Update[]>(
          `/v2/updates?stream_idle_timeout_ms=${idleMillis}`,
          { beginExclusive: api.end, updateFormat: inShape([alice], delta) },
        );
        const offsets: number[] = [];
        // Items keep arriving for longer than the idle time of the reader.
        while (Date.now() < begin + 1.5 * idleMillis) {
          offsets.push((await api.submit(alice, noteOf(alice))).offset);
          const next = Date.now() + idleMillis / 10;
          while (Date.now() < next) await api.get("/v2/state/ledger-end");
        }
        expect(offsetsOf(await open)).to.deep.equal(offsets);
      },
    },
  },
  {
    name: "JsonV2Tests",
    cases: {
      "create commands and return proper traceContext": async (api) => {
        const alice = await api.party("alice");
        const traceId = "ab".repeat(16);
        const traceparent = `00-${traceId}-${"cd".repeat(8)}-01`;
        const traced = api.as({ headers: { traceparent } });
        const { updateId } = await traced.post(wait, api.commands(alice, noteOf(alice)));
        const { update } = await api.post<Update>("/v2/updates/update-by-id", {
          updateId,
          updateFormat: inShape([alice], delta),
        });
        const context = update.Transaction?.value["traceContext"] as Fields;
        expect(context["traceparent"]).to.include(traceId);
        const [completion] = await api.completions([alice]);
        expect(completion?.["traceContext"]).to.deep.equal(context);
      },
      "return completions as stream": async (api) => {
        const alice = await api.party("alice");
        const { updateId } = await api.submit(alice, noteOf(alice));
        await withStreams(api.ledger, { auth: "disabled" }, async ({ connect }) => {
          const client = await connect("/v2/commands/completions");
          client.send({ userId: "ann", parties: [alice], beginExclusive: 0 });
          const isOf = ({ completionResponse }: CompletionItem): boolean =>
            completionResponse.Completion?.value.updateId === updateId;
          for (let frames = 1; ; frames++) {
            if (((await client.frames(frames)) as readonly CompletionItem[]).some(isOf)) return;
          }
        });
      },
      "return active contracts (empty fields)": async (api) => {
        const { alice } = await notes(api, 1);
        for (const more of [{}, { verbose: false }]) {
          const body = { activeAtOffset: api.end, ...more };
          await api.refused(400, "INVALID_ARGUMENT", ["POST", activeContracts, body]);
        }
        const filter = { filtersByParty: { [alice]: {} } };
        const body = { activeAtOffset: api.end, filter, verbose: false, eventFormat: null };
        expect(await api.post<readonly unknown[]>(activeContracts, body)).to.have.length(1);
      },
    },
  },
];
