import { expect } from "chai";
import fc from "fast-check";

import { createUser } from "../../../lib/api.ts";
import { createFetch } from "../../../middleware/index.ts";
import { type Answer, apiClient } from "../../support/api-client.ts";
import { allRights, type ValidRequest, validRequests } from "../../support/hostile-requests.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import type { Json } from "../../support/json.ts";
import { propertySeed as seed, runs } from "../../support/properties.ts";
import { hintIn } from "../../support/refusals/hint-content.ts";
import { type SmallMistake, smallMistakesIn } from "../../support/refusals/small-mistakes.ts";
import { richRequests } from "../../support/rich-requests.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { untyped } from "../../support/untyped.ts";

interface Slipped {
  readonly request: ValidRequest;
  readonly slip: SmallMistake;
}

describe("correct requests to all operations @slow", () => {
  it("cause no error and get no hint", async () => {
    const served = await iouLedger();
    const fetch = createFetch(served.ledger, { auth: "disabled" });
    const send = apiClient(fetch, "http://x.invalid");
    for (const { operationId, method, path, body } of await richRequests(served)) {
      if (operationId.startsWith("revoke") || operationId.startsWith("grant")) continue;
      const text = JSON.stringify(body).replace(
        /"commandId":"[^"]*"/,
        `"commandId":"${operationId}"`,
      );
      const answer = await send(method, path, { body: text });
      expect(answer.status, operationId).to.equal(200);
      expect(hintIn(answer), operationId).to.equal(undefined);
    }
  });
});

describe("random mistakes in requests to all operations @slow", () => {
  it(`cause errors that locate the mistake and suggest the intended value, in 95 of 100 (seed ${seed})`, async () => {
    const served = await iouLedger();
    const { ledger, alice, bob } = served;
    await createUser(ledger, untyped({ user: { id: "ann" }, rights: allRights([alice, bob]) }));
    await createUser(ledger, { user: { id: "bob" } });
    const requests = await validRequests(served);
    const api = apiClient(
      createFetch(ledger, { auth: { hs256Secret: secret } }),
      "http://x.invalid",
    );
    const headers = { authorization: `Bearer ${signedToken(scopeClaims("ann"))}` };
    const before = ledger.snapshot();
    const send = async ({ method, path }: ValidRequest, body: Json): Promise<Answer> => {
      const answer = await api(method, path, { headers, body });
      await ledger.revert(before);
      return answer;
    };
    const all = requests.flatMap((request): Slipped[] =>
      request.body === undefined || !request.path.startsWith("/v2/")
        ? []
        : Array.from(smallMistakesIn(request.body, alice), (slip) => ({ request, slip })),
    );
    const asked = fc.sample(fc.constantFrom(...all), { numRuns: runs(600), seed });
    const answers = new Map<ValidRequest, Answer>();
    const wrong: string[] = [];
    const counts = new Map<string, number>();
    const operations = new Set<string>();
    for (const { request, slip } of new Set(asked)) {
      const answer = await send(request, slip.body);
      const usual = answers.get(request) ?? (await send(request, request.body ?? {}));
      answers.set(request, usual);
      if (!isDueTo(slip, answer, usual)) continue;
      counts.set(slip.kind, (counts.get(slip.kind) ?? 0) + 1);
      operations.add(request.operationId);
      const problem = problemWith(slip, answer);
      if (problem !== undefined) {
        wrong.push(
          `${request.operationId}: ${slip.kind} at ${slip.places.join(" or ")}: ${problem}`,
        );
      }
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const figures = `${wrong.length} of ${total} slips (${JSON.stringify(Object.fromEntries(counts))}) in ${operations.size} operations teach too little`;
    expect(total, figures).to.be.above(200);
    expect([...counts.keys()], figures).to.have.length(6);
    expect(operations.size, figures).to.be.above(25);
    expect(wrong.length / total, `${figures}:\n${wrong.join("\n")}`).to.be.at.most(0.05);
  });
});

/**
 * Returns true if the mistake caused the response. An omitted optional field is no mistake: the response then
 * equals `usual`, that of the unchanged request.
 */
const isDueTo = ({ kind }: SmallMistake, answer: Answer, usual: Answer): boolean => {
  if (usual.status >= 400 && answer.status === usual.status) {
    return codeOf(answer) !== codeOf(usual);
  }
  return answer.status >= 400 || kind === "misspelt key" || kind === "hint of a party";
};

const codeOf = ({ json }: Answer): unknown =>
  (json as { readonly code?: unknown } | undefined)?.code;

const problemWith = (
  { places, intendedName }: SmallMistake,
  answer: Answer,
): string | undefined => {
  const hint = hintIn(answer);
  const got = `${answer.status} ${JSON.stringify(hint)} ${answer.text.slice(0, 160)}`;
  if (!places.includes(String(hint?.["pointer"]))) return `points elsewhere: ${got}`;
  const told = `${String(hint?.["nearest"])} ${String(hint?.["advice"])}`;
  if (intendedName !== undefined && !told.includes(intendedName)) {
    return `offers no ${intendedName}: ${got}`;
  }
  return hint?.["advice"] === null ? `has no advice: ${got}` : undefined;
};
