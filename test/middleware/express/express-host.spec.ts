import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

import { expect } from "chai";
import express5, { type Express, type Response } from "express";
import express4 from "express4";
import { WebSocket } from "ws";

import type { Ledger } from "../../../lib/index.ts";
import { createHistoryRouter, createLedgerRouter } from "../../../middleware/index.ts";
import { type Answer, apiClient, type Send } from "../../support/api-client.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { validatedFetch } from "../../support/validated-fetch.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const auth = "disabled";

/** Versions of Express in the host. The routers themselves use Express 5. */
const versions = [
  ["Express 5", express5],
  ["Express 4", express4],
] as const;

for (const [version, express] of versions) {
  describe(`createLedgerRouter in a host app of ${version}`, () => {
    let served: IouLedger;
    let ledger: Ledger;

    beforeEach(async () => {
      served = await iouLedger();
      ({ ledger } = served);
    });

    const hosted = <Result>(
      prepare: (app: Express) => void,
      use: (send: Send, baseUrl: string) => Promise<Result>,
      mount = "",
    ): Promise<Result> => {
      const app = express();
      prepare(app);
      return withListeningServer(app, (baseUrl) =>
        use(apiClient(validatedFetch(fetch, mount), baseUrl + mount), baseUrl + mount),
      );
    };

    const iou = (): Record<string, unknown> => {
      const { alice } = served;
      const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
      return commandsBody(alice, {
        CreateCommand: { templateId: "#iou:Iou:Iou", createArguments },
      });
    };

    const expectSubmitted = (answer: Answer): void => {
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.json).to.have.property("completionOffset", ledger.state.ledgerEnd);
    };

    const json = { "content-type": "application/json" };
    const submit = "/v2/commands/submit-and-wait";

    const hosts: readonly (readonly [title: string, prepare: (app: Express) => void])[] = [
      ["alone", (app) => app.use(createLedgerRouter(ledger, { auth }))],
      [
        "before the parser of the host",
        (app) => app.use(createLedgerRouter(ledger, { auth }), express.json()),
      ],
      [
        "after express.json()",
        (app) => app.use(express.json(), createLedgerRouter(ledger, { auth })),
      ],
      [
        "after express.raw()",
        (app) => app.use(express.raw({ type: "*/*" }), createLedgerRouter(ledger, { auth })),
      ],
      [
        "after express.text()",
        (app) => app.use(express.text({ type: "*/*" }), createLedgerRouter(ledger, { auth })),
      ],
    ];
    it("answers request objects without a connection, which a host may construct", async () => {
      const withoutSocket = (app: Express): void => {
        app.use((request, _response, next) => {
          Object.defineProperty(request, "socket", { value: undefined });
          next();
        });
        app.use(createLedgerRouter(ledger, { auth }));
      };
      const answer = await hosted(withoutSocket, (send) => send("GET", "/v2/version"));
      expect(answer.status).to.equal(200);
    });

    for (const [title, prepare] of hosts) {
      it(`reads bodies with and without content type ${title}`, async () => {
        await hosted(prepare, async (send) => {
          expectSubmitted(await send("POST", submit, { body: iou() }));
          expectSubmitted(await send("POST", submit, { body: iou(), headers: json }));
          expect((await send("POST", submit)).status).to.equal(400);
          expect((await send("GET", "/v2/state/ledger-end", { headers: json })).status).to.equal(
            200,
          );
        });
      });
    }

    it("answers 400 if the host has read the body and discarded it", async () => {
      await hosted(
        (app) =>
          app.use(
            (request, _, next) => void request.on("end", () => next()).resume(),
            createLedgerRouter(ledger, { auth }),
          ),
        async (send) => expect((await send("POST", submit, { body: iou() })).status).to.equal(400),
      );
    });

    it("serves at any mount path and leaves other paths to the host", async () => {
      await hosted(
        (app) => {
          app.use("/a/b", createLedgerRouter(ledger, { auth }));
          app.use("/a/b", (_, response) => void response.status(418).end());
        },
        async (send) => {
          expectSubmitted(await send("POST", submit, { body: iou() }));
          expect((await send("GET", "/hello")).status).to.equal(418);
          expect((await send("GET", "/v2/nope")).status).to.equal(404);
        },
        "/a/b",
      );
    });

    it("accepts doubled slashes, as some clients send them", async () => {
      await hosted(
        (app) => app.use(createLedgerRouter(ledger, { auth })),
        async (send) => {
          expect((await send("GET", "//v2/state/ledger-end")).status).to.equal(200);
          expect((await send("GET", "//v2/nope")).status).to.equal(404);
        },
      );
    });

    it("answers HEAD like GET, without a body", async () => {
      await hosted(
        (app) => app.use(createLedgerRouter(ledger, { auth })),
        async (send) => {
          const answer = await send("HEAD", "/v2/version");
          expect(answer).to.include({ status: 200, contentType: "application/json", text: "" });
          const { bytes } = await send("GET", "/v2/version");
          expect(answer.headers.get("content-length")).to.equal(String(bytes.length));
          expect((await send("HEAD", submit)).status).to.equal(405);
        },
      );
    });

    it("names attachLedgerStreams in the response to a WebSocket handshake that reaches the router", async () => {
      await hosted(
        (app) => app.use(createLedgerRouter(ledger, { auth })),
        async (_, baseUrl) => {
          const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/v2/updates`);
          const [, response] = (await once(socket, "unexpected-response")) as [
            unknown,
            IncomingMessage,
          ];
          expect(response.statusCode).to.equal(404);
          const { hint } = (await readJson(response)) as {
            readonly hint: { readonly advice: string };
          };
          expect(hint.advice).to.include("call attachLedgerStreams(server, ledger, options)");
        },
      );
    });

    it("names its mount path for an unknown path, and for one below another prefix", async () => {
      await hosted(
        (app) => {
          app.use("/ledger", createLedgerRouter(ledger, { auth }));
          app.use("/ledger/second", createLedgerRouter(ledger, { auth }));
        },
        async (send) => {
          const unknown = await send("GET", "/ledger/v2/versions");
          expect(unknown.status).to.equal(404);
          expect(unknown.text).to.include(
            "Call GET /v2/version. The ledger is mounted at /ledger.",
          );
          const below = await send("GET", "/ledger/api/v2/version");
          expect(below.status).to.equal(404);
          expect(below.headers.get("ledger-hint")).to.include(
            "The ledger is mounted at /ledger: call /ledger/v2/version.",
          );
          // The second router answers, so the first one adds no hint.
          const second = await send("GET", "/ledger/second/v2/users/nobody");
          expect(second.status).to.equal(404);
          expect(second.headers.has("ledger-hint")).to.equal(false);
        },
      );
    });

    it("names the path with /v2 in a header if the host answers 404 for a path without it", async () => {
      const next = (_: unknown, response: Response): void => void response.status(404).end();
      await hosted(
        (app) => {
          app.use("/ledger", createLedgerRouter(ledger, { auth }));
          app.use("/exact", createLedgerRouter(ledger, { auth, errors: "exact" }));
          app.get("/ledger/packages/:id", next);
          app.use(createLedgerRouter(ledger, { auth }));
        },
        async (send) => {
          const hintAt = async (method: string, path: string): Promise<string | null> => {
            const { status, headers } = await send(method, path);
            expect(status, path).to.equal(404);
            return headers.get("ledger-hint");
          };
          expect(await hintAt("GET", "/ledger/parties?pageSize=1")).to.include(
            "The ledger is mounted at /ledger: call /ledger/v2/parties.",
          );
          expect(await hintAt("POST", "/ledger/commands/submit-and-wait")).to.include(
            "call /ledger/v2/commands/submit-and-wait.",
          );
          // No operation of the ledger, a route of the host, no hints, and the root.
          expect(await hintAt("GET", "/ledger/accounts")).to.equal(null);
          expect(await hintAt("GET", "/ledger/packages/unknown")).to.equal(null);
          expect(await hintAt("GET", "/exact/parties")).to.equal(null);
          expect(await hintAt("GET", "/parties")).to.equal(null);
        },
      );
    });

    it("answers 404 itself if it is mounted at /v2, and says where to mount it", async () => {
      await hosted(
        (app) => app.use("/api/v2", createLedgerRouter(ledger, { auth })),
        async (send) => {
          const answer = await send("GET", "/api/v2/users");
          expect(answer.status).to.equal(404);
          expect(answer.text).to.include("Mount it at / or at a path such as /ledger.");
        },
      );
    });

    it("refuses methods in plain text, and names unknown paths", async () => {
      await hosted(
        (app) => app.use("/mounted", createLedgerRouter(ledger, { auth, errors: "exact" })),
        async (send, baseUrl) => {
          const refused = { status: 405, contentType: "text/plain", text: "Method Not Allowed" };
          for (const method of ["PUT", "DELETE", "OPTIONS"]) {
            expect(await send(method, "/v2/users"), method).to.include(refused);
          }
          const unknown = await send("GET", "/v2/nope?a=%c3");
          const uri = `${baseUrl}/v2/nope?a=%C3`;
          expect(unknown).to.include({ status: 404, contentType: "application/json" });
          expect(unknown.json).to.deep.equal({
            errors: [`HttpMethod(GET), uri: ${uri}`],
            status: 404,
            ledgerApiError: null,
          });
        },
        "/mounted",
      );
    });

    it("refuses bodies over the limit and continues to serve", async () => {
      await hosted(
        (app) => app.use(createLedgerRouter(ledger, { auth, bodyLimit: 1_000_000 })),
        async (send, baseUrl) => {
          const long = { ...iou(), workflowId: "w".repeat(1_500_000) };
          expect((await send("POST", submit, { body: long })).status).to.equal(413);
          const chunks = Array.from({ length: 30 }, () => "w".repeat(100_000));
          expect(await postInChunks(baseUrl + submit, chunks)).to.equal(413);
          expectSubmitted(await send("POST", submit, { body: iou() }));
        },
      );
    });

    it("reads bodies unchanged, with any declared content encoding", async () => {
      await hosted(
        (app) => app.use(createLedgerRouter(ledger, { auth })),
        async (send) => {
          const headers = { "content-encoding": "gzip" };
          expectSubmitted(await send("POST", submit, { body: iou(), headers }));
          const body = gzipSync(JSON.stringify(iou()));
          expect((await send("POST", submit, { body, headers })).status).to.equal(400);
        },
      );
    });

    it("survives clients that disconnect in the middle of a body", async () => {
      await hosted(
        (app) => app.use(createLedgerRouter(ledger, { auth })),
        async (send, baseUrl) => {
          await new Promise<void>((resolve) => {
            const headers = { "content-length": "1000" };
            const sent = httpRequest(baseUrl + submit, { method: "POST", headers });
            sent.on("error", () => resolve());
            sent.write("{", () => sent.destroy());
            sent.on("close", () => resolve());
          });
          expectSubmitted(await send("POST", submit, { body: iou() }));
        },
      );
    });

    it("reports defects to the host and answers 500 with the message", async () => {
      const defects: unknown[] = [];
      const { ledger: broken } = await iouLedger();
      Object.defineProperty(broken, "state", {
        get: () => {
          throw new RangeError("a defect");
        },
      });
      const onUnexpectedError = (error: unknown): void => void defects.push(error);
      await hosted(
        (app) => app.use(createLedgerRouter(broken, { auth, onUnexpectedError })),
        async (send) => {
          const answer = await send("GET", "/v2/state/ledger-end");
          expect(answer.status).to.equal(500);
          expect(answer.json).to.include({
            code: "LEDGER_API_INTERNAL_ERROR",
            cause: "a defect",
            errorCategory: 4,
          });
        },
      );
      expect(defects.map(String)).to.deep.equal(["RangeError: a defect"]);
    });

    it("refuses to serve without an auth option", () => {
      const options = {} as { auth: "disabled" };
      expect(() => createLedgerRouter(ledger, options)).to.throw(TypeError, "auth is required");
      expect(() => createLedgerRouter(ledger, { auth: [] })).to.throw(TypeError);
    });

    describe("createLedgerRouter next to createHistoryRouter", () => {
      const both = (app: Express): unknown =>
        app.use(createLedgerRouter(ledger, { auth }), createHistoryRouter(ledger));

      it("A.8+ serves the history without a token, also to pages of other origins", async () => {
        await hosted(both, async (send) => {
          const answer = await send("POST", "/v0/transactions", { body: { page_size: 10 } });
          expect(answer.status).to.equal(200);
          expect(answer.json).to.deep.equal({ transactions: [] });
          expect(answer.headers.get("access-control-allow-origin")).to.equal("*");
          const preflight = await send("OPTIONS", "/v0/transactions");
          expect(preflight.status).to.equal(204);
          expect(preflight.headers.get("access-control-allow-methods")).to.equal("POST");
        });
      });

      it("answers errors of the history with the history's own error body", async () => {
        await hosted(both, async (send) => {
          const tooLong = await send("POST", "/v0/transactions", { body: { page_size: 1001 } });
          expect(tooLong.status).to.equal(400);
          expect(tooLong.json).to.have.all.keys("error", "hint");
          const wrongMethod = await send("GET", "/v0/transactions");
          expect(wrongMethod.status).to.equal(405);
          expect(wrongMethod.json).to.have.all.keys("error", "hint");
        });
      });
    });
  });
}

const postInChunks = (url: string, chunks: readonly string[]): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: "POST" }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
