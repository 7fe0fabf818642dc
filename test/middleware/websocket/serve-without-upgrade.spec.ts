import { expect } from "chai";

import { iouLedger } from "../../support/iou-ledger.ts";
import { answersIn, rawRequest, sendRaw } from "../../support/raw-http.ts";
import { withStreams } from "../../support/stream-client.ts";

const h2c = [
  "Connection: Upgrade, HTTP2-Settings",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAAQAAP__",
];
const handshake = [
  "Connection: Upgrade, close",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
];
const body = JSON.stringify({ activeAtOffset: 0, eventFormat: { filtersByParty: { a: {} } } });

describe("WebSocket upgrades without a stream", () => {
  const send = async (...requests: readonly string[]) => {
    const { ledger } = await iouLedger();
    return withStreams(ledger, { auth: "disabled" }, async ({ baseUrl }) =>
      answersIn(await sendRaw(baseUrl, requests.join(""))),
    );
  };
  const statuses = async (...requests: readonly string[]) =>
    (await send(...requests)).map(({ status }) => status);

  it("are served as plain requests for another protocol, repeatedly", async () => {
    const requests = Array.from({ length: 20 }, () => rawRequest("GET /v2/version", h2c));
    const answers = await send(...requests, rawRequest("GET /livez"));
    expect(answers.map(({ status }) => status)).to.deep.equal(
      Array.from({ length: 21 }, () => 200),
    );
    expect(JSON.parse(answers[0]?.body ?? "")).to.have.property("version");
  });

  it("keep their bodies, both with a content length and in chunks", async () => {
    const path = "POST /v2/state/active-contracts";
    const [whole, chunked] = await send(
      rawRequest(path, [...h2c, `Content-Length: ${body.length}`], body),
      rawRequest(
        path,
        [...h2c, "Transfer-Encoding: chunked"],
        `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ),
      rawRequest("GET /livez"),
    );
    expect(whole).to.include({ status: 200, body: "[]" });
    expect(chunked).to.include({ status: 200, body: "[]" });
  });

  it("are served as plain requests at paths without a stream", async () => {
    expect(await statuses(rawRequest("GET /v2/version", handshake))).to.deep.equal([200]);
    expect(await statuses(rawRequest("GET /v2/nope", handshake))).to.deep.equal([404]);
    expect(await statuses(rawRequest("GET /elsewhere", handshake))).to.deep.equal([404]);
  });

  it("are served as plain requests if the handshake is invalid", async () => {
    const plain = await statuses(rawRequest("GET /v2/updates"));
    const [connection = "", upgrade = "", version = "", key = ""] = handshake;
    for (const headers of [
      [connection, upgrade, key],
      [connection, upgrade, "Sec-WebSocket-Version: 12", key],
      [connection, upgrade, version],
      [connection, upgrade, version, "Sec-WebSocket-Key: x"],
    ]) {
      expect(await statuses(rawRequest("GET /v2/updates", headers)), headers.join()).to.deep.equal(
        plain,
      );
    }
    const post = [...handshake, `Content-Length: ${body.length}`];
    expect(await statuses(rawRequest("POST /v2/state/active-contracts", post, body))).to.deep.equal(
      [200],
    );
  });
});
