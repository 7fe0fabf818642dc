import { expect } from "chai";

import { processWideScheduler } from "../../../lib/base/scheduling/fair-scheduler.ts";
import { yieldToEventLoop } from "../../../lib/base/scheduling/yield-to-event-loop.ts";
import type { Ledger } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";

const auth = "disabled";

describe("createFetch", () => {
  let served: IouLedger;
  let ledger: Ledger;

  beforeEach(async () => {
    served = await iouLedger();
    ({ ledger } = served);
  });

  const iouBody = (): string => {
    const { alice } = served;
    const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
    return JSON.stringify(
      commandsBody(alice, { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } }),
    );
  };

  const offsetIn = async (response: Response): Promise<unknown> => {
    expect(response.status).to.equal(200);
    return ((await response.json()) as { offset: number }).offset;
  };

  it("yields to the event loop between long bodies, even if many arrive together", async () => {
    const fetch = createFetch(ledger, { auth });
    const post = async (): Promise<number> => {
      const body = JSON.stringify({ much: Array.from({ length: 45_000 }, () => 10_000_000) });
      const response = await fetch("/v2/commands/submit-and-wait", { method: "POST", body });
      return response.status;
    };
    const rounds = countLoopIterations();
    expect(await Promise.all(Array.from({ length: 5 }, post))).to.deep.equal(Array(5).fill(400));
    // The event loop runs before each of them.
    expect(rounds()).to.be.at.least(5 * 3);
  });

  it("does not wait for long bodies of clients that have gone", async () => {
    const fetch = createFetch(ledger, { auth });
    const body = " ".repeat(64 * 1024);
    const post = (init: RequestInit = {}) =>
      fetch("/v2/commands/submit-and-wait", { method: "POST", body, ...init });
    const inFront = Array.from({ length: 40 }, () => processWideScheduler.waitForNextSlice());
    const clients = Array.from({ length: 100 }, () => new AbortController());
    const cut = clients.map(async ({ signal }) => post({ signal }).catch(() => "cut"));
    // After these iterations, the later bodies are queued behind the earlier ones.
    for (let rounds = 0; rounds < 100; rounds++) await yieldToEventLoop();
    for (const client of clients) client.abort();
    expect(await Promise.all(cut)).to.deep.equal(Array(100).fill("cut"));
    const honest = post();
    await Promise.all(inFront);
    const rounds = countLoopIterations();
    expect((await honest).status).to.equal(400);
    expect(rounds()).to.be.lessThan(50);
  });

  it("accepts URLs of any origin, URL objects, requests and relative paths", async () => {
    const fetch = createFetch(ledger, { auth });
    const path = "/v2/state/ledger-end";
    const { ledgerEnd } = ledger.state;
    for (const input of [
      `http://127.0.0.1:7575${path}`,
      new URL(`https://example.org${path}`),
      new Request(`http://localhost${path}`),
      path,
    ]) {
      expect(await offsetIn(await fetch(input))).to.equal(ledgerEnd);
    }
  });

  it("applies init options that are passed with a Request", async () => {
    const fetch = createFetch(ledger, { auth });
    const url = "http://localhost/v2/commands/submit-and-wait";
    const request = new Request(url, { method: "POST", body: iouBody() });
    // openapi-fetch clients do this: the second argument replaces all headers of the request.
    const response = await fetch(request, { headers: { Authorization: "Bearer none" } });
    expect(await response.json()).to.have.property("completionOffset", ledger.state.ledgerEnd);
  });

  it("reads bodies given as text, bytes and streams", async () => {
    const fetch = createFetch(ledger, { auth });
    const bodies = [iouBody(), new TextEncoder().encode(iouBody()), new Blob([iouBody()]).stream()];
    for (const body of bodies) {
      // Streams need `duplex`, which the types lack.
      const init = { method: "POST", body, duplex: "half" } as RequestInit;
      const response = await fetch("/v2/commands/submit-and-wait", init);
      expect(response.status).to.equal(200);
    }
  });

  it("serves below its prefix only", async () => {
    for (const prefix of ["/ledger/api", "/ledger/api/"]) {
      const fetch = createFetch(ledger, { auth, prefix });
      expect(await offsetIn(await fetch("/ledger/api/v2/state/ledger-end"))).to.be.a("number");
      for (const path of ["/v2/state/ledger-end", "/ledger/apiv2/version", "/ledger/api"]) {
        expect((await fetch(path)).status, path).to.equal(404);
      }
    }
  });

  it("advises to pass a prefix if the URL has a path before that of an operation", async () => {
    const fetch = createFetch(ledger, { auth });
    const answer = await fetch("http://ledger.test/ledger/v2/users");
    expect(answer.status).to.equal(404);
    expect(await answer.text()).to.include('pass prefix: \\"/ledger\\" to createFetch.');
  });

  it("serves the transaction history as well", async () => {
    const fetch = createFetch(ledger, { auth });
    const body = JSON.stringify({ page_size: 5 });
    const response = await fetch("/v0/transactions", { method: "POST", body });
    expect(await response.json()).to.deep.equal({ transactions: [] });
    expect(await (await fetch("/v0/nope")).json()).to.have.all.keys("error", "hint");
  });

  it("answers HEAD without a body", async () => {
    const fetch = createFetch(ledger, { auth });
    const response = await fetch("/v2/version", { method: "HEAD" });
    expect(response.status).to.equal(200);
    expect(await response.text()).to.equal("");
  });

  it("rejects with the reason of its abort signal, and stops waiting", async () => {
    const fetch = createFetch(ledger, { auth });
    const controller = new AbortController();
    const { alice } = served;
    const body = JSON.stringify({ userId: "ann", parties: [alice] });
    const path = "/v2/commands/completions?stream_idle_timeout_ms=60000";
    const waiting = fetch(path, { method: "POST", body, signal: controller.signal });
    const reason = new RangeError("enough");
    controller.abort(reason);
    expect(await waiting.catch((error: unknown) => error)).to.equal(reason);
    const late = fetch("/v2/version", { signal: controller.signal });
    expect(await late.catch((error: unknown) => error)).to.equal(reason);
  });

  it("rejects inputs that fetch does not accept", async () => {
    const fetch = createFetch(ledger, { auth });
    const withBody = fetch("/v2/version", { method: "GET", body: "x" });
    expect(await withBody.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });

  it("refuses bodies over the limit", async () => {
    const fetch = createFetch(ledger, { auth, bodyLimit: 10 });
    const init = { method: "POST", body: iouBody() };
    expect((await fetch("/v2/commands/submit-and-wait", init)).status).to.equal(413);
  });
});
