import { expect } from "chai";

import type { WebSocketClass, WebSocketLike } from "../../fixtures/fork/index.ts";
import { type ForkOptions, forkParticipant } from "../../lib/fork/index.ts";
import { rejectionOf } from "../support/error-of.ts";
import { remoteParticipant } from "../support/remote-participant.ts";

const json = (body: unknown): Response =>
  new Response(typeof body === "string" ? body : JSON.stringify(body));

/** Returns a response that repeats the part until the client stops reading. */
const endless = (part: string, status = 200): Response => {
  const bytes = new TextEncoder().encode(part);
  return new Response(new ReadableStream({ pull: (to) => to.enqueue(bytes) }), { status });
};

const trickling = (): Response => {
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (to) => {
      timer = setInterval(() => to.enqueue(Uint8Array.of(0x20)), 5);
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(body);
};

const deep = '{"a":['.repeat(50_000) + "1" + "]}".repeat(50_000);
const megabyte = "x".repeat(2 ** 20);

const version = "GET /v2/version";
const connected = "GET /v2/state/connected-synchronizers";
const page = "POST /v2/state/active-contracts-page";
const vetting = "POST /v2/package-vetting/list";

const counted = (of: (count: number) => unknown): (() => Response) => {
  let count = 0;
  return () => json(of(count++));
};

const many = <Item>(length: number, of: (index: number) => Item): readonly Item[] =>
  Array.from({ length }, (_, index) => of(index));

const attacks: readonly (readonly [title: string, call: string, () => Response, RegExp])[] = [
  ["an answer without end", version, () => endless(megabyte), /more than 4194304 bytes.*maxBytes/u],
  ["a package without end", "GET /v2/packages/", () => endless(megabyte), /4194304 bytes/u],
  ["an error without end", version, () => endless(megabyte, 500), /status 500: x{200}$/u],
  ["an answer that never ends", version, () => new Response(new ReadableStream()), /longer than/u],
  ["an answer that trickles", version, trickling, /longer than/u],
  [
    "an answer of very many values",
    version,
    () => json(`[${"1,".repeat(11_000_000)}1]`),
    /10000000 values/u,
  ],
  ["a deep answer", version, () => json(deep), /deeper than 1000 levels/u],
  [
    "deep contracts",
    page,
    () => json(`{"activeContracts":[{"contractEntry":${deep}}]}`),
    /deeper than 1000 levels/u,
  ],
  [
    "deep updates",
    "POST /v2/updates",
    () => json(`[{"update":${deep}}]`),
    /deeper than 1000 levels/u,
  ],
  [
    "empty pages without end",
    page,
    counted((count) => ({ activeContracts: [], nextPageToken: `t${count}` })),
    /its pages do not end/u,
  ],
  [
    "pages of vetting without end",
    vetting,
    counted((count) => ({
      vettedPackages: [
        { synchronizerId: "x", packages: many(100, (at) => ({ packageId: `p${count}-${at}` })) },
      ],
      nextPageToken: `t${count}`,
    })),
    /it returned \d+ packages/u,
  ],
  [
    "very many synchronizers",
    connected,
    () =>
      json({
        connectedSynchronizers: many(100_000, (at) => ({
          synchronizerAlias: `a${at}`,
          synchronizerId: `s${at}::1220`,
        })),
      }),
    /it returned 100000 synchronizers/u,
  ],
  [
    "a user whose path leads elsewhere",
    "GET /v2/authenticated-user",
    () => json({ user: { id: "..", metadata: {} } }),
    /could write. It was not sent/u,
  ],
  ["a redirect", version, () => Response.redirect("https://evil.example/", 302), /status 302/u],
];

describe("hostile participant @slow", () => {
  for (const [title, call, answer, told] of attacks) {
    it(`is refused when it sends ${title}`, async () => {
      const { options } = await remoteParticipant({ apiVersion: "3.6" }, (called) =>
        called.startsWith(call) ? answer() : undefined,
      );
      const bounds = {
        timeoutMillis: patience(title),
        maxBytes: title.includes("without end") ? 4 * 2 ** 20 : 2 ** 30,
      };
      const error = await rejectionOf(forkParticipant({ ...options, ...bounds }));
      expect(error.cause).to.match(told);
    });
  }

  const noPage = /its response is not a page of contracts/u;
  const noList = /its response is not a list of contracts/u;
  const again = /it returned the same part again/u;
  const tooMany = { code: "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", cause: "too many" };
  const lists = "POST /v2/state/active-contracts";
  const broken: readonly (readonly [
    apiVersion: "3.4" | "3.5.1" | "3.6",
    answer: unknown,
    told: RegExp,
  ])[] = [
    ["3.6", [], noPage],
    ["3.6", { contracts: [] }, noPage],
    ["3.6", { activeContracts: [], nextPageToken: 7 }, noPage],
    ["3.6", { activeContracts: ["text"] }, noList],
    ["3.6", { activeContracts: [{}], nextPageToken: "same" }, again],
    ["3.5.1", {}, noList],
    ["3.5.1", [null], noList],
    ["3.5.1", [{ streamContinuationToken: "" }], noList],
    ["3.5.1", [{}], noList],
    ["3.5.1", [{ streamContinuationToken: "same" }], again],
    ["3.4", { contracts: [] }, noList],
    ["3.4", [1], noList],
    [
      "3.4",
      tooMany,
      /more contracts than it returns in one list.*Pass forkParticipant a webSocket/u,
    ],
  ];
  for (const [apiVersion, answer, told] of broken) {
    it(`is refused when, in version ${apiVersion}, it answers a list of contracts with ${JSON.stringify(answer)}`, async () => {
      const { options } = await remoteParticipant({ apiVersion }, (called) =>
        called === lists || called === page
          ? new Response(JSON.stringify(answer), { status: answer === tooMany ? 413 : 200 })
          : undefined,
      );
      expect((await rejectionOf(forkParticipant(options))).cause).to.match(told);
    });
  }

  it("can be forked even if it returns very many updates together", async () => {
    const update = '{"recordTime":"2024-01-01T00:00:00Z"},';
    const { options } = await remoteParticipant({}, (called) =>
      called === "POST /v2/updates" ? json(`[${update.repeat(300_000)}1]`) : undefined,
    );
    expect((await forkParticipant(options)).pin.at).to.equal("2024-01-01T12:00:00Z");
  });

  it("is given up after the timeout when the `fetch` in the options never answers", async () => {
    const { options } = await remoteParticipant();
    const fetch = (): Promise<Response> => new Promise(() => undefined);
    const error = await rejectionOf(forkParticipant({ ...options, fetch, timeoutMillis: 20 }));
    expect(error.code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("must answer all calls within the total time, however fast each answer is", async () => {
    const { options } = await remoteParticipant({ apiVersion: "3.6" }, (called) =>
      called === page
        ? json({ activeContracts: [{}], nextPageToken: `t${Math.random()}` })
        : undefined,
    );
    const bounds = { timeoutMillis: 20, maxContracts: 1_000_000_000 };
    const error = await rejectionOf(forkParticipant({ ...options, ...bounds }));
    expect(error.cause).to.match(/took longer than/u);
  });

  const streams: readonly (readonly [title: string, message: unknown, RegExp])[] = [
    ["very many contracts", '{"contractEntry":{}}', /more than 50 contracts/u],
    ["a long message", `{"contractEntry":"${"x".repeat(5_000_000)}"}`, /4194304 bytes/u],
    ["a deep message", `{"contractEntry":${deep}}`, /deeper than 1000 levels/u],
    ["bytes", new Uint8Array(8), /a message is not text/u],
    ["a list", "[]", /not an object/u],
  ];
  for (const [title, message, told] of streams) {
    it(`does not block the fork with ${title} over a WebSocket that it never closes`, async () => {
      const { options } = await remoteParticipant({ apiVersion: "3.5.1" });
      const bounds = { maxContracts: 50, maxBytes: 4 * 2 ** 20 };
      const attempt: ForkOptions = { ...options, ...bounds, webSocket: sending(message) };
      expect((await rejectionOf(forkParticipant(attempt))).cause).to.match(told);
    });
  }
});

const patience = (title: string): number => (/never ends|trickles/u.test(title) ? 100 : 60_000);

/** Returns a WebSocket class that receives one message repeatedly and is never closed. */
const sending = (data: unknown): WebSocketClass =>
  class implements WebSocketLike {
    #timer: NodeJS.Timeout | undefined;
    #hear: ((event: { readonly data: unknown }) => void) | undefined;

    addEventListener(
      type: string,
      listener: ((event: { readonly data: unknown; readonly code: number }) => void) | (() => void),
    ): void {
      if (type === "message") this.#hear = listener as (event: { data: unknown }) => void;
      if (type === "open") setTimeout(listener as () => void);
    }

    send(): void {
      this.#timer = setInterval(() => this.#hear?.({ data }));
    }

    close(): void {
      clearInterval(this.#timer);
    }
  };
