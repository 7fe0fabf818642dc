import { expect } from "chai";

import { createParticipantLikeHttpServer } from "../../../middleware/cli/participant-server.ts";
import { startCommand } from "../../support/command-line.ts";
import { answersIn, rawRequest, sendRaw } from "../../support/raw-http.ts";

const version = (headers?: readonly string[]): string => rawRequest("GET /v2/version", headers);

describe("command line server", () => {
  const answersTo = async (...requests: readonly string[]) => {
    const line = await startCommand(["--auth", "disabled"]);
    try {
      return answersIn(await sendRaw(line.baseUrl, requests.join("")));
    } finally {
      expect((await line.stop()).errors).to.equal("");
    }
  };

  it("keeps idle connections open as long as a participant, without a Keep-Alive header", async () => {
    expect(createParticipantLikeHttpServer(() => undefined).keepAliveTimeout).to.equal(60_000);
    const [kept, last] = await answersTo(version([]), version());
    expect(kept).to.include({ status: 200 });
    expect(kept?.headers).to.not.have.any.keys("connection", "keep-alive");
    expect(last?.headers).to.include({ connection: "close" });
  });

  it("keeps HTTP 1.0 connections on request", async () => {
    const old = (connection: string): string =>
      `GET /v2/version HTTP/1.0\r\nConnection: ${connection}\r\n\r\n`;
    const [kept, last] = await answersTo(old("keep-alive"), old("close"));
    expect(kept?.headers).to.include({ connection: "keep-alive" });
    expect(last?.status).to.equal(200);
  });

  it("answers unknown paths with a JSON object", async () => {
    for (const path of ["/", "/v1/query", "/V2/version", "/docs", "/v2%2fversion"]) {
      const [answer] = await answersTo(rawRequest(`GET ${path}`));
      expect(answer?.status, path).to.equal(404);
      expect(answer?.headers["content-type"], path).to.equal("application/json");
      expect(JSON.parse(answer?.body ?? ""), path).to.deep.include({
        errors: [`HttpMethod(GET), uri: http://localhost${path.replace("2f", "2F")}`],
        status: 404,
        ledgerApiError: null,
      });
    }
    const [asterisk] = await answersTo(rawRequest("OPTIONS *"));
    expect(asterisk?.body).to.include("HttpMethod(OPTIONS), uri: http://*");
    const [long] = await answersTo(rawRequest(`GET /elsewhere?${"x".repeat(3000)}`));
    expect(long?.status).to.equal(414);
  });

  const refused: readonly (readonly [status: number, what: string, request: string])[] = [
    [501, "an unknown method", rawRequest("FOO /v2/version")],
    [501, "a method in small letters", rawRequest("get /v2/version")],
    [501, "HTTP/2 without an upgrade", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    [400, "CONNECT", rawRequest("CONNECT localhost:80")],
    [505, "a space in the path", rawRequest("GET /v2/ver sion")],
    [400, "no Host", "GET /v2/version HTTP/1.1\r\n\r\n"],
    [400, "a path in UTF-8", rawRequest("GET /v2/v\u00e9rsion")],
    [400, "two Content-Length headers", version(["Content-Length: 1", "Content-Length: 2"])],
    [400, "an invalid Content-Length", version(["Content-Length: x"])],
    [
      400,
      "a chunk with an invalid size",
      `${rawRequest("POST /v2/parties", ["Content-Type: application/json", "Transfer-Encoding: chunked"])}zz\r\n{}\r\n`,
    ],
    [431, "a header of 70,000 characters", version([`X: ${"x".repeat(70_000)}`])],
    [431, "more than a megabyte of headers", version([`X: ${"x".repeat(1_100_000)}`])],
    [414, "a target of 20,000 characters", rawRequest(`GET /v2/version?${"x".repeat(20_000)}`)],
  ];
  for (const [status, what, request] of refused) {
    it(`answers ${status} with a text to ${what}`, async () => {
      const [answer] = await answersTo(request);
      expect(answer?.status).to.equal(status);
      expect(answer?.headers).to.include({
        connection: "close",
        "content-type": "text/plain; charset=UTF-8",
      });
      expect(answer?.body).to.not.equal("");
    });
  }

  it("answers a request before it refuses invalid data that follows it", async () => {
    const answers = await answersTo(version([]), "hello there\r\n\r\n");
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 501]);
  });

  it("refuses invalid requests immediately, including lines that end with a line feed only", async () => {
    for (const [status, request] of [
      [501, "garbage"],
      [400, "GET /v2/version HTTP/1.1\nHost: localhost\n\n"],
    ] as const) {
      const [answer] = await answersTo(request);
      expect(answer?.status).to.equal(status);
      expect(answer?.headers["server"]).to.equal(undefined);
    }
  });
});
