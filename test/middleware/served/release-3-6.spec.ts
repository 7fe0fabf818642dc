import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import type { LedgerOptions } from "../../../lib/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { streamProtocol, withStreams } from "../../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { inProcess } from "../../support/transports.ts";

const auth = "disabled";
const apiVersion = "3.6";

/** Deprecated endpoints (method and path), each with the switch that enables it. */
const legacyEndpoints = {
  "POST /v2/commands/submit-and-wait-for-transaction-tree": "enableDeprecatedEndpoints34",
  "GET /v2/interactive-submission/preferred-package-version?package-name=iou":
    "enableDeprecatedEndpoints34",
  "POST /v2/updates/flats": "enableDeprecatedEndpoints34",
  "POST /v2/updates/trees": "enableDeprecatedEndpoints34",
  "POST /v2/updates/transaction-by-id": "enableDeprecatedEndpoints34",
  "POST /v2/updates/transaction-by-offset": "enableDeprecatedEndpoints34",
  "GET /v2/updates/transaction-tree-by-id/x": "enableDeprecatedEndpoints34",
  "GET /v2/updates/transaction-tree-by-offset/1": "enableDeprecatedEndpoints34",
  "GET /v2/package-vetting": "enableDeprecatedEndpoints35",
  "POST /v2/package-vetting": "enableDeprecatedEndpoints35",
} as const;

const switches = [
  "enableDeprecatedEndpoints34",
  "enableDeprecatedParameters34",
  "enableDeprecatedEndpoints35",
] as const;

const disabled = "DEPRECATED_API_DISABLED";

describe("release 3.6 of the API", () => {
  /** Sends a request to a new ledger; resolves to the status, and the code if there is one. */
  const ask = async (
    request: string,
    body: unknown,
    { limits, headers, version = apiVersion }: Asked = {},
  ) => {
    const { ledger } = await iouLedger({ apiVersion: version, ...(limits && { limits }) });
    const [method = "", path = ""] = request.split(" ");
    return inProcess.serve(ledger, { auth }, async (send) => {
      const answer = await send(method, path, {
        ...(method === "POST" && { body }),
        ...(headers && { headers }),
      });
      const { code } = (answer.json ?? {}) as { readonly code?: string };
      return { ...answer, code };
    });
  };

  interface Asked {
    readonly limits?: LedgerOptions["limits"];
    readonly headers?: Readonly<Record<string, string>>;
    readonly version?: "3.5" | "3.6";
  }

  it("refuses deprecated endpoints before it reads their body", async () => {
    for (const request of Object.keys(legacyEndpoints)) {
      const { status, code } = await ask(request, "no JSON");
      expect([request, status, code]).to.deep.equal([request, 400, disabled]);
    }
  });

  it("serves deprecated endpoints only if the switch of their group is set", async () => {
    for (const [request, own] of Object.entries(legacyEndpoints)) {
      for (const name of switches) {
        const { code } = await ask(request, {}, { limits: { [name]: true } });
        expect([request, name, code === disabled]).to.deep.equal([request, name, name !== own]);
      }
    }
  });

  it("disables endpoints that earlier releases serve", async () => {
    for (const request of Object.keys(legacyEndpoints)) {
      const { code } = await ask(request, {}, { version: "3.5" });
      expect(code, request).not.to.equal(disabled);
    }
  });

  const filter = { filtersByParty: {} };
  const legacyFields = [
    ["/v2/updates", { beginExclusive: 0, endInclusive: 1, filter, verbose: false }],
    ["/v2/state/active-contracts", { activeAtOffset: 0, filter, verbose: false }],
  ] as const;

  it("refuses the legacy fields filter and verbose, and names them", async () => {
    for (const [path, body] of legacyFields) {
      const { status, code, text } = await ask(`POST ${path}`, body);
      expect([status, code]).to.deep.equal([400, disabled]);
      expect(text).to.include(`The fields filter/verbose of the ${path} requests`);
      const limits = { enableDeprecatedParameters34: true };
      expect((await ask(`POST ${path}`, body, { limits })).code).not.to.equal(disabled);
    }
  });

  it("accepts requests with the field that replaces the legacy fields", async () => {
    const eventFormat = { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } };
    const body = { activeAtOffset: 0, eventFormat };
    expect((await ask("POST /v2/state/active-contracts", body)).status).to.equal(200);
  });

  it("sends the refusal over a WebSocket as the only message", async () => {
    const { ledger } = await iouLedger({ apiVersion });
    await withStreams(ledger, { auth }, async ({ connect }) => {
      const client = await connect("/v2/updates/flats");
      const { frames } = await client.send({ beginExclusive: 0 }).all();
      expect(frames.map((frame) => (frame as { code: string }).code)).to.deep.equal([disabled]);
    });
  });

  it("accepts a Request-Timeout from 1 to 60 seconds, and refuses other values", async () => {
    const answers = [
      ["1000", 200],
      ["60000", 200],
      ["999", 400],
      ["60001", 400],
      ["0", 400],
      ["-1", 400],
      ["soon", 400],
    ] as const;
    for (const [timeout, expected] of answers) {
      const headers = { "Request-Timeout": timeout };
      const { status, text } = await ask("GET /v2/version", undefined, { headers });
      expect([timeout, status]).to.deep.equal([timeout, expected]);
      if (expected === 400) expect(text).to.include("header Request-Timeout");
      const earlier = await ask("GET /v2/version", undefined, { headers, version: "3.5" });
      expect(earlier.status).to.equal(200);
    }
  });

  it("refuses JSON that is nested deeper than a Daml value may be, with a text", async () => {
    let nested: unknown = 1;
    for (let level = 0; level < 120; level++) nested = { nested };
    const body = {
      commands: [
        { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments: { amount: nested } } },
      ],
      commandId: "1",
      actAs: ["alice"],
      userId: "ann",
    };
    const { status, contentType, text } = await ask("POST /v2/commands/submit-and-wait", body);
    expect([status, contentType]).to.deep.equal([400, "text/plain"]);
    expect(text).to.include("nested deeper than 100 levels");
  });

  it("finds a token at any position in Sec-WebSocket-Protocol, even after a blank", async () => {
    const token = `jwt.token.${signedToken(scopeClaims("ann"))}`;
    const statuses = async (version: "3.5" | "3.6") => {
      const { ledger } = await iouLedger({ apiVersion: version, clock: "real" });
      await createUser(ledger, { user: { id: "ann" }, rights: [] });
      return inProcess.serve(ledger, { auth: { hs256Secret: secret } }, async (send) => {
        const answers = [];
        for (const offered of [
          `${token},${streamProtocol}`,
          `${streamProtocol},${token}`,
          `${streamProtocol}, ${token}`,
        ]) {
          const headers = { "Sec-WebSocket-Protocol": offered };
          answers.push((await send("GET", "/v2/state/ledger-end", { headers })).status);
        }
        return answers;
      });
    };
    expect(await statuses("3.6")).to.deep.equal([200, 200, 200]);
    expect(await statuses("3.5")).to.deep.equal([200, 401, 401]);
  });
});
