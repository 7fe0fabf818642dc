import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import historyApi from "../../../spec/history-api.json" with { type: "json" };
import ledgerApi from "../../../spec/ledger-api.json" with { type: "json" };
import type { Send } from "../../support/api-client.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { isList, isObject, type Json } from "../../support/json.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { transports } from "../../support/transports.ts";
import { untyped } from "../../support/untyped.ts";

/** Returns the names of all fields in a document. */
const fieldsIn = (json: Json): readonly string[] => {
  if (isList(json)) return json.flatMap(fieldsIn);
  if (!isObject(json)) return [];
  const properties = isObject(json["properties"]) ? Object.keys(json["properties"]) : [];
  return [...properties, ...Object.values(json).flatMap(fieldsIn)];
};

/** Returns true for the key of a tagged choice, which is capitalized like a type. */
const isVariant = (name: string): boolean => /^[A-Z]/.test(name);

const submit = "/v2/commands/submit-and-wait";
const activeContracts = "/v2/state/active-contracts";

describe("conventions of the API", () => {
  let served: IouLedger;

  beforeEach(async () => {
    served = await iouLedger();
  });

  const iou = (more: Readonly<Record<string, unknown>> = {}) => {
    const { alice, bob } = served;
    const createArguments = { issuer: alice, owner: bob, amount: "1.0", watchers: [] };
    const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    return commandsBody(alice, command, more);
  };
  const snapshot = (activeAtOffset: unknown, verbose?: unknown) => ({
    activeAtOffset,
    ...(verbose === undefined
      ? { eventFormat: { filtersByParty: { [served.alice]: {} } } }
      : { filter: { filtersByParty: { [served.alice]: {} } }, verbose }),
  });

  it("G.1+ returns fields in lowerCamelCase, and those of the history API in snake_case", () => {
    const fields = fieldsIn(ledgerApi.components.schemas).filter((name) => !isVariant(name));
    for (const name of fields) expect(name).to.match(/^[a-z]+(\d|[A-Z][a-z]*)*$/);
    const instruction = /^transferInstruction(Receiver|Amount|Cid)$/;
    for (const name of fieldsIn(historyApi.components.schemas)) {
      if (!instruction.test(name)) expect(name).to.match(/^[a-z]+(_[a-z]+)*$/);
    }
  });

  for (const { name, serve } of transports) {
    describe(name, () => {
      const open = (use: (send: Send) => Promise<void>): Promise<void> =>
        serve(served.ledger, { auth: "disabled" }, use);

      it("accepts a whole number as a text in a body if the text is a JSON number, and in a path also with a sign and leading zeros", () =>
        open(async (send) => {
          for (const offset of [1, "1", "1.0", "1e0", "10e-1"]) {
            const { status } = await send("POST", activeContracts, { body: snapshot(offset) });
            expect(status, String(offset)).to.equal(200);
          }
          for (const offset of ["01", "+1", " 1", "1.5", "1e19", "0x1", ""]) {
            const { status } = await send("POST", activeContracts, { body: snapshot(offset) });
            expect(status, offset).to.equal(400);
          }
          const tree = await send("GET", "/v2/updates/transaction-tree-by-offset/%2B01?parties=x");
          expect(tree.json).to.include({ code: "UPDATE_NOT_FOUND" });
        }));

      it("answers 406 if the parameters of the Accept header exclude JSON", () =>
        open(async (send) => {
          const statusFor = async (accept: string) =>
            (await send("GET", "/v2/version", { headers: { accept } })).status;
          for (const accept of ["application/json;q=0.1", "application/json; charset=utf-8", ","]) {
            expect(await statusFor(accept), accept).to.equal(200);
          }
          expect(await statusFor("application/json;version=1")).to.equal(406);
        }));

      it("accepts a page token for the request that it belongs to, unchanged, and no other", () =>
        open(async (send) => {
          const filters = { filtersByParty: { [served.alice]: {} } };
          const asked = {
            beginOffsetExclusive: 0,
            updateFormat: {
              includeTransactions: {
                eventFormat: filters,
                transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
              },
            },
            maxPageSize: 1,
          };
          for (const id of ["a", "b"]) await send("POST", submit, { body: iou({ commandId: id }) });
          const page = (more: object) =>
            send("POST", "/v2/updates/get-updates-page", { body: { ...asked, ...more } });
          const { json } = await page({});
          const token = (json as { readonly nextPageToken: string }).nextPageToken;
          expect((await page({ pageToken: token })).status).to.equal(200);
          const larger = await page({ pageToken: token, maxPageSize: 2 });
          expect(larger.json).to.include({ code: "INVALID_UPDATES_PAGE_TOKEN" });
          for (const changed of [token.slice(0, -4), `A${token.slice(1)}`]) {
            const { json } = await page({ pageToken: changed });
            expect(json, changed).to.include({ code: "INVALID_FIELD" });
          }
        }));

      it("G.1- refuses bodies that are not JSON, and ignores fields in snake case", async () => {
        await open(async (send) => {
          const { commandId, ...others } = iou();
          const body = { ...others, command_id: commandId };
          expect((await send("POST", submit, { body })).text).to.include("'commandId'");
          expect((await send("POST", submit, { body: "commandId=1" })).status).to.equal(400);
        });
      });

      it("G.2+ accepts offsets from zero on, as numbers and as strings", async () => {
        await open(async (send) => {
          await send("POST", submit, { body: iou() });
          const { ledgerEnd } = served.ledger.state;
          for (const [offset, length] of [
            [0, 0],
            [ledgerEnd, 1],
            [String(ledgerEnd), 1],
          ] as const) {
            const answer = await send("POST", activeContracts, { body: snapshot(offset) });
            expect(answer.json, String(offset)).to.have.length(length);
          }
        });
      });

      it("G.2- refuses offsets that are negative, too large or not numbers", async () => {
        await open(async (send) => {
          for (const offset of [-1, 2 ** 63, "9223372036854775808", 0.5, "1e3", true]) {
            const answer = await send("POST", activeContracts, { body: snapshot(offset) });
            expect(answer.status, String(offset)).to.equal(400);
          }
        });
      });

      const severalKeys = () => {
        const [command] = iou().commands as readonly object[];
        const argument = { templateId: "#iou:Iou:Iou", contractId: "00", choice: "Archive" };
        const other = { ExerciseCommand: { ...argument, choiceArgument: {} } };
        return iou({ commands: [{ ...other, ...command, Delete: {} }] });
      };

      it("G.3- refuses a oneof with several known keys", async () => {
        await open(async (send) => {
          const { status, text } = await send("POST", submit, { body: severalKeys() });
          expect(status).to.equal(400);
          expect(text).to.include("expected only one of the keys");
        });
      });

      it("G.3+ with participant precedence, uses the alphabetically first known key of a oneof", async () => {
        served = await iouLedger({ precedence: "participant" });
        await open(async (send) => {
          expect((await send("POST", submit, { body: severalKeys() })).status).to.equal(200);
        });
      });

      it("G.3- refuses a oneof without a known key", async () => {
        await open(async (send) => {
          for (const commands of [[{}], [{ Delete: {} }]]) {
            expect((await send("POST", submit, { body: iou({ commands }) })).status).to.equal(400);
          }
        });
      });

      it("G.4+ labels the fields of records, verbose or not", async () => {
        await open(async (send) => {
          await send("POST", submit, { body: iou() });
          for (const verbose of [true, false]) {
            const body = snapshot(served.ledger.state.ledgerEnd, verbose);
            const { json } = await send("POST", activeContracts, { body });
            expect(json)
              .to.have.nested.property(
                "0.contractEntry.JsActiveContract.createdEvent.createArgument",
              )
              .with.all.keys("issuer", "owner", "amount", "watchers");
          }
        });
      });

      it("G.4- refuses a verbose that is not a boolean", async () => {
        await open(async (send) => {
          const answer = await send("POST", activeContracts, { body: snapshot(1, "yes") });
          expect(answer.text).to.match(/true or false, got "yes" at \/verbose/);
        });
      });

      it("G.5+ accepts identifiers with every character that their kind allows", async () => {
        await open(async (send) => {
          const body = iou({
            commandId: "aZ0._:-#/ ".repeat(25),
            workflowId: "a b/c#d",
            submissionId: "s:1",
            userId: "aZ9@^$.!`-#+'~_|:()",
          });
          const answer = await send("POST", submit, { body });
          expect(answer.status, answer.text).to.equal(200);
        });
      });

      it("G.5- refuses identifiers with other characters, and longer ones", async () => {
        await open(async (send) => {
          for (const bad of [
            { commandId: "a\n" },
            { commandId: "a".repeat(256) },
            { workflowId: "ü" },
            { submissionId: "a;b" },
            { userId: "a b" },
            { actAs: ["a/b"] },
          ]) {
            const answer = await send("POST", submit, { body: iou(bad) });
            expect(answer.status, JSON.stringify(bad)).to.equal(400);
          }
        });
      });
    });
  }

  describe("conventions of the API, with users", () => {
    const auth = { hs256Secret: secret };
    const headers = (userId: string) => ({
      Authorization: `Bearer ${signedToken(scopeClaims(userId))}`,
    });

    beforeEach(async () => {
      const { ledger, alice, bob } = served;
      const right = (kind: string, party: string) => ({ kind: { [kind]: { value: { party } } } });
      await createUser(
        ledger,
        untyped({
          user: { id: "actor" },
          rights: [right("CanActAs", alice), right("CanReadAs", bob)],
        }),
      );
      await createUser(
        ledger,
        untyped({ user: { id: "reader" }, rights: [right("CanReadAs", alice)] }),
      );
    });

    for (const { name, serve } of transports) {
      it(`A.3+ lets users act and read as the parties of their rights, ${name}`, async () => {
        await serve(served.ledger, { auth }, async (send) => {
          const body = iou({ userId: "", readAs: [served.bob] });
          const sent = await send("POST", submit, { body, headers: headers("actor") });
          expect(sent.status, sent.text).to.equal(200);
          const read = { body: snapshot(1), headers: headers("reader") };
          expect((await send("POST", activeContracts, read)).status).to.equal(200);
        });
      });

      it(`A.3- refuses acting and reading as other parties, ${name}`, async () => {
        const { alice, bob, carol } = served;
        await serve(served.ledger, { auth }, async (send) => {
          for (const [userId, parties] of [
            ["reader", { actAs: [alice] }],
            ["actor", { actAs: [alice, bob] }],
            ["actor", { actAs: [alice], readAs: [carol] }],
            ["actor", { userId: "reader" }],
          ] as const) {
            const body = iou({ userId: "", ...parties });
            const answer = await send("POST", submit, { body, headers: headers(userId) });
            expect(answer.status, JSON.stringify(parties)).to.equal(403);
          }
          const filtersForAnyParty = {};
          const body = { activeAtOffset: 1, eventFormat: { filtersForAnyParty } };
          const answer = await send("POST", activeContracts, { body, headers: headers("actor") });
          expect(answer.status).to.equal(403);
        });
      });
    }
  });
});
