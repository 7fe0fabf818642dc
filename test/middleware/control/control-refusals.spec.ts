import { expect } from "chai";

import { controlApiRoutes } from "../../../middleware/control/control-routes.ts";
import type { Answer } from "../../support/api-client.ts";
import type { BrokenRequest } from "../../support/refusals/broken-request.ts";
import { control, secretless } from "../../support/refusals/corpus/control.ts";
import { unexplainedPart } from "../../support/refusals/hint-content.ts";
import { withControl } from "../../support/with-control.ts";

const fixture = {
  steps: [
    { parties: ["bank", "alice"] },
    {
      submit: {
        as: ["bank", "alice"],
        create: {
          template: "#iou:Iou:Iou",
          arguments: {
            issuer: "${bank}",
            owner: "${alice}",
            currency: "EUR",
            amount: 1,
            observers: [],
          },
        },
      },
    },
  ],
};

describe("errors of the control API", () => {
  it("name the field and the fix on every route, and change nothing", () =>
    withControl(async (call, ledger, baseUrl) => {
      const loaded = await call("POST", "/fixtures", fixture);
      const { names } = loaded.json as { readonly names: Readonly<Record<string, string>> };
      await call("POST", "/snapshots");
      await call("POST", "/requests", { keep: true });
      const { ledgerEnd } = ledger.state;
      const updateId = ledger.state.log.get(ledgerEnd)?.update?.updateId ?? "";
      const requests = control({ alice: names["alice"] ?? "", updateId });
      const [before, time] = [ledger.state, ledger.clock.time];
      const wrong: string[] = [];
      for (const request of requests) {
        const problem = unexplainedPart(await answerTo(baseUrl, request), request.teaches);
        if (problem !== undefined) wrong.push(`a client ${request.mistake}: ${problem}`);
      }
      expect(wrong, wrong.join("\n")).to.deep.equal([]);
      expect(requests.length).to.be.at.least(120);
      expect(ledger.state).to.equal(before);
      expect(ledger.clock.time).to.equal(time);
      expect([...ledger.faults]).to.deep.equal([]);
      expect(ledger.requests.kept).to.not.equal(undefined);
      expect(routesOf(requests)).to.include.members(posted);
    }));

  it("explain the missing secret, but do not reveal it", () =>
    withControl(
      async (_call, _ledger, baseUrl) => {
        for (const request of secretless) {
          const problem = unexplainedPart(await answerTo(baseUrl, request), request.teaches);
          expect(problem, request.mistake).to.equal(undefined);
        }
      },
      undefined,
      { secret: "mine" },
    ));

  it("do not deny a route that controlRoutes lists", () =>
    withControl(async (call) => {
      for (const { method, path } of controlApiRoutes) {
        const { json } = await call(method.toUpperCase(), path.replace("{id}", "none"));
        const { cause = "" } = (json ?? {}) as { readonly cause?: string };
        expect(cause, `${method} ${path}`).to.not.include("The control API has no");
      }
    }));
});

/** The routes that take a body or parameters. */
const posted = controlApiRoutes
  .filter(({ fields, parameters }) => (fields ?? parameters ?? []).length > 0)
  .map(({ method, path }) => `${method.toUpperCase()} ${path}`);

const routesOf = (requests: readonly BrokenRequest[]): readonly string[] =>
  requests.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*/, "").replace(/\/\d+(?=\/|$)/, "/{id}")}`,
  );

const answerTo = async (
  baseUrl: string,
  { method, path, headers = {}, body }: BrokenRequest,
): Promise<Answer> => {
  const response = await fetch(`${baseUrl}/control${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, json, text, headers: response.headers } as Answer;
};
