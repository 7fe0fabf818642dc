import { once } from "node:events";

import { expect } from "chai";
import { WebSocket } from "ws";

import {
  parseRecording,
  type Recording,
  recordProxy,
} from "../../../middleware/recording/index.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { withStreams } from "../../support/stream-client.ts";
import { secret } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

/** Returns the recording of a proxy while `use` sends requests to it. */
const recordedOf = async (to: string, use: (url: string) => Promise<void>): Promise<Recording> => {
  let text = "";
  const proxy = await recordProxy({ to, write: (line) => (text += line) });
  try {
    await use(proxy.url);
  } finally {
    await proxy.close();
  }
  return parseRecording(text);
};

describe("recording proxy", () => {
  it("answers like the participant, including rejected WebSocket upgrades @slow", async () => {
    const { ledger } = await iouLedger();
    await withStreams(ledger, { auth: { hs256Secret: secret } }, async ({ baseUrl }) => {
      const { exchanges } = await recordedOf(baseUrl, async (url) => {
        for (const path of ["/v2/version", "/v2/users", "/v2/nowhere", "//v2/version"]) {
          const [direct, forwarded] = [await fetch(baseUrl + path), await fetch(url + path)];
          expect(forwarded.status).to.equal(direct.status);
          expect(forwarded.headers.get("content-type")).to.equal(
            direct.headers.get("content-type"),
          );
        }
        const socket = new WebSocket(`${url.replace("http", "ws")}/v2/nowhere`, ["daml.ws.auth"]);
        const [, response] = (await once(socket, "unexpected-response")) as [
          unknown,
          { readonly statusCode: number },
        ];
        expect(response.statusCode).to.equal(404);
        socket.on("error", () => undefined);
        socket.terminate();
      });
      expect(exchanges.map(({ path, status }) => [path, status])).to.deep.equal([
        ["/v2/version", 401],
        ["/v2/users", 401],
        ["/v2/nowhere", 404],
        ["/v2/version", 401],
        ["/v2/nowhere", 404],
      ]);
    });
  });

  it("passes WebSocket messages both ways, and the close code", async () => {
    const { ledger } = await iouLedger();
    await withStreams(ledger, { auth: "disabled" }, async ({ baseUrl }) => {
      const { exchanges } = await recordedOf(baseUrl, async (url) => {
        const socket = new WebSocket(`${url.replace("http", "ws")}/v2/updates`, ["daml.ws.auth"]);
        await once(socket, "open");
        expect(socket.protocol).to.equal("daml.ws.auth");
        socket.send("no JSON");
        const [code] = (await once(socket, "close")) as [number];
        expect(code).to.equal(1000);
      });
      expect(exchanges[0]).to.deep.include({
        kind: "stream",
        status: 101,
        closed: { by: "participant", code: 1000 },
      });
    });
  });

  it("reports that the participant does not answer", async () => {
    const to = await withListeningServer(
      () => undefined,
      (url) => Promise.resolve(url),
    );
    await recordedOf(to, async (url) => {
      const answer = await fetch(`${url}/v2/version`);
      expect(answer.status).to.equal(502);
      expect(await answer.text()).to.equal(`No server answers at ${to}.`);
    });
  });

  it("requires an HTTP URL", async () => {
    const write = () => undefined;
    for (const to of ["participant.example", "ftp://participant.example", ""]) {
      const error = await rejectionOf(recordProxy({ to, write }));
      expect([error.code, error.path]).to.deep.equal(["INVALID_ARGUMENT", "to"]);
    }
  });
});
