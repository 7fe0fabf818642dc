import { expect } from "chai";
import { WebSocket } from "ws";

import { createFetch } from "../../middleware/index.ts";
import {
  parseRecording,
  type RecordedCall,
  type RecordedExchange,
  type RecordedStream,
  type Recording,
  recordProxy,
  replayRecording,
  type ReplayTarget,
} from "../../middleware/recording/index.ts";
import { iouLedger } from "../support/iou-ledger.ts";
import { withStreams } from "../support/stream-client.ts";

const call = (given: Partial<RecordedCall> & Pick<RecordedCall, "path">): RecordedCall => ({
  kind: "call",
  id: 1,
  at: 0,
  millis: 1,
  method: "POST",
  status: 200,
  ...given,
});

const recordingOf = (...exchanges: readonly RecordedExchange[]): Recording => ({
  header: { recording: 1, startedAt: "2026-01-01T00:00:00Z", version: "3.5.1" },
  exchanges: exchanges.map((exchange, index) => ({ ...exchange, id: index + 1 })),
});

const url = "http://participant";

/** Returns a target that answers every call with this response, and the bodies that were sent to it. */
const answering = (respond: () => Response) => {
  const sent: string[] = [];
  const fetch: ReplayTarget["fetch"] = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "POST") sent.push(await request.text());
    return respond();
  };
  return { url, fetch, sent };
};

/** Replays a recording. Returns the result of each exchange, and the reasons of unsupported ones. */
const replayed = async (recording: Recording, target: ReplayTarget) =>
  (await replayRecording(recording, target, { patienceMillis: 5_000 })).exchanges.map(
    ({ verdict, reason }) => (reason === undefined ? verdict : `${verdict}: ${reason}`),
  );

describe("replay of calls", () => {
  it("does not repeat calls that failed, or whose bodies were too large to record", async () => {
    const omitted = { omitted: 300_000_000 };
    const target = answering(() => new Response("{}"));
    const recording = recordingOf(
      call({ path: "/v2/parties", status: 0 }),
      call({ path: "/v2/packages", request: omitted }),
      call({ path: "/v2/packages/1", method: "GET", answer: omitted }),
    );
    expect(await replayed(recording, target)).to.deep.equal([
      "notSupported: no response was recorded",
      "notSupported: a body was too large to be recorded",
      "notSupported: a body was too large to be recorded",
    ]);
    expect(target.sent).to.deep.equal([]);
  });

  it("sends recorded texts and bytes unchanged", async () => {
    const { ledger } = await iouLedger();
    const fetch = createFetch(ledger, { auth: "disabled" });
    const post = async (path: string, body: string | Uint8Array<ArrayBuffer>) => {
      const response = await fetch(`${url}${path}`, { method: "POST", body });
      const text = await response.text();
      const answer = text.startsWith("{") ? { json: JSON.parse(text) as unknown } : { text };
      return { status: response.status, answer };
    };
    const recording = recordingOf(
      call({
        path: "/v2/parties",
        request: { text: "no JSON" },
        ...(await post("/v2/parties", "no JSON")),
      }),
      call({
        path: "/v2/packages",
        request: { base64: "/wA=" },
        ...(await post("/v2/packages", Uint8Array.of(255, 0))),
      }),
    );
    const { exchanges } = await replayRecording(recording, { url, fetch });
    const differing = exchanges.flatMap(({ differences }) => differences);
    expect(differing.map(({ pointer }) => pointer)).to.deep.equal(["/body/context/tid"]);
    expect(recording.exchanges.map(({ status }) => status)).to.deep.equal([400, 400]);
  });

  it("reports an error of `fetch` as a response with status 0, and leaves the version of a target that does not answer undefined", async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const recording = recordingOf(call({ path: "/v2/parties", answer: { text: "done" } }));
    const { exchanges, versions } = await replayRecording(recording, { url, fetch });
    expect(versions).to.deep.equal({ recorded: "3.5.1", replayed: undefined });
    expect(exchanges[0]?.differences).to.deep.equal([
      { pointer: "/status", expected: 200, found: 0 },
      { pointer: "/body", expected: { text: "done" }, found: "fetch failed" },
    ]);
  });

  it("distinguishes a route that the target lacks from an answer without body", async () => {
    const recording = recordingOf(call({ path: "/v0/scans" }));
    const empty = answering(() => new Response(null));
    expect(await replayed(recording, empty)).to.deep.equal(["same"]);
    const missing = answering(() => new Response("Not found", { status: 404 }));
    expect(await replayed(recording, missing)).to.deep.equal([
      "notSupported: the target does not serve POST /v0/scans",
    ]);
  });

  it("counts an answer whose items have another order as reordered", async () => {
    const recording = recordingOf(call({ path: "/v2/parties", answer: { json: ["a", "b"] } }));
    const target = answering(() => new Response('["b","a"]'));
    expect(await replayed(recording, target)).to.deep.equal(["reordered"]);
  });

  it("follows the effective times of transactions and reassignments", async () => {
    const answer = (json: object) => ({ answer: { json } });
    const recording = recordingOf(
      call({
        path: "/v2/commands/submit-and-wait-for-reassignment",
        ...answer({ reassignment: { offset: 7, effectiveAt: "2026-01-01T00:00:07Z" } }),
      }),
      call({ path: "/v2/commands/submit-and-wait", ...answer({ completionOffset: 7 }) }),
      call({ path: "/v2/commands/submit-and-wait", at: 2, ...answer({ completionOffset: 9 }) }),
    );
    const times: bigint[] = [];
    await replayRecording(recording, {
      ...answering(() => new Response("{}")),
      time: (micros) => times.push(micros),
    });
    const began = BigInt(Date.parse("2026-01-01T00:00:00Z")) * 1000n;
    expect(times).to.deep.equal([began + 7_000_000n, began + 7_000_000n, began + 2_000n]);
  });
});

describe("replay of signed transactions", () => {
  const prepared = (name: string) => ({
    preparedTransaction: name,
    preparedTransactionHash: `hash of ${name}`,
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
  });

  /**
   * Replays a signed execution. Returns the parties for which the target was asked to sign, and the bodies
   * that it got.
   */
  const executed = async (body: unknown, sign: boolean, first = "old") => {
    const target = answering(() => Response.json(prepared("new")));
    const signers: (readonly string[])[] = [];
    const recording = recordingOf(
      call({
        path: "/v2/interactive-submission/prepare",
        request: { json: {} },
        answer: { json: prepared(first) },
      }),
      call({
        path: "/v2/interactive-submission/execute",
        at: 2,
        request: { json: body },
        answer: { json: {} },
      }),
    );
    await replayRecording(recording, {
      ...target,
      ...(sign && {
        sign: (_, parties) => {
          signers.push(parties);
          return Promise.resolve({ signedBy: "target" });
        },
      }),
    });
    return { signers, body: JSON.parse(target.sent[1] ?? "") as unknown };
  };

  it("asks the target to sign the newly prepared transaction for the parties that had signed", async () => {
    const signatures = [{ party: "alice" }, {}, null, { party: 1 }];
    const body = { preparedTransaction: "old", partySignatures: { signatures } };
    expect(await executed(body, true)).to.deep.equal({
      signers: [["alice"]],
      body: {
        preparedTransaction: "new",
        partySignatures: { signatures },
        signedBy: "target",
      },
    });
  });

  it("signs for no party if the recorded body contains no signatures", async () => {
    for (const partySignatures of [null, {}]) {
      const { signers } = await executed({ preparedTransaction: "old", partySignatures }, true);
      expect(signers).to.deep.equal([[]]);
    }
  });

  it("sends the recorded body if the target cannot sign, if no call prepared the transaction, or if the body is not an object", async () => {
    const body = { preparedTransaction: "old" };
    expect(await executed(body, false)).to.deep.equal({ signers: [], body });
    expect(await executed(body, true, "another")).to.deep.equal({ signers: [], body });
    expect(await executed([], true)).to.deep.equal({ signers: [], body: [] });
  });
});

describe("replay of streams", () => {
  /**
   * Records with a proxy while clients send these messages. Passes the recording and the ledger's base URL to
   * `use`.
   */
  const withRecorded = async (
    messages: readonly (string | Uint8Array)[],
    use: (recording: Recording, target: ReplayTarget) => Promise<void>,
    maxBodyBytes = 1_000,
  ): Promise<void> => {
    const { ledger } = await iouLedger();
    await withStreams(ledger, { auth: "disabled" }, async ({ baseUrl }) => {
      let text = "";
      const write = (line: string) => (text += line);
      const proxy = await recordProxy({ to: baseUrl, write, maxBodyBytes });
      try {
        for (const message of messages) {
          await new Promise<void>((resolve, reject) => {
            const address = `${proxy.url.replace("http", "ws")}/v2/updates?limit=1`;
            const socket = new WebSocket(address, ["daml.ws.auth"]);
            socket.on("open", () => socket.send(message));
            socket.on("error", reject);
            socket.on("close", () => resolve());
          });
        }
      } finally {
        await proxy.close();
      }
      await use(parseRecording(text), { url: baseUrl, webSocket: WebSocket });
    });
  };

  it("sends texts and bytes as recorded, with the query", async () => {
    const messages = ["no JSON", "[1]", Uint8Array.of(255)];
    await withRecorded(messages, async (recording, target) => {
      const addresses: string[] = [];
      class Noting extends WebSocket {
        constructor(address: string, protocols: string[]) {
          addresses.push(address);
          super(address, protocols);
        }
      }
      const { exchanges } = await replayRecording(recording, { ...target, webSocket: Noting });
      expect(exchanges.flatMap(({ differences }) => differences)).to.deep.equal([]);
      expect(exchanges).to.have.length(3);
      for (const address of addresses) expect(address).to.match(/^ws:.*\/v2\/updates\?limit=1$/u);
    });
  });

  it("does not open a stream with a message that was too large to record", async () => {
    await withRecorded(
      ["no JSON at all"],
      async (recording, target) => {
        expect(await replayed(recording, target)).to.deep.equal([
          "notSupported: a message was too large to be recorded",
        ]);
      },
      5,
    );
  });

  it("reports that a stream was opened only in the recording, or only in the replay", async () => {
    await withRecorded(["no JSON"], async (recording, target) => {
      const [stream] = recording.exchanges;
      if (stream?.kind !== "stream") return expect.fail("no stream was recorded");
      const closed: RecordedStream = { ...stream, status: 404, frames: [], closed: undefined };
      const differing = recordingOf(
        { ...stream, path: "/v2/nowhere", query: undefined },
        { ...closed, path: "/v2/nowhere" },
        { ...stream, status: 404 },
      );
      const { exchanges } = await replayRecording(differing, target, { patienceMillis: 5_000 });
      expect(exchanges.map(({ verdict }) => verdict)).to.deep.equal(["differs", "same", "differs"]);
    });
  });

  it("is not supported on a platform without WebSocket", async () => {
    await withRecorded(["no JSON"], async (recording, { url: base }) => {
      const platform = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
      Reflect.deleteProperty(globalThis, "WebSocket");
      try {
        expect(await replayed(recording, { url: base })).to.deep.equal([
          "notSupported: there is no WebSocket on this platform",
        ]);
      } finally {
        if (platform !== undefined) Object.defineProperty(globalThis, "WebSocket", platform);
      }
    });
  });
});
