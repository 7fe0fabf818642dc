import { expect } from "chai";

import {
  type Asked,
  type CompletionItem,
  createdIn,
  eventFormatFor,
  type Fields,
  type Update,
} from "../../support/catalogue/asked.ts";
import { exercise, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { withStreams } from "../../support/stream-client.ts";
import { delta, inShape, notes, offsetsOf, transactions } from "./streams.ts";
import { wait } from "./work.ts";

/** JSON always contains the labels of fields. */
const labelled =
  (argumentOf: (asked: Asked, eventFormat: Fields) => Promise<unknown>): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    await asked.create(alice, noteOf(alice));
    for (const verbose of [true, false]) {
      const eventFormat = { ...eventFormatFor([alice]), verbose };
      expect(await argumentOf(asked, eventFormat)).to.deep.equal({
        owner: alice,
        readers: [],
        text: "",
      });
    }
  };

/** Time that a reader without further options waits, in milliseconds. */
const idleMillis = 400;

const activeContracts = "/v2/state/active-contracts";

export const readings: readonly Suite[] = [
  {
    name: "ActiveContractsServiceIT",
    cases: {
      ACSverbosity: labelled(async (asked, eventFormat) => {
        const body = { activeAtOffset: asked.end, eventFormat };
        const [item] = await asked.post<readonly Fields[]>(activeContracts, body);
        const { JsActiveContract } = (item?.["contractEntry"] ?? {}) as Fields;
        return ((JsActiveContract as Fields)["createdEvent"] as Fields)["createArgument"];
      }),
    },
  },
  {
    name: "TransactionServiceOutputsIT",
    cases: {
      TXVerbosity: labelled(async (asked, eventFormat) => {
        const includeTransactions = { eventFormat, transactionShape: delta };
        const [transaction] = transactions(await asked.updates({ includeTransactions }));
        return createdIn(transaction ?? expect.fail("there is none")).createArgument;
      }),
    },
  },
  {
    name: "OpenReadings",
    cases: {
      "D6-interpretation-before-dedup": async (asked) => {
        const alice = await asked.party("alice");
        const contractId = await asked.create(alice, noteOf(alice));
        const commands = asked.commands(alice, exercise(Note.reference, contractId, "Consume"));
        await asked.post(wait, commands);
        await asked.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, commands]);
      },
      "D4-limit above the maximum": async (asked) => {
        const { alice } = await notes(asked, 2);
        const body = { activeAtOffset: asked.end, eventFormat: eventFormatFor([alice]) };
        const beyond = asked.ledger.config.maxListElements + 1;
        const path = `${activeContracts}?limit=${beyond}`;
        expect(await asked.post<readonly unknown[]>(path, body)).to.have.length(2);
      },
      "stream_idle_timeout_ms counts idle time only": async (asked) => {
        const alice = await asked.party("alice");
        const begin = Date.now();
        const open = asked.post<readonly Update[]>(
          `/v2/updates?stream_idle_timeout_ms=${idleMillis}`,
          { beginExclusive: asked.end, updateFormat: inShape([alice], delta) },
        );
        const offsets: number[] = [];
        // Items keep arriving for longer than the idle time of the reader.
        while (Date.now() < begin + 1.5 * idleMillis) {
          offsets.push((await asked.submit(alice, noteOf(alice))).offset);
          const next = Date.now() + idleMillis / 10;
          while (Date.now() < next) await asked.get("/v2/state/ledger-end");
        }
        expect(offsetsOf(await open)).to.deep.equal(offsets);
      },
    },
  },
  {
    name: "JsonV2Tests",
    cases: {
      "create commands and return proper traceContext": async (asked) => {
        const alice = await asked.party("alice");
        const traceId = "ab".repeat(16);
        const traceparent = `00-${traceId}-${"cd".repeat(8)}-01`;
        const traced = asked.as({ headers: { traceparent } });
        const { updateId } = await traced.post(wait, asked.commands(alice, noteOf(alice)));
        const { update } = await asked.post<Update>("/v2/updates/update-by-id", {
          updateId,
          updateFormat: inShape([alice], delta),
        });
        const context = update.Transaction?.value["traceContext"] as Fields;
        expect(context["traceparent"]).to.include(traceId);
        const [completion] = await asked.completions([alice]);
        expect(completion?.["traceContext"]).to.deep.equal(context);
      },
      "return completions as stream": async (asked) => {
        const alice = await asked.party("alice");
        const { updateId } = await asked.submit(alice, noteOf(alice));
        await withStreams(asked.ledger, { auth: "disabled" }, async ({ connect }) => {
          const client = await connect("/v2/commands/completions");
          client.send({ userId: "ann", parties: [alice], beginExclusive: 0 });
          const isOf = ({ completionResponse }: CompletionItem): boolean =>
            completionResponse.Completion?.value.updateId === updateId;
          for (let frames = 1; ; frames++) {
            if (((await client.frames(frames)) as readonly CompletionItem[]).some(isOf)) return;
          }
        });
      },
      "return active contracts (empty fields)": async (asked) => {
        const { alice } = await notes(asked, 1);
        for (const more of [{}, { verbose: false }]) {
          const body = { activeAtOffset: asked.end, ...more };
          await asked.refused(400, "INVALID_ARGUMENT", ["POST", activeContracts, body]);
        }
        const filter = { filtersByParty: { [alice]: {} } };
        const body = { activeAtOffset: asked.end, filter, verbose: false, eventFormat: null };
        expect(await asked.post<readonly unknown[]>(activeContracts, body)).to.have.length(1);
      },
    },
  },
];
