import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import type { Send } from "../../support/api-client.ts";
import { apiDocuments } from "../../support/api-documents.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { transports } from "../../support/transports.ts";
import {
  type Operation,
  operations,
  operationsOf,
  wellFormed,
} from "../../support/well-formed-requests.ts";

const auth = { hs256Secret: secret };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const unknownUser = bearer(signedToken(scopeClaims("nobody")));

// Codes such as A.1- name a rule in docs/CONFORMANCE.md: + is an accepted case, - a rejected one.
describe("authorization", () => {
  let served: IouLedger;

  before(async () => {
    served = await iouLedger();
    await createUser(served.ledger, { user: { id: "ann" } });
    await createUser(served.ledger, { user: { id: "bob" } });
  });

  const send = (send: Send, { operationId, method, path }: Operation, headers = {}) => {
    const request = wellFormed[operationId] ?? {};
    const body = request.body?.(served);
    return send(method, request.path ?? path, body === undefined ? { headers } : { body, headers });
  };

  it("has a well-formed request for every operation of any version", () => {
    const ids = apiDocuments
      .flatMap(([, { own }]) => operationsOf(own))
      .filter(({ isPublic }) => !isPublic)
      .map(({ operationId }) => operationId);
    expect(Object.keys(wellFormed)).to.have.members([...new Set(ids)]);
  });

  for (const { name, serve, sendsBodyWithGet } of transports) {
    const guarded = operations.filter(
      ({ isPublic, isGetWithBody }) => !isPublic && (sendsBodyWithGet || !isGetWithBody),
    );

    describe(name, () => {
      it("A.1- answers 401 without a token, with no further details", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          for (const operation of guarded) {
            const answer = await send(client, operation);
            expect(answer.status, operation.operationId).to.equal(401);
            expect(answer.headers.get("www-authenticate")).to.equal(null);
            expect(answer.json).to.deep.include({
              code: "NA",
              context: {},
              resources: [],
              errorCategory: -1,
              grpcCodeValue: 16,
              retryInfo: null,
              definiteAnswer: null,
            });
          }
        });
      });

      it("A.1+ lets every active user with a token call the operations open to all users", async () => {
        const headers = bearer(signedToken(scopeClaims("ann")));
        await serve(served.ledger, { auth }, async (client) => {
          for (const path of [
            "/v2/version",
            "/v2/state/ledger-end",
            "/v2/state/connected-synchronizers",
            "/v2/packages",
            "/v2/parties/participant-id",
            "/v2/users/ann",
          ]) {
            expect((await client("GET", path, { headers })).status, path).to.equal(200);
          }
        });
      });

      it("answers 403 to unknown users for every operation", async () => {
        await serve(served.ledger, { auth, errors: "exact" }, async (client) => {
          for (const operation of guarded) {
            const answer = await send(client, operation, unknownUser);
            expect(answer.status, operation.operationId).to.equal(403);
            expect(answer.json).to.include({ code: "NA", errorCategory: -1, grpcCodeValue: 7 });
            expect(answer.json).to.have.nested.property("context.ledger_api_error");
            expect(answer.text).not.to.include("nobody");
          }
        });
      });

      it("answers 403 to users without rights", async () => {
        const headers = bearer(signedToken(scopeClaims("ann")));
        await serve(served.ledger, { auth }, async (client) => {
          for (const operationId of [
            "submitAndWait",
            "getActiveContracts",
            "listUsers",
            "getUser",
          ]) {
            const operation = operations.find((each) => each.operationId === operationId);
            if (operation === undefined) expect.fail(operationId);
            const answer = await send(client, operation, headers);
            expect(answer.status, operationId).to.equal(403);
            expect(answer.json).to.deep.include({ code: "NA", context: {}, resources: [] });
          }
        });
      });

      it("answers 400 to a token whose subject is not a user id", async () => {
        const headers = bearer(signedToken(scopeClaims("a b")));
        await serve(served.ledger, { auth }, async (client) => {
          const answer = await client("GET", "/v2/version", { headers });
          expect(answer.status).to.equal(400);
          expect(answer.json).to.include({ code: "INVALID_TOKEN" });
        });
      });

      it("A.8- serves documents and history with any token, and other public paths unless the user is unknown", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          for (const headers of [{}, unknownUser, bearer("nonsense")]) {
            for (const { method, path } of operations.filter(({ isPublic }) => isPublic)) {
              const isRefused = headers === unknownUser && !path.startsWith("/docs/");
              const { status } = await client(method, path, { headers });
              expect(status, path).to.equal(isRefused ? 403 : 200);
            }
            const body = { page_size: 1 };
            expect((await client("POST", "/v0/transactions", { body, headers })).status).to.equal(
              200,
            );
          }
        });
      });

      it("A.9+ accepts the scheme Bearer in upper or lower case", async () => {
        const token = signedToken(scopeClaims("ann"));
        await serve(served.ledger, { auth }, async (client) => {
          const ask = async (headers: Record<string, string>): Promise<number> =>
            (await client("GET", "/v2/version", { headers })).status;
          for (const scheme of ["Bearer ", "bearer ", "BEARER ", "Bearer\t", "Bearer  "]) {
            expect(await ask({ Authorization: scheme + token }), scheme).to.equal(200);
          }
          for (const value of [`Basic ${token}`, token, `Token ${token}`, ""]) {
            expect(await ask({ Authorization: value }), value).to.equal(401);
          }
          for (const value of ["Bearer", "Bearer ", `Bearer${token}`]) {
            expect(await ask({ Authorization: value }), value).to.equal(400);
          }
        });
      });

      it("reads the token from the first WebSocket protocol if the Authorization header has none", async () => {
        const own = `jwt.token.${signedToken(scopeClaims("ann"))}`;
        const other = `jwt.token.${signedToken(scopeClaims("bob"))}`;
        const header = `Bearer ${signedToken(scopeClaims("bob"))}`;
        await serve(served.ledger, { auth }, async (client) => {
          const user = async (headers: Record<string, string>): Promise<unknown> => {
            const { json } = await client("GET", "/v2/authenticated-user", { headers });
            return (json as { readonly user?: { readonly id: string } }).user?.id;
          };
          expect(await user({ "Sec-WebSocket-Protocol": own })).to.equal("ann");
          expect(await user({ "Sec-WebSocket-Protocol": `${own}, ${other}` })).to.equal("ann");
          expect(await user({ "Sec-WebSocket-Protocol": `daml.ws.auth, ${own}` })).to.equal(
            undefined,
          );
          const both = { Authorization: header, "Sec-WebSocket-Protocol": own };
          expect(await user(both)).to.equal("bob");
          expect(await user({ ...both, Authorization: "Basic x" })).to.equal("ann");
        });
      });

      it("checks parameters, then the token, then the body, then the claims", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          const path = "/v2/commands/completions";
          const headers = unknownUser;
          expect((await client("POST", `${path}?limit=x`, { body: "{", headers })).status).to.equal(
            400,
          );
          expect((await client("POST", path, { body: "{", headers })).status).to.equal(403);
          expect((await client("POST", path, { body: "{" })).status).to.equal(400);
          expect((await client("POST", path, { body: {} })).status).to.equal(401);
        });
      });

      it("checks the caller before it reads a topology, but after it reads a prepared transaction", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          const headers = bearer(signedToken(scopeClaims("bob")));
          const generated = "/v2/parties/external/generate-topology";
          const allocated = "/v2/parties/external/allocate";
          expect((await client("POST", generated, { body: {} })).status).to.equal(401);
          expect((await client("POST", generated, { body: {}, headers })).status).to.equal(400);
          expect((await client("POST", allocated, { body: {} })).status).to.equal(401);
          expect((await client("POST", allocated, { body: {}, headers })).status).to.equal(403);
          const body = {
            preparedTransaction: Buffer.from("no transaction").toString("base64"),
            partySignatures: { signatures: [] },
            deduplicationPeriod: { Empty: {} },
            submissionId: "s",
            userId: "ann",
            hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
          };
          const executed = "/v2/interactive-submission/execute";
          for (const sent of [{ body }, { body, headers }]) {
            expect((await client("POST", executed, sent)).json).to.deep.include({
              code: "INVALID_ARGUMENT",
              context: {},
              definiteAnswer: false,
            });
          }
        });
      });

      it("when rights are granted, checks that path and body name one user, then the caller, then the user id", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          const headers = bearer(signedToken(scopeClaims("bob")));
          const ask = async (body: object, sent = {}) =>
            (await client("POST", "/v2/users/a%20b/rights", { body, ...sent })).json;
          expect(await ask({ userId: "a", rights: [] })).to.include({ code: "INVALID_ARGUMENT" });
          expect(await ask({ userId: "a b", rights: [] })).to.include({ grpcCodeValue: 16 });
          expect(await ask({ userId: "a b", rights: [] }, { headers })).to.include({
            grpcCodeValue: 7,
          });
          const admin = bearer(signedToken(scopeClaims("participant_admin")));
          expect(await ask({ userId: "a b", rights: [] }, { headers: admin })).to.include({
            code: "INVALID_FIELD",
          });
        });
      });
    });
  }
});
