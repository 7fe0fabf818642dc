import { expect } from "chai";
import express from "express";

import { createLedgerRouter } from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { answersIn, sendRaw } from "../../support/raw-http.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

/** The parts that replace those of the head of a valid request. */
interface Head {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly headers?: readonly string[];
}

const headOf = ({ method = "GET", target = "/v2/version", version = "1.1", headers }: Head) =>
  [
    `${method} ${target} HTTP/${version}`,
    ...(headers ?? ["Host: localhost"]),
    "Connection: close",
    "",
    "",
  ].join("\r\n");

const numbered = (count: number): readonly string[] => [
  "Host: localhost",
  ...Array.from({ length: count - 2 }, (_, index) => `X-${index}: y`),
];

describe("head of a request", () => {
  const answerTo = async (head: Head) => {
    const { ledger } = await iouLedger();
    const app = express();
    app.use(createLedgerRouter(ledger, { auth: "disabled" }));
    app.use((_, response) => void response.status(418).end());
    return withListeningServer(
      app,
      async (baseUrl) => answersIn(await sendRaw(baseUrl, headOf(head)))[0],
    );
  };

  const taken: readonly (readonly [what: string, head: Head])[] = [
    ["a target of 2048 characters", { target: `/v2/version?x=${"a".repeat(2048 - 14)}` }],
    ["a header of 8192", { headers: ["Host: localhost", `X: ${"x".repeat(8192)}`] }],
    ["64 headers", { headers: numbered(64) }],
    ["an empty Host", { headers: ["Host:"] }],
    ["no Host in HTTP 1.0", { version: "1.0", headers: [] }],
    ["letters that are escaped", { target: "/v2/%76ersion" }],
    ["dot segments", { target: "/v2/x/../version" }],
    ["a dot", { target: "/v2/./version" }],
    ["the whole of a URI", { target: "http://localhost/v2/version" }],
  ];
  for (const [what, head] of taken) {
    it(`may have ${what}`, async () => {
      expect((await answerTo(head))?.status).to.equal(200);
    });
  }

  const refused: readonly (readonly [status: number, what: string, head: Head])[] = [
    [414, "a target of 2049 characters", { target: `/v2/version?x=${"a".repeat(2049 - 14)}` }],
    [431, "a header of 8193", { headers: ["Host: localhost", `X: ${"x".repeat(8193)}`] }],
    [400, "65 headers", { headers: numbered(65) }],
    [400, "two Hosts", { headers: ["Host: localhost", "Host: other"] }],
    [400, "an escape without its number", { target: "/v2/%zz" }],
    [400, "half an escape in the query", { target: "/v2/version?x=%4" }],
    [400, "a fragment", { target: "/v2/version#x" }],
    [400, "a character that has to be escaped", { target: '/v2/"' }],
    [501, "a method of other protocols", { method: "PROPFIND" }],
    [505, "another version of HTTP", { version: "2.0" }],
  ];
  for (const [status, what, head] of refused) {
    it(`is answered with ${status} and a text for ${what}`, async () => {
      const answer = await answerTo(head);
      expect(answer?.status).to.equal(status);
      expect(answer?.headers).to.include({
        connection: "close",
        "content-type": "text/plain; charset=UTF-8",
      });
      expect(answer?.body).to.not.equal("");
    });
  }

  it("is handled by the host if the path is the host's", async () => {
    expect((await answerTo({ target: `/elsewhere?${"x".repeat(3000)}` }))?.status).to.equal(418);
  });
});
