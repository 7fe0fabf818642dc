import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

import { expect } from "chai";

import { serializePipelinedRequests } from "../../../middleware/cli/participant-server.ts";

describe("pipelined requests", () => {
  /**
   * Sends several requests without waiting. Returns the responses, and the maximum number of requests handled
   * in parallel.
   */
  const answered = async (text: string) => {
    let [current, most] = [0, 0];
    const server = createServer(
      serializePipelinedRequests((request, response) => {
        most = Math.max(most, ++current);
        setImmediate(() => {
          current--;
          response.end(`<${request.url ?? ""}>`);
        });
      }),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
    socket.on("error", () => socket.destroy());
    socket.write(text);
    // A cut connection may emit several errors; they are ignored, and the test waits for `close`.
    await new Promise((resolve) => socket.once("close", resolve));
    server.close();
    return { most, paths: Array.from(received.matchAll(/<(.*?)>/gu), ([, path]) => path) };
  };

  const request = (path: string, more = ""): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

  it("are handled in sequence and answered in order", async () => {
    const paths = Array.from({ length: 100 }, (_, at) => `/${at}`);
    const text =
      paths.map((path) => request(path)).join("") + request("/last", "Connection: close\r\n");
    const { most, paths: seen } = await answered(text);
    expect(most).to.equal(1);
    expect(seen).to.deep.equal([...paths, "/last"]);
  });

  it("close the connection if there are too many", async () => {
    const { paths } = await answered(request("/").repeat(5_000));
    expect(paths.length).to.be.below(1_100);
  });
});
