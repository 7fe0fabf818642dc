import { expect } from "chai";

import { createFetch } from "../../middleware/index.ts";
import { createMock, createRecorder, readRecording } from "../../middleware/recording/index.ts";
import { rejectionOf } from "../support/error-of.ts";
import { iouLedger } from "../support/iou-ledger.ts";

const json = { "Content-Type": "application/json" };

/** A session of a client that creates new ids each time. */
const session = async (fetch: typeof globalThis.fetch, alice: string, commandId: string) => {
  const base = "http://participant/v2";
  const version: unknown = await (await fetch(`${base}/version`)).json();
  const commands = {
    commandId,
    userId: "ann",
    actAs: [alice],
    commands: [
      {
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: alice, owner: alice, amount: "1", watchers: [] },
        },
      },
    ],
  };
  const submit = (body: unknown) =>
    fetch(`${base}/commands/submit-and-wait-for-transaction`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ commands: body }),
    });
  const created = await submit(commands);
  return {
    version,
    submit,
    commands,
    created: (await created.json()) as { transaction: { commandId: string } },
  };
};

const mocked = async () => {
  const { ledger, alice } = await iouLedger();
  const lines: string[] = [];
  const recorder = createRecorder({
    fetch: createFetch(ledger, { auth: "disabled" }),
    write: (line) => lines.push(line),
  });
  const first = await session(recorder.fetch, alice, "11111111-1111-4111-8111-111111111111");
  await recorder.close();
  return { alice, first, recording: readRecording(lines.join("")) };
};

describe("mock from a recording", () => {
  it("answers as recorded, with the client's present ids", async () => {
    const { alice, first, recording } = await mocked();
    const mock = createMock(recording);
    expect(mock.unused).to.have.lengthOf(2);
    const again = await session(mock.fetch, alice, "22222222-2222-4222-8222-222222222222");
    expect(again.version).to.deep.equal(first.version);
    expect(again.created.transaction).to.deep.equal({
      ...first.created.transaction,
      commandId: "22222222-2222-4222-8222-222222222222",
    });
    expect(mock.unused).to.deep.equal([]);
  });

  it("answers each request once, unless repeats are allowed", async () => {
    const { recording } = await mocked();
    const mock = createMock(recording);
    await mock.fetch("/v2/version");
    const error = await rejectionOf(mock.fetch("/v2/version"));
    expect([error.code, error.cause]).to.deep.equal([
      "INVALID_ARGUMENT",
      'Expected no more calls of GET /v2/version than were recorded, got "GET /v2/version".',
    ]);
    const repeating = createMock(recording, { repeat: true });
    await repeating.fetch("/v2/version");
    expect((await repeating.fetch("/v2/version")).status).to.equal(200);
  });

  it("reports how an unrecorded request differs from the recorded ones", async () => {
    const { alice, recording } = await mocked();
    const mock = createMock(recording);
    const unknown = await rejectionOf(mock.fetch("/v2/users"));
    expect(unknown.cause).to.include("GET /v2/version, POST /v2/commands/submit-and-wait");
    const { submit, commands } = await session(
      createMock(recording).fetch,
      alice,
      "33333333-3333-4333-8333-333333333333",
    );
    const other = await rejectionOf(submit({ ...commands, actAs: [] }).then((answer) => answer));
    expect(other.cause).to.include("no more calls");
    const fresh = createMock(recording);
    const changed = await rejectionOf(
      fresh.fetch("/v2/commands/submit-and-wait-for-transaction", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ commands: { ...commands, userId: "bea" } }),
      }),
    );
    expect(changed.cause).to.include("number 2 differs from it at /commands/userId");
  });
});
