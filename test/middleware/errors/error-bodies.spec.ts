import { expect } from "chai";

import { tokenFor } from "../../../fixtures/testing/index.ts";
import { createUser } from "../../../lib/api.ts";
import { createFetch } from "../../../middleware/index.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";

interface Body {
  readonly code: string;
  readonly cause: string;
  readonly correlationId: string | null;
  readonly traceId: string;
  readonly context: Readonly<Record<string, string>>;
}

const secret = "secret";

/** Compares error bodies, with exact errors, to those of a participant 3.5.19. */
describe("body of an error", () => {
  let given: IouLedger;
  let end: number;

  beforeEach(async () => {
    given = await iouLedger();
    await createUser(given.ledger, {
      user: { id: "ann" },
      rights: [{ kind: { CanActAs: { value: { party: given.alice } } } }],
    });
    end = given.ledger.state.ledgerEnd;
  });

  const send = async (method: string, path: string, body?: unknown, user?: string) => {
    const auth = user === undefined ? ("disabled" as const) : { hs256Secret: secret };
    const headers = user === undefined ? {} : { authorization: `Bearer ${tokenFor(secret, user)}` };
    const fetch = createFetch(given.ledger, { auth, errors: "exact" });
    const answer = await fetch(path, {
      method,
      headers: user === "nobody" ? {} : headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = text.startsWith("{") ? (JSON.parse(text) as Body) : undefined;
    return { status: answer.status, text, json };
  };

  const create = (argument: object = {}) => ({
    CreateCommand: {
      templateId: "#iou:Iou:Iou",
      createArguments: {
        issuer: given.alice,
        owner: given.alice,
        amount: "1",
        watchers: [],
        ...argument,
      },
    },
  });
  const exercise = {
    ExerciseCommand: {
      templateId: "#iou:Iou:Iou",
      contractId: `00${"ab".repeat(32)}ca111220${"cd".repeat(32)}`,
      choice: "Archive",
      choiceArgument: {},
    },
  };
  const commands = (command: object, more: object = {}) => ({
    commands: [command],
    commandId: "c1",
    userId: "ann",
    actAs: [given.alice],
    ...more,
  });
  const submit = (body: object) => send("POST", "/v2/commands/submit-and-wait", body);

  it("withholds a sensitive cause, and has the trace id as its correlation id", async () => {
    const attempts = [
      await send("GET", "/v2/users", undefined, "nobody"),
      await send("GET", "/v2/users", undefined, "ann"),
      await send(
        "POST",
        "/v2/commands/submit-and-wait",
        commands(create(), { actAs: [given.bob], submissionId: "s1" }),
        "ann",
      ),
    ];
    expect(attempts.map(({ status }) => status)).to.deep.equal([401, 403, 403]);
    for (const { json } of attempts) {
      expect(json?.cause).to.equal("A security-sensitive error has been received");
      expect(json?.code).to.equal("NA");
      expect(json?.correlationId).to.equal(json?.traceId);
    }
  });

  it("adds the reason to the withheld cause if hints are on", async () => {
    const fetch = createFetch(given.ledger, { auth: { hs256Secret: secret } });
    const causeFor = async (headers: Record<string, string>): Promise<string> => {
      const response = await fetch("http://ledger/v2/users", { headers });
      return ((await response.json()) as Body).cause;
    };
    const withheld = "A security-sensitive error has been received: ";
    expect(await causeFor({})).to.equal(`${withheld}The request has no header Authorization.`);
    const authorization = `Bearer ${tokenFor(secret, "ann")}`;
    const refused = await causeFor({ authorization });
    expect(refused.startsWith(withheld)).to.equal(true);
    expect(refused.length).to.be.greaterThan(withheld.length + 10);
  });

  it("names the existing party with the same hint, and the submission id", async () => {
    const { status, json } = await send("POST", "/v2/parties", { partyIdHint: "alice" });
    const [, namespace = ""] = given.alice.split("::");
    expect(status).to.equal(400);
    expect(json?.cause).to.match(/ is already allocated on this node$/);
    expect(json?.cause).to.include(`party alice::${namespace.slice(0, 12)}... is`);
    expect(json?.context["submissionId"]).to.match(/^'1220[0-9a-f]{64}'$/);
    expect(json?.context["parties"]).to.equal("['alice']");
    expect(json?.context["participant"]).to.equal("'participant'");
    expect(`'${String(json?.correlationId)}'`).to.equal(json?.context["submissionId"]);
  });

  it("lists the missing fields of a value", async () => {
    const { status, json } = await submit(
      commands(create({ amount: undefined, watchers: undefined })),
    );
    expect([status, json?.code]).to.deep.equal([400, "COMMAND_PREPROCESSING_FAILED"]);
    expect(json?.cause).to.match(/^Missing non-optional fields: Set\(amount, watchers\)/);
  });

  it("lists all missing fields of a body", async () => {
    expect((await submit({})).text).to.equal(
      "Invalid value for: body (Missing required field at 'commands', " +
        "Missing required field at 'commandId', Missing required field at 'actAs')",
    );
    const { text } = await send("POST", "/v2/commands/submit-and-wait-for-transaction", {
      commands: { actAs: [given.alice] },
    });
    expect(text).to.include("'commands.commands', Missing required field at 'commands.commandId'");
  });

  it("lists all wrong and missing fields of a body in the order of its fields", async () => {
    expect((await submit({ commands: 5 })).text).to.equal(
      "Invalid value for: body (expected an array, got 5 at /commands, " +
        "Missing required field at 'commandId', Missing required field at 'actAs')",
    );
    const kinds = [{ ExerciseCommand: { templateId: "M" } }, { CreateCommand: {} }];
    expect((await submit({ commands: kinds, commandId: "c", actAs: [1] })).text).to.equal(
      'Invalid value for: body (expected <package>:<Module>:<Entity>, got "M" at ' +
        "/commands/0/ExerciseCommand/templateId, " +
        "Missing required field at 'commands[0].ExerciseCommand.contractId', " +
        "Missing required field at 'commands[0].ExerciseCommand.choice', " +
        "Missing required field at 'commands[0].ExerciseCommand.choiceArgument', " +
        "Missing required field at 'commands[1].CreateCommand.templateId', " +
        "Missing required field at 'commands[1].CreateCommand.createArguments', " +
        "expected a string, got 1 at /actAs/0)",
    );
  });

  it("lists at most 20 wrong fields of a body", async () => {
    const actAs = Array.from({ length: 1_000 }, () => 1);
    const { text } = await submit({ commands: [], commandId: "c", actAs });
    expect(text.match(/expected a string/gu)).to.have.length(20);
  });

  it("names the commands whose interpretation failed, with the participant in quotes", async () => {
    const body = commands(exercise, { submissionId: "s1", readAs: [given.bob], workflowId: "w" });
    const { status, json } = await submit(body);
    expect([status, json?.code, json?.correlationId]).to.deep.equal([
      404,
      "CONTRACT_NOT_FOUND",
      "s1",
    ]);
    expect(json?.cause).to.match(/^Contract could not be found with id 00/);
    expect(json?.context).to.include({
      participant: "'participant'",
      commands: `{readAs: ['${given.bob}'], deduplicationPeriod: {duration: 'PT168H'}, submittedAt: '2024-01-01T12:00:00Z', submissionId: 's1', actAs: ['${given.alice}'], commandId: 'c1', userId: 'ann', workflowId: 'w'}`,
    });
  });

  it("has a generated submission id as its correlation id if the client sends none", async () => {
    const { json } = await submit(commands(exercise));
    expect(json?.correlationId).to.match(/^[0-9a-f-]{36}$/);
    expect(json?.context["commands"]).to.include(`submissionId: '${String(json?.correlationId)}'`);
  });

  it("has no correlation id if the request fails before its commands are handled, and names the participant without quotes", async () => {
    const unknown = { CreateCommand: { templateId: "#iou:Iou:Nope", createArguments: {} } };
    const elsewhere = { CreateCommand: { templateId: "#nope:Iou:Iou", createArguments: {} } };
    for (const [command, code] of [
      [unknown, "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"],
      [elsewhere, "PACKAGE_NAMES_NOT_FOUND"],
    ] as const) {
      const { json } = await submit(commands(command, { submissionId: "s1" }));
      expect(json).to.deep.include({ correlationId: null });
      expect(json?.context["participant"]).to.equal("participant");
      expect(json?.context).to.not.have.property("commands");
      expect([code, "TEMPLATES_OR_INTERFACES_NOT_FOUND"]).to.include(json?.code);
    }
  });

  it("shortens the namespace of the synchronizer", async () => {
    expect((await submit(commands(create()))).status).to.equal(200);
    const { json } = await submit(commands(create(), { submissionId: "s2" }));
    expect([json?.code, json?.correlationId]).to.deep.equal(["DUPLICATE_COMMAND", null]);
    expect(json?.context["psid"]).to.match(/^local::1220[0-9a-f]{8}\.\.\.::35-0$/);
    expect(json?.context["participant"]).to.equal("participant");
  });

  it("is UNSUPPORTED_CONTRACT_ID for a contract id with an unknown version or suffix", async () => {
    for (const suffix of ["ffff", `ca1312${"20" + "ab".repeat(32)}`]) {
      const contractId = `00${"ab".repeat(32)}${suffix}`;
      const { status, json } = await submit(
        commands({ ExerciseCommand: { ...exercise.ExerciseCommand, contractId } }),
      );
      expect([status, json?.code]).to.deep.equal([404, "UNSUPPORTED_CONTRACT_ID"]);
    }
    expect(given.ledger.state.ledgerEnd).to.equal(end);
  });
});
