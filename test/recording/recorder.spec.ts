import { expect } from "chai";
import * as fc from "fast-check";

import { tokenFor } from "../../fixtures/testing/index.ts";
import { createFetch } from "../../middleware/index.ts";
import {
  createRecorder,
  parseRecording,
  serializeRecording,
} from "../../middleware/recording/index.ts";
import { errorOf } from "../support/error-of.ts";
import { iouLedger } from "../support/iou-ledger.ts";
import { secret } from "../support/tokens.ts";

const base = "http://participant.example/api/json";

/** Serves a ledger below a path prefix, and records the requests to it. */
const recorded = async () => {
  const { ledger, alice } = await iouLedger();
  const served = createFetch(ledger, { auth: { hs256Secret: secret }, prefix: "/api/json" });
  const lines: string[] = [];
  const recorder = createRecorder({ fetch: served, write: (line) => lines.push(line) });
  const read = async () => {
    await recorder.close();
    return parseRecording(lines.join(""));
  };
  return { ledger, alice, recorder, lines, read };
};

const answering = (text: string | Uint8Array<ArrayBuffer>) => () =>
  Promise.resolve(new Response(text));

describe("recorder", () => {
  it("writes the participant's offset and then requests and responses, and returns the responses unchanged", async () => {
    const { ledger, recorder, read } = await recorded();
    const before = ledger.state.ledgerEnd;
    const token = tokenFor(secret, "participant_admin");
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ partyIdHint: "dora", identityProviderId: "" });
    const allocated = await recorder.fetch(`${base}/v2/parties`, { method: "POST", headers, body });
    const answer: unknown = await allocated.json();
    await recorder.fetch(`${base}/v2/users?pageSize=1`, { headers });
    const { header, exchanges } = await read();
    expect(header).to.deep.include({ version: "3.5.19", offset: before });
    expect(header.participantId).to.equal(ledger.state.participantId);
    expect(exchanges).to.have.lengthOf(2);
    expect(exchanges[0]).to.deep.include({
      kind: "call",
      id: 1,
      method: "POST",
      path: "/v2/parties",
      user: "participant_admin",
      request: { json: JSON.parse(body) as unknown },
      status: 200,
      answer: { json: answer },
    });
    expect(exchanges[1]).to.deep.include({ path: "/v2/users", query: "pageSize=1" });
  });

  it("writes no tokens, and distinguishes users whose tokens cannot be decoded", async () => {
    const { recorder, lines, read } = await recorded();
    const tokens = ["not-a-token-1", "not-a-token-2", "not-a-token-1", tokenFor(secret, "Zoë")];
    for (const token of tokens) {
      const headers = { Authorization: `Bearer ${token}` };
      await recorder.fetch(`${base}/v2/version`, { headers });
    }
    await recorder.fetch(`${base}/v2/version`);
    const { exchanges } = await read();
    expect(exchanges.map(({ user }) => user)).to.deep.equal([
      "stranger-1",
      "stranger-2",
      "stranger-1",
      "Zoë",
      undefined,
    ]);
    for (const token of tokens) expect(lines.join("")).to.not.include(token);
  });

  it("records a user as stranger if the token names no user", async () => {
    const { recorder, read } = await recorded();
    const tokenOf = (claims: unknown) =>
      `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
    for (const claims of [{ sub: "" }, { sub: 1 }, { sub: "ann" }]) {
      const headers = { Authorization: `Bearer ${tokenOf(claims)}` };
      await recorder.fetch(`${base}/v2/version`, { headers });
    }
    const { exchanges } = await read();
    expect(exchanges.map(({ user }) => user)).to.deep.equal(["stranger-1", "stranger-2", "ann"]);
  });

  it("records an empty message of a stream, and only the size of messages beyond the limit", async () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const recorder = createRecorder({ fetch: answering("{}"), write, maxBodyBytes: 5 });
    const stream = await recorder.stream({ url: `${base}/v2/updates`, token: undefined });
    for (const text of ["", "1234", "56", "7"]) stream.message("client", text);
    stream.closed("client", 1000);
    await recorder.close();
    const [exchange] = parseRecording(lines.join("")).exchanges;
    const frames = exchange?.kind === "stream" ? exchange.frames : [];
    expect(frames.map(({ body }) => body)).to.deep.equal([
      { text: "" },
      { json: 1234 },
      { omitted: 2 },
      { json: 7 },
    ]);
  });

  it("records the status but no body if the response body breaks off, and passes the error on", async () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const cut = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) }),
        ),
      );
    const recorder = createRecorder({ fetch: cut, write });
    const answer = await recorder.fetch(`${base}/v2/version`);
    const error: unknown = await answer.text().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).with.property("message", "cut");
    await recorder.close();
    const [exchange] = parseRecording(lines.join("")).exchanges;
    expect(exchange).to.include({ kind: "call", status: 200, answer: undefined });
  });

  it("passes connection errors on, and records that there was no response", async () => {
    const lines: string[] = [];
    const unreachable = () => Promise.reject(new TypeError("fetch failed"));
    const recorder = createRecorder({ fetch: unreachable, write: (line) => lines.push(line) });
    const error: unknown = await recorder
      .fetch(`${base}/v2/version`)
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(TypeError);
    await recorder.close();
    const { header, exchanges } = parseRecording(lines.join(""));
    expect(header.version).to.equal(undefined);
    expect(exchanges).to.have.lengthOf(1);
    expect(exchanges[0]?.status).to.equal(0);
  });

  it("records bytes as bytes, texts as texts, and only the size of very large bodies", async () => {
    const kept = async (content: string | Uint8Array<ArrayBuffer>, maxBodyBytes = 100) => {
      const lines: string[] = [];
      const write = (line: string) => lines.push(line);
      const recorder = createRecorder({ fetch: answering(content), write, maxBodyBytes });
      await recorder.fetch(`${base}/v2/version`);
      await recorder.close();
      const [exchange] = parseRecording(lines.join("")).exchanges;
      return exchange?.kind === "call" ? exchange.answer : undefined;
    };
    expect(await kept('{"a":1}')).to.deep.equal({ json: { a: 1 } });
    expect(await kept("a text")).to.deep.equal({ text: "a text" });
    expect(await kept(Uint8Array.of(255, 0))).to.deep.equal({ base64: "/wA=" });
    expect(await kept("123456", 5)).to.deep.equal({ omitted: 6 });
    const deep = "[".repeat(5_000) + "]".repeat(5_000);
    expect(await kept(deep, 20_000)).to.deep.equal({ text: deep });
  });

  it("never fails a client if it cannot write, and reports the error when it is closed", async () => {
    const full = new Error("the disk is full");
    const recorder = createRecorder({
      fetch: answering("{}"),
      write: () => {
        throw full;
      },
    });
    const answer = await recorder.fetch(`${base}/v2/version`);
    expect(await answer.text()).to.equal("{}");
    expect(await recorder.close().catch((error: unknown) => error)).to.equal(full);
  });

  it("requires a non-negative integer as `maxBodyBytes`", () => {
    const write = () => undefined;
    for (const maxBodyBytes of [-1, 0.5, NaN]) {
      const { code, path } = errorOf(() => createRecorder({ write, maxBodyBytes }));
      expect([code, path]).to.deep.equal(["INVALID_ARGUMENT", "maxBodyBytes"]);
    }
  });
});

describe("reader of recordings", () => {
  it("returns what was written", async () => {
    const { recorder, lines, read } = await recorded();
    await recorder.fetch(`${base}/v2/version`);
    const stream = await recorder.stream({ url: `${base}/v2/updates` });
    stream.message("client", '{"beginExclusive":0}');
    stream.message("participant", Uint8Array.of(255));
    stream.closed("participant", 1000);
    stream.closed("client", 1005);
    (await recorder.stream({ url: `${base}/v2/updates` })).refused(401);
    const open = await recorder.stream({ url: `${base}/v2/updates` });
    open.message("client", "no JSON");
    const recording = await read();
    expect(parseRecording(serializeRecording(recording))).to.deep.equal(recording);
    expect(lines).to.have.lengthOf(1 + 4);
    expect(recording.exchanges.map(({ kind, status, path }) => [kind, status, path])).to.deep.equal(
      [
        ["call", 401, "/v2/version"],
        ["stream", 101, "/v2/updates"],
        ["stream", 401, "/v2/updates"],
        ["stream", 101, "/v2/updates"],
      ],
    );
  });

  const header = '{"recording":1,"startedAt":"2026-01-01T00:00:00Z"}\n';
  const call =
    '{"kind":"call","id":1,"method":"GET","path":"/v2/version","at":0,"millis":1,"status":200}\n';

  it("ignores a truncated last line", () => {
    for (let end = 0; end < call.length - 1; end += 1) {
      expect(parseRecording(header + call.slice(0, end)).exchanges).to.deep.equal([]);
    }
    expect(parseRecording(header + call).exchanges).to.have.lengthOf(1);
  });

  for (const [what, text, where] of [
    ["no content", "", "line 1"],
    ["no JSON", "hello\n", "line 1"],
    ["another version", '{"recording":2,"startedAt":"2026-01-01T00:00:00Z"}\n', "line 1"],
    ["no time", '{"recording":1,"startedAt":"soon"}\n', "line 1"],
    ["another kind of exchange", `${header}{"kind":"fax"}\n`, "line 2"],
    ["no path", header + call + call.replace('"/v2/version"', "7"), "line 3"],
    ["a body of unknown kind", `${header}${call.slice(0, -2)},"answer":{}}\n`, "line 2"],
    [
      "JSON that is too deep",
      `${header}{"a":${"[".repeat(9_000)}${"]".repeat(9_000)}}\n`,
      "line 2",
    ],
  ] as const) {
    it(`refuses a recording with ${what}, and names the line`, () => {
      const { code, path } = errorOf(() => parseRecording(text));
      expect([code, path]).to.deep.equal(["INVALID_ARGUMENT", where]);
    });
  }

  it("returns a recording or an error with a line number, for any change", () => {
    const text = header + call + call.replace('"id":1', '"id":2');
    fc.assert(
      fc.property(fc.nat(text.length), fc.string(), fc.nat(20), (at, put, length) => {
        const changed = text.slice(0, at) + put + text.slice(at + length);
        try {
          expect(parseRecording(changed).exchanges.length).to.be.at.most(3);
        } catch (error) {
          expect(error)
            .to.have.nested.property("details.path")
            .that.matches(/^line \d/u);
        }
      }),
    );
  });
});
