import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { expect } from "chai";
import express from "express";
import { WebSocket } from "ws";

import { createUser, revokeUserRights } from "../../../lib/api.ts";
import { attachLedgerStreams, createFetch, createLedgerRouter } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { answersIn, rawRequest, sendRaw } from "../../support/raw-http.ts";
import {
  NotUpgraded,
  StreamClient,
  streamProtocol as protocol,
  type StreamsInUse,
  withStreams,
} from "../../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";

const auth = "disabled";

const codeOf = (frame: unknown): unknown => (frame as { readonly code?: unknown }).code;

const refusal = async (work: Promise<unknown>): Promise<NotUpgraded> => {
  const error = await work.then(
    () => expect.fail("expected a refusal, the socket opened"),
    (reason: unknown) => reason,
  );
  if (error instanceof NotUpgraded) return error;
  throw error;
};

describe("streams over WebSocket", () => {
  let served: IouLedger;

  beforeEach(async () => {
    served = await iouLedger();
  });

  const issue = ({ ledger, alice, bob }: IouLedger = served) =>
    ledger.submit({
      actAs: alice,
      commands: {
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: alice, owner: bob, amount: "1.0", watchers: [] },
        },
      },
    });

  const formatOf = (party: string) => ({ filtersByParty: { [party]: {} }, verbose: false });
  const updateFormat = (party: string) => ({
    includeTransactions: {
      eventFormat: formatOf(party),
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    },
  });

  const open = <Result>(
    use: (streams: StreamsInUse) => Promise<Result>,
    options: Partial<Parameters<typeof withStreams>[1]> = {},
  ): Promise<Result> => withStreams(served.ledger, { auth, ...options }, use);

  it("send the items of the list, each in a frame, and close with 1000", async () => {
    await issue();
    await issue();
    const { ledger, alice } = served;
    const offset = ledger.state.ledgerEnd;
    const requests = [
      ["/v2/state/active-contracts", { activeAtOffset: offset, eventFormat: formatOf(alice) }],
      [
        "/v2/updates",
        { beginExclusive: 0, endInclusive: offset, updateFormat: updateFormat(alice) },
      ],
      ["/v2/updates/flats", { beginExclusive: 0, endInclusive: offset, filter: formatOf(alice) }],
      ["/v2/updates/trees", { beginExclusive: 0, endInclusive: offset, filter: formatOf(alice) }],
    ] as const;
    const fetch = createFetch(ledger, { auth });
    await open(async ({ connect }) => {
      for (const [path, request] of requests) {
        const { frames, code } = await (await connect(path, [protocol])).send(request).all();
        const body = JSON.stringify(request);
        const list: unknown = await (
          await fetch(`http://ledger.invalid${path}`, { method: "POST", body })
        ).json();
        expect(frames, path).to.deep.equal(list).and.to.have.length(2);
        expect(code).to.equal(1000);
      }
    });
  });

  it("continue with later events", async () => {
    const { alice } = served;
    await open(async ({ connect }) => {
      const updates = await connect("/v2/updates");
      updates.send({ beginExclusive: 0, updateFormat: updateFormat(alice) });
      const completions = await connect("/v2/commands/completions");
      completions.send({ userId: "ann", parties: [alice], beginExclusive: 0 });
      for (const count of [1, 2, 3]) {
        await issue();
        const frames = await updates.frames(count + 1);
        expect(frames[0]).to.have.nested.property("update.OffsetCheckpoint.value.offset");
        expect(frames[count]).to.have.nested.property("update.Transaction.value.offset");
      }
    });
  });

  it("deliver an update before the response to the submission that caused it", async () => {
    const { ledger, alice, bob } = served;
    const app = express();
    let stream: Socket | undefined;
    const sent: number[] = [];
    app.use((_request, response, next) => {
      response.once("prefinish", () => sent.push(stream?.bytesWritten ?? 0));
      next();
    });
    app.use(createLedgerRouter(ledger, { auth }));
    const server = createServer(app).listen(0, "127.0.0.1");
    server.on("upgrade", (_request, socket: Socket) => (stream = socket));
    attachLedgerStreams(server, ledger, { auth });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v2/updates`, [protocol]);
      await once(socket, "open");
      const client = new StreamClient(socket).send({
        beginExclusive: 0,
        updateFormat: updateFormat(alice),
      });
      await client.frames(1);
      const createArguments = { issuer: alice, owner: bob, amount: "1.0", watchers: [] };
      const create = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
      for (let count = 1; count <= 3; count++) {
        const before = stream?.bytesWritten ?? 0;
        const { status } = await fetch(`http://127.0.0.1:${port}/v2/commands/submit-and-wait`, {
          method: "POST",
          body: JSON.stringify(commandsBody(alice, create)),
        });
        expect(status).to.equal(200);
        expect(sent.at(-1)).to.be.above(before);
      }
      socket.terminate();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("read one request and ignore later messages of the client", async () => {
    const { alice } = served;
    await open(async ({ connect }) => {
      const client = await connect("/v2/updates");
      client.send({ beginExclusive: 0, updateFormat: updateFormat(alice) }).send("nonsense");
      await issue();
      expect(await client.frames(1)).to.have.length(1);
    });
  });

  it("accept doubled slashes, and work below a mount", async () => {
    const request = { activeAtOffset: 0, eventFormat: formatOf(served.alice) };
    await open(
      async ({ connect }) => {
        const client = await connect("/ledger//v2/state/active-contracts");
        expect(await client.send(request).all()).to.deep.equal({ frames: [], code: 1000 });
        expect((await refusal(connect("/v2/state/active-contracts"))).status).to.equal(404);
      },
      { mount: "/ledger" },
    );
  });

  describe("errors of streams over WebSocket", () => {
    const requests: readonly (readonly [title: string, request: unknown, code: string])[] = [
      [
        "an offset after the ledger end",
        { beginExclusive: 99, filter: { filtersForAnyParty: {} } },
        "OFFSET_AFTER_LEDGER_END",
      ],
      ["no filter", { beginExclusive: 0 }, "INVALID_ARGUMENT"],
      ["no JSON", "{", "LEDGER_API_INTERNAL_ERROR"],
      ["an empty message", "", "LEDGER_API_INTERNAL_ERROR"],
      ["a list", [], "LEDGER_API_INTERNAL_ERROR"],
      ["deeply nested JSON", `${"[".repeat(5000)}${"]".repeat(5000)}`, "LEDGER_API_INTERNAL_ERROR"],
    ];

    for (const [title, request, code] of requests) {
      it(`are the last frame: ${title}`, async () => {
        await open(async ({ connect }) => {
          const { frames, code: close } = await (await connect("/v2/updates")).send(request).all();
          expect(frames).to.have.length(1);
          expect(frames[0]).to.include.keys("code", "cause", "errorCategory");
          expect(codeOf(frames[0])).to.equal(code);
          expect(close).to.equal(1000);
        });
      });
    }

    it("close the connection if a message is longer than the body limit", async () => {
      await open(
        async ({ connect }) => {
          const client = await connect("/v2/updates");
          expect(await client.send(" ".repeat(2000)).all()).to.deep.equal({
            frames: [],
            code: 1009,
          });
        },
        { bodyLimit: 1000 },
      );
    });

    it("are not sent at paths without a stream, which give plain responses", async () => {
      await open(async ({ connect }) => {
        const answers = [
          ["/v2/parties", 200],
          ["/v2/version", 200],
          ["/elsewhere", 404],
          ["/v2/updates/update-by-id", 405],
        ] as const;
        for (const [path, status] of answers) {
          expect((await refusal(connect(path))).status, path).to.equal(status);
        }
      });
    });

    it("are the same for a binary first message as for one that is not JSON", async () => {
      await open(async ({ connect }) => {
        const client = await connect("/v2/updates");
        client.socket.send(Buffer.from("{}"), { binary: true });
        const { frames, code } = await client.all();
        expect(frames[0]).to.include({
          code: "LEDGER_API_INTERNAL_ERROR",
          errorCategory: 4,
          grpcCodeValue: 13,
          definiteAnswer: false,
        });
        expect(frames[0]).to.have.nested.property("context.throwableO");
        expect(code).to.equal(1000);
      });
    });
  });

  describe("authorization of streams over WebSocket", () => {
    const token = (user: string) => signedToken(scopeClaims(user));
    const canReadAs = (party: string) => ({ kind: { CanReadAs: { value: { party } } } });
    const secured = { auth: { hs256Secret: secret } };

    beforeEach(async () => {
      const rights = [canReadAs(served.alice)];
      await createUser(served.ledger, { user: { id: "ann" }, rights });
    });

    const readAs = (party: string) => ({
      beginExclusive: 0,
      endInclusive: served.ledger.state.ledgerEnd,
      updateFormat: updateFormat(party),
    });

    it("takes the token from the header, or else from the first protocol", async () => {
      const good = `jwt.token.${token("ann")}`;
      const wrong = `jwt.token.${signedToken(scopeClaims("ann"), "another secret")}`;
      const bearer = { authorization: `Bearer ${token("ann")}` };
      const ways: readonly (readonly [offered: readonly string[], headers: object])[] = [
        [[good, protocol], {}],
        [[good, wrong, protocol], {}],
        [[protocol], bearer],
        [[protocol], { authorization: bearer.authorization.replace("Bearer", "bearer") }],
        [[wrong, protocol], bearer],
        [[good, protocol], { authorization: "Basic x" }],
      ];
      await issue();
      await open(async ({ connect }) => {
        for (const [offered, headers] of ways) {
          const client = await connect("/v2/updates", offered, { headers: { ...headers } });
          expect((await client.send(readAs(served.alice)).all()).frames).to.have.length(1);
        }
      }, secured);
    });

    it("reports a missing or wrong token in a frame, and closes with 1000", async () => {
      const good = `jwt.token.${token("ann")}`;
      const wrong = `jwt.token.${signedToken(scopeClaims("ann"), "another secret")}`;
      const ways: readonly (readonly [offered: readonly string[], headers: object])[] = [
        [[protocol], {}],
        [[protocol, good], {}],
        [[wrong, protocol], {}],
        [[wrong, good, protocol], {}],
        [[good, protocol], { authorization: `Bearer ${wrong}` }],
      ];
      await open(async ({ connect }) => {
        for (const [offered, headers] of ways) {
          const client = await connect("/v2/updates", offered, { headers: { ...headers } });
          const { frames, code } = await client.send(readAs(served.alice)).all();
          expect(frames).to.have.length(1);
          expect(frames[0]).to.include({ code: "NA", errorCategory: -1, grpcCodeValue: 16 });
          expect(code).to.equal(1000);
        }
      }, secured);
    });

    it("refuses the upgrade for a valid token of an unknown user", async () => {
      await open(async ({ connect }) => {
        const offered = [`jwt.token.${token("nobody")}`, protocol];
        const { status, body } = await refusal(connect("/v2/updates", offered));
        expect(status).to.equal(403);
        expect(JSON.parse(body)).to.include.keys("code", "cause");
      }, secured);
    });

    it("refuses a stream for a party that the user may not read as", async () => {
      await issue();
      await open(async ({ connect }) => {
        const client = await connect("/v2/updates", [`jwt.token.${token("ann")}`, protocol]);
        const { frames } = await client.send(readAs(served.bob)).all();
        expect(frames).to.have.length(1);
        expect(frames[0]).to.include({ code: "NA", grpcCodeValue: 7 });
      }, secured);
    });

    it("ends a stream when its user loses a right", async () => {
      const { ledger, alice } = served;
      await issue();
      await open(async ({ connect }) => {
        const client = await connect("/v2/updates", [`jwt.token.${token("ann")}`, protocol]);
        client.send({ beginExclusive: 0, updateFormat: updateFormat(alice) });
        await client.frames(1);
        await revokeUserRights(ledger, { userId: "ann", rights: [canReadAs(alice)] });
        const { frames } = await client.all();
        expect(codeOf(frames.at(-1))).to.equal("STALE_STREAM_AUTHORIZATION");
      }, secured);
    });

    it("refuses web pages of other machines if authorization is disabled", async () => {
      const from = (origin: string) => ({ headers: { origin } });
      await open(async ({ connect }) => {
        const foreign = connect("/v2/updates", [protocol], from("https://evil.example"));
        expect((await refusal(foreign)).status).to.equal(403);
        await connect("/v2/updates", [protocol], from("http://localhost:3000"));
      });
    });
  });

  describe("server of streams over WebSocket", () => {
    it("ignores upgrades for other paths, which other listeners of the server handle", async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      server.on("upgrade", (_, socket) => {
        socket.end("HTTP/1.1 418 \r\nConnection: close\r\n\r\n");
      });
      const streams = attachLedgerStreams(server, served.ledger, { auth });
      const socket = new WebSocket(`ws://127.0.0.1:${port}/other`);
      const [, response] = (await once(socket, "unexpected-response")) as [
        unknown,
        { readonly statusCode: number; readonly resume: () => void },
      ];
      response.resume();
      expect(response.statusCode).to.equal(418);
      streams.close();
      server.close();
    });

    it("serves several ledgers on one server, and leaves other upgrades to the server", async () => {
      const server = createServer((_, response) => void response.writeHead(404).end());
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const other = await iouLedger();
      await issue(other);
      const streams = [
        attachLedgerStreams(server, served.ledger, { auth, mount: "/one" }),
        attachLedgerStreams(server, other.ledger, { auth, mount: "/two" }),
      ];
      const request = { activeAtOffset: 0, eventFormat: formatOf(served.alice) };
      const ask = async (path: string, activeAtOffset: number): Promise<unknown> => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol);
        const client = new StreamClient(socket);
        await Promise.race([
          once(socket, "open"),
          once(socket, "error").then(([error]) => Promise.reject(error as Error)),
        ]);
        return (await client.send({ ...request, activeAtOffset }).all()).frames.length;
      };
      const path = "/v2/state/active-contracts";
      expect(await ask(`/one${path}`, 0)).to.equal(0);
      expect(await ask(`/two${path}`, other.ledger.state.ledgerEnd)).to.equal(1);
      const nowhere = await ask("/three", 0).catch(String);
      expect(nowhere).to.equal("Error: Unexpected server response: 404");
      streams[0]?.close();
      expect(await ask(`/one${path}`, 0).catch(String)).to.equal(nowhere);
      expect(await ask(`/two${path}`, other.ledger.state.ledgerEnd)).to.equal(1);
      streams[1]?.close();
      expect(server.listenerCount("upgrade")).to.equal(0);
      server.close();
    });

    it("with the option `errors: exact`, names `daml.ws.auth` in every response, so that clients that did not offer it close the connection", async () => {
      await open(
        async ({ baseUrl }) => {
          const handshake = (offered: readonly string[]): string =>
            rawRequest("GET /v2/updates", [
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
              ...offered.map((each) => `Sec-WebSocket-Protocol: ${each}`),
            ]);
          // A close frame; after it the server closes the connection.
          const close = "\x88\x80\0\0\0\0";
          for (const offered of [
            [],
            [protocol],
            ["jwt.token.abc"],
            ["chat, other"],
            [`${protocol}, ${protocol}`],
            [protocol.toUpperCase()],
          ]) {
            const text = Buffer.from(handshake(offered) + close, "latin1");
            const [answer] = answersIn(
              (await sendRaw(baseUrl, text)).split(/(?<=\r\n\r\n)/)[0] ?? "",
            );
            expect(answer?.status, offered.join()).to.equal(101);
            expect(answer?.headers["sec-websocket-protocol"], offered.join()).to.equal(protocol);
          }
        },
        { errors: "exact" },
      );
    });

    it("explains in the close frame that the client did not offer the ledger's protocol", async () => {
      await open(async ({ connect }) => {
        for (const offered of [[], ["jwt.token.abc"], ["chat"], [protocol.toUpperCase()]]) {
          const client = await connect("/v2/updates", offered);
          expect(await client.all(), offered.join()).to.deep.equal({ frames: [], code: 1002 });
          expect(client.reason).to.match(/^Offer the subprotocol daml\.ws\.auth: new WebSocket\(/u);
        }
      });
    });

    it("names the mount path of the streams to a client that uses another path", async () => {
      await open(
        async ({ connect }) => {
          for (const path of ["/v2/updates", "/other/v2/updates"]) {
            const { status, body } = await refusal(connect(path));
            expect(status).to.equal(404);
            expect(JSON.parse(body)).to.have.nested.property("hint.nearest", "/ledger/v2/updates");
            expect(body).to.include("The WebSocket streams are at /ledger/v2/updates");
          }
        },
        { mount: "/ledger" },
      );
    });

    it("answers close frames with any code", async () => {
      await open(async ({ connect }) => {
        for (const code of [1000, 4000]) {
          const { socket, closed } = (await connect("/v2/updates")).send({
            beginExclusive: 0,
            updateFormat: updateFormat(served.alice),
          });
          socket.close(code);
          expect(await closed).to.equal(code);
        }
      });
    });

    it("cuts an idle connection after the idle timeout, without a close frame", async () => {
      await open(
        async ({ connect }) => {
          expect(await (await connect("/v2/updates")).closed).to.equal(1006);
          const { socket, closed } = (await connect("/v2/updates")).send({
            beginExclusive: served.ledger.state.ledgerEnd,
            updateFormat: updateFormat(served.alice),
          });
          expect(await closed).to.equal(1006);
          expect(socket.readyState).to.equal(socket.CLOSED);
        },
        { idleTimeoutMillis: 20 },
      );
    });

    it("pings idle clients if configured, which keeps their connections open", async () => {
      await open(
        async ({ connect }) => {
          const { socket } = await connect("/v2/updates");
          for (let pings = 0; pings < 20; pings++) await once(socket, "ping");
          expect(socket.readyState).to.equal(socket.OPEN);
        },
        { pingMillis: 5, idleTimeoutMillis: 50 },
      );
    });

    it("ends the open streams when `close` is called", async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const streams = attachLedgerStreams(server, served.ledger, { auth });
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v2/updates`, protocol);
      await once(socket, "open");
      streams.close();
      await once(socket, "close");
      server.close();
      await once(server, "close");
    });

    it("opens no stream if `close` is called while the token is being checked", async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const asked = new EventEmitter();
      const verify = async () => {
        asked.emit("asked");
        await once(asked, "answer");
        return {
          userId: "participant_admin",
          participantId: undefined,
          identityProviderId: "",
          expiresAtMillis: undefined,
        };
      };
      const streams = attachLedgerStreams(server, served.ledger, { auth: { verify } });
      const headers = { authorization: "Bearer token" };
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v2/updates`, protocol, { headers });
      await once(asked, "asked");
      streams.close();
      asked.emit("answer");
      const [error] = (await once(socket, "error")) as [Error];
      expect(error.message).to.equal("socket hang up");
      server.close();
      await once(server, "close");
    });
  });
});
