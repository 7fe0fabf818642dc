import { expect } from "chai";

import { definePackage, defineTemplate, Party } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { type Answer, apiClient, type Send } from "../support/api-client.ts";
import { commandsBody, completionsOn } from "../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../support/iou-ledger.ts";
import { Counter, Iou, iouPackage } from "../support/iou-package.ts";
import { validatedFetch } from "../support/validated-fetch.ts";

type Fields = Readonly<Record<string, unknown>>;

const notesOf = (version: string) => {
  const Note = defineTemplate("Note:Note", {
    payload: { author: Party },
    signatories: ({ author }) => [author],
  });
  return definePackage({ name: "notes", version, templates: { Note } });
};

const [oldNotes, newNotes] = [notesOf("1.0.0"), notesOf("1.1.0")];

const path = "/v2/commands/submit-and-wait";

describe("ledger API (command rules)", () => {
  let given: IouLedger;
  let send: Send;

  beforeEach(async () => {
    given = await iouLedger({ packages: [iouPackage, oldNotes, newNotes] });
    const fetch = createFetch(given.ledger, { auth: "disabled" });
    send = apiClient(validatedFetch(fetch), "http://ledger.invalid");
  });

  const iou = () =>
    Iou.create({ issuer: given.alice, owner: given.bob, amount: "1", watchers: [] });

  const submit = (fields: Fields = {}): Promise<Answer> =>
    send("POST", path, { body: commandsBody(given.alice, iou(), fields) });

  const expectAccepted = async (fields: Fields): Promise<void> => {
    const { status, text } = await submit(fields);
    expect(status, text).to.equal(200);
  };

  /** Expects a refusal with this error code, or for an unreadable body a text that matches the pattern. */
  const expectRefused = async (
    fields: Fields,
    refusal: string | RegExp,
    expected = 400,
  ): Promise<void> => {
    const { state } = given.ledger;
    const { status, text, json } = await submit(fields);
    expect(status, text).to.equal(expected);
    if (typeof refusal === "string") expect(json).to.include({ code: refusal });
    else expect(text).to.match(refusal);
    expect(given.ledger.state).to.equal(state);
  };

  it("C.1+ executes one command or several", async () => {
    await expectAccepted({});
    await expectAccepted({ commands: [iou(), iou(), iou()] });
  });

  it("C.1- refuses to execute no commands", async () => {
    await expectRefused({ commands: undefined }, /Missing required field at 'commands'/);
    await expectRefused({ commands: null }, /\/commands/);
    await expectRefused({ commands: [] }, "MISSING_FIELD");
  });

  it("C.2+ reports the outcome with the command id", async () => {
    await expectAccepted({ commandId: "pay-1" });
    expect(completionsOn(given.ledger)[0]?.submission.commandId).to.equal("pay-1");
  });

  it("C.2- refuses commands without an id", async () => {
    await expectRefused({ commandId: undefined }, /Missing required field at 'commandId'/);
    await expectRefused({ commandId: "" }, "MISSING_FIELD");
  });

  it("C.3+ executes commands for one party or several", async () => {
    await expectAccepted({ actAs: [given.alice] });
    await expectAccepted({ actAs: [given.alice, given.bob, given.carol] });
  });

  it("C.3- rejects commands without parties", async () => {
    await expectRefused({ actAs: undefined }, /Missing required field at 'actAs'/);
    await expectRefused({ actAs: [] }, "MISSING_FIELD");
  });

  it("C.7+ copies the workflow id to the update", async () => {
    for (const workflowId of ["flow_1: a/b#c", undefined]) {
      const body = { commands: commandsBody(given.alice, iou(), { workflowId }) };
      const { json } = await send("POST", `${path}-for-transaction`, { body });
      expect(json).to.have.nested.property("transaction.workflowId", workflowId ?? "");
    }
  });

  it("C.7- refuses a workflow id that is not a LedgerString", async () => {
    await expectRefused({ workflowId: "ä" }, "INVALID_ARGUMENT");
    await expectRefused({ workflowId: "w".repeat(256) }, "INVALID_ARGUMENT");
  });

  it("C.8+ distinguishes submissions with the same change id by their submission ids", async () => {
    await submit({ commandId: "c", submissionId: "first" });
    await submit({ commandId: "c", submissionId: "second" });
    const ids = completionsOn(given.ledger).map(({ submission }) => submission.submissionId);
    expect(ids).to.deep.equal(["first", "second"]);
  });

  it("C.8- refuses a submission id that is not a LedgerString", async () => {
    await expectRefused({ submissionId: "s\u0000" }, "INVALID_FIELD");
  });

  it("C.9- refuses a request with both bounds of ledger time", async () => {
    const minLedgerTimeAbs = "2024-01-01T12:00:00Z";
    await expectRefused({ minLedgerTimeAbs, minLedgerTimeRel: { seconds: 0 } }, "INVALID_ARGUMENT");
  });

  it("C.14+ selects the preferred package of a name, by default the newest", async () => {
    const { alice } = given;
    const createArguments = { author: alice };
    const note = { CreateCommand: { templateId: "#notes:Note:Note", createArguments } };
    for (const [packageIdSelectionPreference, { packageId }] of [
      [[], newNotes],
      [[oldNotes.packageId], oldNotes],
    ] as const) {
      const commands = commandsBody(alice, note, { packageIdSelectionPreference });
      const { json } = await send("POST", `${path}-for-transaction`, { body: { commands } });
      expect(json).to.have.nested.property(
        "transaction.events[0].CreatedEvent.templateId",
        `${packageId}:Note:Note`,
      );
    }
  });

  it("C.14- refuses a preference that is not a package id, or names an unknown package", async () => {
    await expectRefused({ packageIdSelectionPreference: ["a.b"] }, "INVALID_ARGUMENT");
    const packageIdSelectionPreference = ["ab".repeat(32)];
    await expectRefused({ packageIdSelectionPreference }, "JSON_API_PACKAGE_SELECTION_FAILED");
  });

  it("C.15+ accepts keys to prefetch, whether or not a contract has them", async () => {
    const commands = [Counter.create({ owner: given.alice, name: "n", count: 0 })];
    const prefetchContractKeys = [counterKey("n"), counterKey("none")];
    await expectAccepted({ commands, prefetchContractKeys });
    await expectAccepted({ prefetchContractKeys });
  });

  it("C.15- refuses to prefetch a key of a template without keys", async () => {
    const templateId = `${iouPackage.packageId}:Iou:Iou`;
    const prefetchContractKeys = [{ templateId, contractKey: {} }];
    await expectRefused({ prefetchContractKeys }, "TEMPLATES_OR_INTERFACES_NOT_FOUND", 404);
  });

  it("C.16+ accepts a tapsMaxPasses equal to the participant's limit", async () => {
    await expectAccepted({ tapsMaxPasses: given.ledger.config.tapsMaxPassesLimit });
  });

  it("C.16- refuses a tapsMaxPasses of 0, and one above the participant's limit", async () => {
    const tapsMaxPasses = given.ledger.config.tapsMaxPassesLimit + 1;
    await expectRefused({ tapsMaxPasses }, "INVALID_ARGUMENT");
    await expectRefused({ tapsMaxPasses: 0 }, "INVALID_ARGUMENT");
  });

  it("C.17+ writes a completion with a status of success or of the error", async () => {
    await submit({ commandId: "once" });
    expect((await submit({ commandId: "once" })).status).to.equal(409);
    const answer = await completions();
    const status = "completionResponse.Completion.value.status";
    expect(answer).to.have.length(2);
    expect(answer).to.have.nested.property(`[0].${status}.code`, 0);
    expect(answer).to.have.nested.property(`[1].${status}.code`, 6);
    expect(answer).to.have.nested.property(`[1].${status}.message`).that.includes("DUPLICATE");
  });

  it("C.17- writes no completion for a command that did not reach the ledger", async () => {
    await submit({ commandId: "" });
    await submit({
      commands: [Iou.create({ issuer: given.alice, owner: given.bob, amount: "-1", watchers: [] })],
    });
    expect(await completions()).to.deep.equal([]);
  });

  it("S6.1+ answers commands at the top level of the body with a transaction tree", async () => {
    const body = commandsBody(given.alice, [iou(), iou()]);
    const { status, json } = await send("POST", `${path}-for-transaction-tree`, { body });
    expect(status).to.equal(200);
    expect(json).to.have.nested.property("transactionTree.eventsById").with.all.keys("0", "1");
  });

  it("S6.1- refuses commands nested in the body", async () => {
    const body = { commands: commandsBody(given.alice, iou()) };
    const { status, text } = await send("POST", `${path}-for-transaction-tree`, { body });
    expect(status).to.equal(400);
    expect(text).to.match(/commandId/);
  });

  it("S10.1- refuses commands at the top level of the body", async () => {
    const body = commandsBody(given.alice, iou());
    const { status, text } = await send("POST", `${path}-for-transaction`, { body });
    expect(status).to.equal(400);
    expect(text).to.match(/\/commands/);
  });

  it("S10.2- omits exercises and transient contracts unless requested", async () => {
    const counter = { owner: given.alice, name: "n", count: 0 };
    const commands = commandsBody(given.alice, [
      iou(),
      Counter.createAndExercise(counter, Counter.Increment),
    ]);
    const { json } = await send("POST", `${path}-for-transaction`, { body: { commands } });
    expect(json).to.have.nested.property("transaction.events").with.length(2);
    expect(json).to.have.nested.property("transaction.events[1].CreatedEvent.createArgument.count");
  });

  it("S10.3- omits only events that the format excludes", async () => {
    const { alice, carol } = given;
    const events = async (party: string) => {
      const commands = commandsBody(alice, iou());
      const eventFormat = { filtersByParty: { [party]: {} }, verbose: false };
      const transactionFormat = { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" };
      const body = { commands, transactionFormat };
      return (await send("POST", `${path}-for-transaction`, { body })).json;
    };
    expect(await events(alice))
      .to.have.nested.property("transaction.events")
      .with.length(1);
    expect(await events(carol)).to.have.nested.property("transaction.events").that.is.empty;
  });

  const counterKey = (name: string) => ({
    templateId: `${iouPackage.packageId}:Iou:Counter`,
    contractKey: { owner: given.alice, name },
    limit: null,
  });

  /** Completions without the offset checkpoints. */
  const completions = async (): Promise<unknown> => {
    const body = { userId: "ann", parties: [given.alice], beginExclusive: 0 };
    const query = "?stream_idle_timeout_ms=5";
    const { json } = await send("POST", `/v2/commands/completions${query}`, { body });
    const isCompletion = (each: unknown) => !JSON.stringify(each).includes("OffsetCheckpoint");
    return Array.isArray(json) ? json.filter(isCompletion) : json;
  };
});
