import { expect } from "chai";

import { packagesOfParticipant } from "../../lib/codegen/index.ts";
import { createLedger } from "../../lib/index.ts";
import { JsonApi } from "../../lib/script/over-json/json-api.ts";
import { JsonParticipant } from "../../lib/script/over-json/json-participant.ts";
import { rejectionOf } from "../support/error-of.ts";

const url = "http://participant.example";

const megabyte = new TextEncoder().encode("x".repeat(2 ** 20));

const endless = (status: number): Response =>
  new Response(new ReadableStream({ pull: (to) => to.enqueue(megabyte) }), { status });

const answering = (answer: () => Response | Promise<Response>, timeoutMillis = 60_000): JsonApi =>
  new JsonApi({ url, timeoutMillis, fetch: async () => answer() });

describe("responses of a participant to scripts and generators", () => {
  it("are limited in bytes, values, depth and time", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const cases = [
      [answering(() => endless(200)), /more than 134217728 bytes/u],
      [answering(() => endless(500)), /status 500: x{200}$/u],
      [answering(() => new Response(deep)), /deeper than 1000 levels/u],
      [answering(() => new Response("<html>")), /not JSON/u],
      [answering(() => new Promise(() => undefined), 20), /nothing for 20 ms/u],
      [answering(() => new Response(new ReadableStream()), 20), /nothing for 20 ms/u],
    ] as const;
    for (const [api, told] of cases) {
      expect((await rejectionOf(api.get("/v2/version"))).cause).to.match(told);
    }
    const bytes = await rejectionOf(answering(() => endless(200)).bytes("/v2/packages/1"));
    expect(bytes.cause).to.match(/more than 134217728 bytes/u);
  });

  it("are read only from the requested server, never from a redirect", async () => {
    const redirects: unknown[] = [];
    const fetch = (_: string, init?: RequestInit): Promise<Response> => {
      redirects.push(init?.redirect);
      return Promise.resolve(new Response("{}"));
    };
    const api = new JsonApi({ url, token: "secret", fetch });
    await api.post("/v2/parties", {});
    await rejectionOf(packagesOfParticipant({ url, fetch }));
    expect(redirects).to.deep.equal(["error", "error"]);
  });

  it("must not be lists without an end", async () => {
    let count = 0;
    const page = () => new Response(JSON.stringify({ users: [], nextPageToken: `t${count++}` }));
    const fetch = (): Promise<Response> => Promise.resolve(page());
    const { state } = await createLedger();
    const participant = new JsonParticipant({ url, fetch }, state.packages);
    expect((await rejectionOf(participant.users())).cause).to.match(/do not end/u);
  });
});
