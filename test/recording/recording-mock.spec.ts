import { expect } from "chai";

import { createFetch } from "../../middleware/index.ts";
import {
  createMockFromRecording,
  createRecorder,
  parseRecording,
  type RecordedCall,
  type Recording,
} from "../../middleware/recording/index.ts";
import { rejectionOf } from "../support/error-of.ts";
import { iouLedger } from "../support/iou-ledger.ts";

const json = { "Content-Type": "application/json" };

/** Runs a client session that uses this command id. */
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
  return { alice, first, recording: parseRecording(lines.join("")) };
};

const recordingOf = (
  ...calls: readonly (Pick<RecordedCall, "path"> & Partial<RecordedCall>)[]
): Recording => ({
  header: { recording: 1, startedAt: "2026-01-01T00:00:00Z" },
  exchanges: calls.map((call, index) => ({
    kind: "call",
    id: index + 1,
    at: index,
    millis: 1,
    method: "GET",
    status: 200,
    ...call,
  })),
});

describe("mock from a recording", () => {
  it("answers as recorded, with the ids that the client now uses", async () => {
    const { alice, first, recording } = await mocked();
    const mock = createMockFromRecording(recording);
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
    const mock = createMockFromRecording(recording);
    await mock.fetch("/v2/version");
    const error = await rejectionOf(mock.fetch("/v2/version"));
    expect([error.code, error.cause]).to.deep.equal([
      "INVALID_ARGUMENT",
      'Expected no more calls of GET /v2/version than were recorded, got "GET /v2/version".',
    ]);
    const repeating = createMockFromRecording(recording, { repeat: true });
    await repeating.fetch("/v2/version");
    expect((await repeating.fetch("/v2/version")).status).to.equal(200);
  });

  it("reports how an unrecorded request differs from the recorded ones", async () => {
    const { alice, recording } = await mocked();
    const mock = createMockFromRecording(recording);
    const unknown = await rejectionOf(mock.fetch("/v2/users"));
    expect(unknown.cause).to.include("GET /v2/version, POST /v2/commands/submit-and-wait");
    const { submit, commands } = await session(
      createMockFromRecording(recording).fetch,
      alice,
      "33333333-3333-4333-8333-333333333333",
    );
    const other = await rejectionOf(submit({ ...commands, actAs: [] }).then((answer) => answer));
    expect(other.cause).to.include("no more calls");
    const fresh = createMockFromRecording(recording);
    const changed = await rejectionOf(
      fresh.fetch("/v2/commands/submit-and-wait-for-transaction", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ commands: { ...commands, userId: "bea" } }),
      }),
    );
    expect(changed.cause).to.include("number 2 differs from it at /commands/userId");
  });

  it("answers with a text, bytes or no body, and with an empty body for one that was too large to record", async () => {
    const mock = createMockFromRecording(
      recordingOf(
        { path: "/v2/text", answer: { text: "alive" } },
        { path: "/v2/bytes", answer: { base64: "/wA=" } },
        { path: "/v2/large", answer: { omitted: 300_000_000 } },
        { path: "/v2/none", status: 204, answer: { text: "ignored" } },
        { path: "/v2/empty" },
      ),
    );
    const answers: unknown[] = [];
    for (const name of ["text", "bytes", "large", "none", "empty"]) {
      const answer = await mock.fetch(`/v2/${name}`);
      const bytes = [...new Uint8Array(await answer.arrayBuffer())];
      answers.push([answer.status, bytes, answer.headers.get("content-type")]);
    }
    expect(answers).to.deep.equal([
      [200, [...Buffer.from("alive")], "text/plain;charset=UTF-8"],
      [200, [255, 0], null],
      [200, [], null],
      [204, [], null],
      [200, [], null],
    ]);
  });

  it("distinguishes calls by query and by bodies that are not JSON", async () => {
    const mock = createMockFromRecording(
      recordingOf(
        { path: "/v2/users", query: "pageSize=1", answer: { json: 1 } },
        { path: "/v2/users", query: "pageSize=2", answer: { json: 2 } },
        { path: "/v2/packages", method: "POST", request: { base64: "/wA=" }, answer: { json: 3 } },
      ),
    );
    const second = await mock.fetch("/v2/users?pageSize=2");
    expect(await second.json()).to.equal(2);
    const post = (body: string | Uint8Array<ArrayBuffer>) =>
      mock.fetch("/v2/packages", { method: "POST", body });
    const { cause } = await rejectionOf(post("no DAR"));
    expect(cause).to.include("number 3 differs from it at /base64");
    expect(await (await post(Uint8Array.of(255, 0))).json()).to.equal(3);
  });

  it("reports a different body if the recorded call has another kind of body", async () => {
    const mock = createMockFromRecording(
      recordingOf({ path: "/v2/parties", method: "POST", request: { json: 1 } }),
    );
    const posted = mock.fetch("/v2/parties", { method: "POST", body: "2" });
    const { cause } = await rejectionOf(posted);
    expect(cause).to.include("number 1 differs from it at its body");
  });

  it("ignores recorded calls that failed, and names at most five other calls", async () => {
    const failed = recordingOf({ path: "/v2/version", status: 0 });
    const mock = createMockFromRecording(failed);
    expect(mock.unused).to.deep.equal([]);
    expect((await rejectionOf(mock.fetch("/v2/version"))).cause).to.equal(
      'Expected a recorded call (unused: none), got "GET /v2/version".',
    );
    const many = recordingOf(
      ...["a", "b", "c", "d", "e", "f"].map((name) => ({ path: `/v2/${name}` })),
    );
    expect((await rejectionOf(createMockFromRecording(many).fetch("/v2/g"))).cause).to.equal(
      'Expected a recorded call (unused: GET /v2/a, GET /v2/b, GET /v2/c, GET /v2/d, GET /v2/e and more), got "GET /v2/g".',
    );
  });
});
