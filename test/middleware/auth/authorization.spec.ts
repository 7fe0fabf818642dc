import { expect } from "chai";

import { createUser } from "../../../lib/operations/admin/users/create-user.ts";
import type { Send } from "../../support/api-client.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { transports } from "../../support/transports.ts";
import { type Operation, operations, wellFormed } from "../../support/well-formed-requests.ts";

const auth = { hs256Secret: secret };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const unknownUser = bearer(signedToken(scopeClaims("nobody")));

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

  it("has a well-formed request for every operation", () => {
    const ids = operations
      .filter(({ isPublic }) => !isPublic)
      .map(({ operationId }) => operationId);
    expect(Object.keys(wellFormed).sort()).to.deep.equal(ids.sort());
  });

  for (const { name, serve, sendsBodyWithGet } of transports) {
    const guarded = operations.filter(
      ({ isPublic, isGetWithBody }) => !isPublic && (sendsBodyWithGet || !isGetWithBody),
    );

    describe(name, () => {
      it("A.1- answers 401 without a token, and says nothing more", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          for (const operation of guarded) {
            const answer = await send(client, operation);
            expect(answer.status, operation.operationId).to.equal(401);
            expect(answer.headers.get("www-authenticate")).to.equal("Bearer");
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

      it("A.1+ lets every active user with a token ask for what is open to all", async () => {
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

      it("answers 403 to users that are not known, whatever they ask", async () => {
        await serve(served.ledger, { auth }, async (client) => {
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

      it("answers 400 to a token whose subject is no user id", async () => {
        const headers = bearer(signedToken(scopeClaims("a b")));
        await serve(served.ledger, { auth }, async (client) => {
          const answer = await client("GET", "/v2/version", { headers });
          expect(answer.status).to.equal(400);
          expect(answer.json).to.include({ code: "INVALID_TOKEN" });
        });
      });

      it("A.8- serves public paths whatever the token", async () => {
        await serve(served.ledger, { auth }, async (client) => {
          for (const headers of [{}, unknownUser, bearer("nonsense")]) {
            for (const { method, path } of operations.filter(({ isPublic }) => isPublic)) {
              expect((await client(method, path, { headers })).status, path).to.equal(200);
            }
            const body = { page_size: 1 };
            expect((await client("POST", "/v0/transactions", { body, headers })).status).to.equal(
              200,
            );
          }
        });
      });

      it("looks at parameters, then at the token, then at the body, then at the claims", async () => {
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
    });
  }
});
