import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { apiDocuments } from "../../support/api-documents.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { asObject, asText } from "../../support/json.ts";
import { richRequests } from "../../support/rich-requests.ts";
import { inProcess, transports } from "../../support/transports.ts";
import { type Operation, operationsOf, wellFormed } from "../../support/well-formed-requests.ts";

const auth = "disabled" as const;

/** The operations of all versions, each once. */
const allOperations: readonly Operation[] = [
  ...new Map(
    apiDocuments.flatMap(([, { own }]) =>
      operationsOf(own).map((operation) => [`${operation.method} ${operation.path}`, operation]),
    ),
  ).values(),
];

describe("version of the API", () => {
  for (const [apiVersion, { own, client, async }] of apiDocuments) {
    const ids = new Set(operationsOf(own).map(({ operationId }) => operationId));

    for (const { name, serve, sendsBodyWithGet } of transports) {
      // Each version takes a second, so `npm test` tests only the default version.
      const tag = apiVersion === "3.5" ? "" : " @slow";

      it(`serves exactly its own operations: ${apiVersion}, ${name}${tag}`, async () => {
        const served = await iouLedger({ apiVersion });
        await serve(served.ledger, { auth }, async (send) => {
          for (const { operationId, method, path, isGetWithBody } of allOperations) {
            if (isGetWithBody && !sendsBodyWithGet) continue;
            const request = wellFormed[operationId] ?? {};
            const body = request.body?.(served);
            const answer = await send(
              method,
              request.path ?? path,
              body === undefined ? {} : { body },
            );
            const isServed =
              answer.status !== 405 && !answer.text.includes("HttpMethod(") && answer.status < 500;
            expect(isServed, operationId).to.equal(ids.has(operationId));
          }
        });
      });
    }

    it(`answers with exactly the fields of its document: ${apiVersion}`, async () => {
      const served = await iouLedger({ apiVersion });
      await createUser(served.ledger, { user: { id: "ann" }, rights: [] });
      await inProcess.serve(served.ledger, { auth }, async (send) => {
        for (const { operationId, method, path, body } of await richRequests(served)) {
          if (!ids.has(operationId)) continue;
          // `send` checks the response against the document.
          const answer = await send(method, path, { body });
          expect(answer.status, `${operationId}: ${answer.text}`).to.be.lessThan(500);
        }
        const rejected = await send("POST", "/v2/commands/completions?stream_idle_timeout_ms=1", {
          body: { userId: "ann", parties: [served.alice] },
        });
        expect(rejected.status).to.equal(200);
        expect((await send("GET", "/v2/users")).status).to.equal(200);
      });
    });

    it(`returns its documents and its number: ${apiVersion}`, async () => {
      const { ledger } = await iouLedger({ apiVersion });
      await inProcess.serve(ledger, { auth }, async (send) => {
        const headers = { accept: "application/json" };
        expect((await send("GET", "/docs/openapi", { headers })).json).to.deep.equal(client);
        expect((await send("GET", "/docs/asyncapi", { headers })).json).to.deep.equal(async);
        const number = asText(asObject(own["info"])["version"]);
        expect((await send("GET", "/docs/openapi")).text).to.include(`version: ${number}`);
        expect(
          asObject((await send("GET", "/v2/version")).json as object as never)["version"],
        ).to.equal(number);
      });
    });
  }

  it("is 3.5 by default", async () => {
    const { config } = await createLedger();
    expect(config).to.include({ apiVersion: "3.5", version: "3.5.19", protocolVersion: 35 });
  });

  it("determines the default protocol version, as on its participants", async () => {
    const { config } = await createLedger({ apiVersion: "3.4" });
    expect(config).to.include({ version: "3.4.12", protocolVersion: 34 });
    const given = await createLedger({ apiVersion: "3.4", version: "3.4.9", protocolVersion: 35 });
    expect(given.config).to.include({ apiVersion: "3.4", version: "3.4.9", protocolVersion: 35 });
  });

  it("accepts a line such as 3.5, which means its newest release, and every release of a line", async () => {
    const named = [
      ["3.4.12", "3.4"],
      ["3.4.1", "3.4"],
      ["3.5.1", "3.5.1"],
      ["3.5.4", "3.5.1"],
      ["3.5.5", "3.5"],
      ["3.5.10", "3.5"],
      ["3.5.19", "3.5"],
      ["3.6.1", "3.6"],
    ] as const;
    for (const [version, apiVersion] of named) {
      const { config } = await createLedger({ apiVersion: version });
      expect(config).to.include({ apiVersion, version });
    }
  });

  it("is named in the hint if only another release has an operation or a right", async () => {
    const advice = async (apiVersion: "3.5.1" | "3.5", path: string, body: object = {}) => {
      const { ledger } = await iouLedger({ apiVersion });
      await createUser(ledger, { user: { id: "ann" } });
      return inProcess.serve(ledger, { auth }, async (send) => {
        const { headers, text } = await send("POST", path, { body });
        return text + (headers.get("ledger-hint") ?? "");
      });
    };
    const newer = "but 3.5.19 and 3.6.1 have it";
    const completions = await advice("3.5.1", "/v2/commands/command-completions");
    expect(completions).to.include(newer).and.include("--api-version 3.5.19");
    expect(await advice("3.5.1", "/v2/state/active-contracts-page")).to.include(newer);
    const right = { kind: { CanActAsAnyParty: { value: {} } } };
    const grant = { userId: "ann", identityProviderId: "", rights: [right] };
    expect(await advice("3.5", "/v2/users/ann/rights", grant)).to.include(
      "does not have the right CanActAsAnyParty, but 3.6.1 has it",
    );
  });

  it("throws for an unknown version", async () => {
    const error = await rejectionOf(createLedger({ apiVersion: "3.3" as "3.4" }));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    for (const text of ["3.4", "3.5", "3.6", "3.5.1", "3.3"]) expect(error.cause).to.include(text);
  });
});
