import { expect } from "chai";

import { createFetch } from "../../../middleware/index.ts";
import { type Answer, apiClient } from "../../support/api-client.ts";
import type { BrokenRequest, Corpus } from "../../support/refusals/broken-request.ts";
import { administration } from "../../support/refusals/corpus/administration.ts";
import { authorization } from "../../support/refusals/corpus/authorization.ts";
import { bodies } from "../../support/refusals/corpus/bodies.ts";
import { choices } from "../../support/refusals/corpus/choices.ts";
import { commands } from "../../support/refusals/corpus/commands.ts";
import { history } from "../../support/refusals/corpus/history.ts";
import { interactive } from "../../support/refusals/corpus/interactive.ts";
import { packages } from "../../support/refusals/corpus/packages.ts";
import { paths } from "../../support/refusals/corpus/paths.ts";
import { payloads } from "../../support/refusals/corpus/payloads.ts";
import { reading } from "../../support/refusals/corpus/reading.ts";
import { reassignments } from "../../support/refusals/corpus/reassignments.ts";
import { tokens } from "../../support/refusals/corpus/tokens.ts";
import { hintIn, unexplainedPart } from "../../support/refusals/hint-content.ts";
import { refusalWorld, type World } from "../../support/refusals/world.ts";
import { validatedFetch } from "../../support/validated-fetch.ts";

const areas: Readonly<Record<string, Corpus>> = {
  tokens,
  authorization,
  paths,
  payloads,
  choices,
  commands,
  reading,
  administration,
  packages,
  interactive,
  reassignments,
  bodies,
  history,
};

describe("errors of all areas", () => {
  let world: World;
  /**
   * By area, the parts that the error of each incorrect request fails to explain; undefined if it explains
   * everything.
   */
  const problems = new Map<string, readonly (string | undefined)[]>();

  before(async () => {
    world = await refusalWorld();
    for (const [area, corpus] of Object.entries(areas)) {
      const found: (string | undefined)[] = [];
      for (const request of corpus(world)) found.push(await problemWith(world, request));
      problems.set(area, found);
    }
  });

  it("name the wrong part and the remedy for 95 % of at least 600 incorrect requests", () => {
    const all = [...problems.values()].flat();
    const wrong = all.filter((problem) => problem !== undefined);
    const percentage = 100 * (1 - wrong.length / all.length);
    const figures = `${percentage.toFixed(1)} % of ${all.length} teach what they should`;
    expect(all.length, figures).to.be.at.least(600);
    expect(percentage, `${figures}; not:\n${wrong.join("\n")}`).to.be.at.least(95);
  });

  for (const [area, corpus] of Object.entries(areas)) {
    it(`name the wrong part and the remedy for incorrect requests of ${area}`, () => {
      const wrong = problems.get(area)?.filter((problem) => problem !== undefined) ?? [];
      if (wrong.length > 0) expect.fail(`${wrong.length} teach too little:\n${wrong.join("\n")}`);
    });

    it(`equal those of a participant for incorrect requests of ${area}, with errors: "exact" @slow`, async () => {
      for (const request of corpus(world)) {
        const { options } = request;
        const exact = { ...request, options: { ...options, errors: "exact" as const } };
        const answer = await answerTo(world, exact);
        expect(answer.status, request.mistake).to.equal(request.teaches.status);
        expect(hintIn(answer), request.mistake).to.equal(undefined);
      }
    });
  }
});

const problemWith = async (world: World, request: BrokenRequest): Promise<string | undefined> => {
  const problem = unexplainedPart(await answerTo(world, request), request.teaches);
  return problem && `a client ${request.mistake}: ${problem}`;
};

/** Sends a request and returns the response. The ledger must be unchanged afterwards. */
const answerTo = async (world: World, request: BrokenRequest): Promise<Answer> => {
  const { ledger } = world;
  const before = ledger.snapshot();
  const fetch = createFetch(ledger, { ...world.options, ...request.options });
  const send = apiClient(validatedFetch(fetch), "http://ledger.invalid");
  const { method, path, headers = {}, body } = request;
  try {
    return await send(method, path, { headers, ...(body === undefined ? {} : { body }) });
  } finally {
    await ledger.revert(before);
  }
};
