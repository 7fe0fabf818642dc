import { expect } from "chai";
import fc from "fast-check";

import { submitAndWait } from "../../../lib/api.ts";
import type { LedgerState } from "../../../lib/store.ts";
import type { Answer, Send } from "../../support/api-client.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { operationClaims } from "../../support/operation-claims.ts";
import {
  addPrincipals,
  type Principal,
  principalOptions,
  principals,
} from "../../support/principals.ts";
import { runs } from "../../support/properties.ts";
import { inProcess, transports } from "../../support/transports.ts";
import { type Operation, operations, wellFormed } from "../../support/well-formed-requests.ts";

/** Returns a function that sends the well-formed request for alice with the caller's headers. */
const asking =
  (send: Send, served: IouLedger, party = served.alice) =>
  ({ operationId, method, path }: Operation, { token }: Principal): Promise<Answer> => {
    const request = wellFormed[operationId] ?? {};
    const headers: Record<string, string> =
      token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const body = request.body?.({ ...served, alice: party });
    const target = (request.path ?? path).replace(
      "parties=a",
      `parties=${encodeURIComponent(party)}`,
    );
    return send(
      method,
      target,
      body === undefined ? { headers } : { headers, body: unnamed(body) },
    );
  };

/** Returns the body without its user id, so that the ledger uses the token's user. */
const unnamed = (body: unknown): unknown =>
  body instanceof Uint8Array
    ? body
    : JSON.parse(
        JSON.stringify(body, (key, value: unknown) =>
          key === "userId" && value === "ann" ? "" : value,
        ),
      );

const expectedOutcome = ({ access }: Principal, operationId: string): string => {
  const claim = operationClaims.get(operationId);
  if (claim === undefined || claim === "nothing") return "allowed";
  if (claim === "noBadUser") return access === 403 ? "403" : "allowed";
  if (typeof access === "number") return String(access);
  return access.includes(claim) ? "allowed" : "403";
};

const outcomeOf = ({ status }: Answer): string =>
  status === 401 || status === 403 ? String(status) : "allowed";

describe("authorization matrix of operations and callers", () => {
  it("has a rule for every operation", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect([...operationClaims.keys()].sort()).to.deep.equal(ids.sort());
  });

  for (const { name, serve, sendsBodyWithGet } of transports) {
    // The transport in process sends all requests that `fetch` can send; the socket sends the others.
    const asked = operations.filter(({ isGetWithBody }) => isGetWithBody === sendsBodyWithGet);

    describe(name, () => {
      for (const principal of principals) {
        it(`A.4- lets ${principal.name} call exactly the permitted operations`, async () => {
          const served = await iouLedger();
          await addPrincipals(served);
          await serve(served.ledger, principalOptions(), async (send) => {
            const ask = asking(send, served);
            const found: string[] = [];
            for (const operation of asked) {
              const outcome = outcomeOf(await ask(operation, principal));
              const { operationId } = operation;
              const expected = expectedOutcome(principal, operationId);
              if (outcome !== expected) found.push(`${operationId}: ${outcome}, not ${expected}`);
            }
            expect(found).to.deep.equal([]);
          });
        });
      }
    });
  }
});

/** Returns the part of the state that only administrators may change. */
const administration = ({
  users,
  parties,
  identityProviders,
  vetting,
  packages,
}: LedgerState): readonly unknown[] => [users, parties, identityProviders, vetting, packages];

describe("users who are not administrators", () => {
  const harmless = principals.filter(
    ({ access }) => typeof access === "number" || !access.includes("anyAdmin"),
  );
  const fetchable = operations.filter(({ isGetWithBody }) => !isGetWithBody);

  it("cannot change administrative data or read other parties' contracts with random requests @property", async () => {
    const served = await iouLedger();
    const { ledger, alice, bob } = served;
    await addPrincipals(served);
    const createArguments = { issuer: bob, owner: bob, amount: "77712.34", watchers: [] };
    const create = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    await submitAndWait(ledger, commandsBody(bob, create));
    const before = administration(ledger.state);
    await inProcess.serve(ledger, principalOptions(), async (send) => {
      const call = fc.record({
        operation: fc.constantFrom(...fetchable),
        principal: fc.constantFrom(...harmless),
        party: fc.constantFrom(alice, bob),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 20 }), async (calls) => {
          for (const { operation, principal, party } of calls) {
            const { text } = await asking(send, served, party)(operation, principal);
            expect(text, operation.operationId).not.to.include("77712");
          }
          expect(
            administration(ledger.state).every((each, index) => each === before[index]),
          ).to.equal(true);
        }),
        { numRuns: runs(10) },
      );
    });
  });
});
